import { type GuardianRight, guardianRights } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { strictestAudience } from '#shared/rules/pictures.ts'
import type { FamilyInvitation } from '../../table/familyInvitations.ts'
import { type Guardian, isAccessRevoked } from '../../table/guardians.ts'
import type { RightsLimit } from '../../table/merges.ts'
import type { Contact, PlayerDetails } from '../../table/playerDetails.ts'
import type { Player } from '../../table/players.ts'
import type { Stored } from '../../table/writes.ts'
import { isSameGuardian, type Side } from './sides.ts'
import type { Barred } from './withdrawnAccess.ts'

/** The contract's limits for a player: contacts of all homes together, length of the health text, and tags. */
const maxContacts = 24
const maxHealthLength = 2000
const maxTags = 20

/** The plan of a merge: what the kept player gets from the other. A pure function, used by the preview and the merge. */
export function planMerge(keep: Side, gone: Side, barred: Barred) {
  const has = (teamId: string) => keep.player.teams.some(({ id }) => id === teamId)
  const keptFamily = new Map(keep.family.map((member) => [member.userId, member]))
  return {
    teams: gone.player.teams.filter(({ id }) => !has(id)),
    family: gone.family.filter(({ userId }) => !keptFamily.has(userId)),
    /** Followers of the kept player who are family of the other. */
    raised: gone.family.filter(
      ({ userId, relation }) => relation === 'own' && keptFamily.get(userId)?.relation === 'following',
    ),
    limits: limitsOf(keep, gone),
    also: alsoOf(gone),
    guardians: gone.guardians.filter((each) => !keep.guardians.some((other) => isSameGuardian(each, other))),
    noted: notedOf(keep, gone),
    invitations: invitationsOf(keep, gone, barred),
    closed: openAt(barred.gone, keep),
    player: playerOf(keep.player, gone.player),
    details: detailsOf(keep.details ?? {}, gone.details ?? {}),
  }
}
/**
 * Ids under which the kept player has fees and entries from now on: the merged player's, if they have any, and that one's earlier
 * ids.
 */
const alsoOf = ({ player, fees, places }: Side): string[] => [
  ...(fees.length > 0 || places.some(({ playerId }) => playerId === player.playerId) ? [player.playerId] : []),
  ...(player.also ?? []),
]

/** Rights that the club has taken from a guardian of one player are not regained through the other. */
function limitsOf(keep: Side, gone: Side): RightsLimit[] {
  return gone.family.flatMap(({ userId, relation, lacks = [] }) => {
    if (relation !== 'own') return []
    const keptMember = keep.family.find((member) => member.userId === userId)
    const before = [...(keptMember?.lacks ?? [])]
    return [{ userId, before, after: keptMember?.relation === 'following' ? [...lacks] : unionOfRights(before, lacks) }]
  })
}
/**
 * Guardians whose access to the merged player the club has taken and who are also known at the kept one: they are no longer
 * offered as people to invite.
 */
const notedOf = (keep: Side, gone: Side): { guardian: Stored<Guardian>; accessTakenAt: string }[] =>
  keep.guardians.flatMap((guardian) => {
    const { accessTakenAt } =
      gone.guardians.find((each) => isAccessRevoked(each) && isSameGuardian(each, guardian)) ?? {}
    return isAccessRevoked(guardian) || accessTakenAt === undefined ? [] : [{ guardian, accessTakenAt }]
  })

/** Open invitations that can move. Users barred from the kept player get no access back by an invitation sent for the other. */
const invitationsOf = (keep: Side, gone: Side, barred: Barred): Stored<FamilyInvitation>[] =>
  gone.invitations.filter(
    ({ state, email, invitationId }) =>
      state === 'open' && !barred.keep.has(email) && !keep.invitations.some((own) => own.invitationId === invitationId),
  )

/** Likewise for the kept player's open invitations to users barred from the other. */
const openAt = (barred: ReadonlySet<string>, { invitations }: Side): Stored<FamilyInvitation>[] =>
  invitations.filter(({ state, email }) => state === 'open' && barred.has(email))

/** Without duplicates, in the usual order. */
export const unionOfRights = (one: readonly GuardianRight[], other: readonly GuardianRight[]): GuardianRight[] =>
  guardianRights.filter((right) => one.includes(right) || other.includes(right))

export type Plan = ReturnType<typeof planMerge>

/** A contact that one home keeps private differs from one that both homes see, even if equal otherwise. */
const isSameContact = (a: Contact, b: Contact): boolean =>
  a.name === b.name &&
  a.phone === b.phone &&
  a.email === b.email &&
  (a.private ?? false) === (b.private ?? false) &&
  a.enteredBy === b.enteredBy

/** Fields that the kept player lacks. */
function playerOf(keep: Stored<Player>, gone: Stored<Player>): Partial<Player> {
  const tags = keep.tags ?? []
  const addedTags = (gone.tags ?? []).filter(({ id }) => tags.every((tag) => tag.id !== id))
  return {
    ...(keep.bornOn === undefined && gone.bornOn !== undefined && { bornOn: gone.bornOn }),
    ...(addedTags.length > 0 && { tags: [...tags, ...addedTags].slice(0, maxTags) }),
    ...(keep.picture === undefined && gone.picture !== undefined && { picture: gone.picture }),
    ...audienceOf(keep, gone),
  }
}

/** The stricter of the two families' picture audiences. */
function audienceOf(keep: Stored<Player>, gone: Stored<Player>): Pick<Partial<Player>, 'pictures' | 'picturesSaid'> {
  const pictures = strictestAudience(keep.pictures, gone.pictures)
  const { picturesSaid } = pictures === keep.pictures ? keep : gone
  return pictures ? { pictures, ...(picturesSaid && { picturesSaid }) } : {}
}

function detailsOf(keep: PlayerDetails, gone: PlayerDetails): PlayerDetails {
  const contacts = keep.contacts ?? []
  const addedContacts = (gone.contacts ?? []).filter((contact) =>
    contacts.every((each) => !isSameContact(contact, each)),
  )
  const health = [keep.medical, gone.medical].filter((text, i, all) => text && all.indexOf(text) === i)
  const fields = { ...gone.fields, ...keep.fields }
  return {
    ...(addedContacts.length > 0 && { contacts: [...contacts, ...addedContacts] }),
    // Nothing known about a child's health is lost.
    ...(gone.medical && health.length > 0 && { medical: health.join('\n') }),
    ...(Object.keys(fields).length > Object.keys(keep.fields ?? {}).length && { fields }),
  }
}

/** Contacts and health data are taken over as a whole or not at all. */
export function refuseTooMuch({ details: { contacts = [], medical = '' } }: Pick<Plan, 'details'>): void {
  if (contacts.length > maxContacts) throw new Problem('too_many_contacts')
  if (medical.length > maxHealthLength) throw new Problem('health_too_long')
}

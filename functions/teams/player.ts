import type { teams as contract } from '#shared/api/teams.ts'
import { organizationOf, orgUnitOf } from '#shared/ids.ts'
import { mayKnow, type Viewer, viewerOf } from '#shared/childData.ts'
import { type Access, flagsOn } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { addHours, earliestDayAnywhere } from '#shared/rules/days.ts'
import { isMinor } from '#shared/rules/chatSafety.ts'
import { fullName } from '#shared/rules/names.ts'
import { eventOfInvite } from '../events/cards.ts'
import { logRead } from '../table/logRead.ts'
import type { CallOf } from '../serve.ts'
import { teamVisibility } from '../access/teamVisibility.ts'
import type { Invite } from '../table/inviteRows.ts'
import { invites } from '../table/invites.ts'
import { visibleTags } from './cards.ts'
import { contactCard, contactsAfter, canSeeContact } from './contacts.ts'
import { visiblePictureField } from './pictureLink.ts'
import { type Guardian, guardians } from '../table/guardians.ts'
import { type Contact, type PlayerDetails, playerDetails } from '../table/playerDetails.ts'
import { playerAccounts } from '../table/playerAccounts.ts'
import { families, type Family, type Player, players } from '../table/players.ts'
import { profiles } from '../table/profiles.ts'
import { rosterRows } from '../table/rosterRows.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, isLastWrittenBy, type Stored, type Stamp } from '../table/writes.ts'
import { mergeAnswers, fieldCards, fieldsOf } from './ownFields.ts'

type Api = typeof contract
const lookBackHours = -90 * 24
const lookAheadHours = 30 * 24

/** A player, as far as the caller may see it. */
export async function readPlayer({
  params: { playerId },
  query: { o },
  userId,
  me,
  now,
  stamp,
  permitted,
}: CallOf<Api, 'GET /rest-api/teams/player/{playerId}'>) {
  const [{ player, family }, details, recentInvites, customFields, { access }] = await Promise.all([
    families.withPlayer({ playerId }),
    playerDetails.get({ playerId }),
    invites.between(playerId, addHours(now, lookBackHours), addHours(now, lookAheadHours)),
    fieldsOf(playerId),
    me,
  ])
  if (!player) throw new Problem('not_found')
  const viewer = viewerFor(access, playerId, o)
  const canSeeTeam = teamVisibility(access, playerId)
  const teams = player.teams.filter(({ id }) => canSeeTeam(id))
  const knows = (datum: Parameters<typeof mayKnow>[0]) => mayKnow(datum, viewer, playerId)
  const visibleInvites = knows('answer') ? recentInvites.filter(({ inviteId }) => canSeeTeam(orgUnitOf(inviteId))) : []
  const isUpcoming = ({ end }: Invite) => end >= now
  // Reads by the family are not logged.
  if (details?.medical && knows('medical') && !viewer.ownIds.has(playerId)) {
    await permitted
    await logRead(stamp, 'Health', playerId)
  }
  // One home must not learn through this what the club knows of the other.
  const forClub = mayKnow('contacts', { ...viewer, ownIds: new Set() }, playerId)
  const [rows, pictureFields, pictures, relatives, guardianRows] = await Promise.all([
    rosterRows.getMany(teams.map(({ id: teamId }) => ({ teamId, playerId }))),
    visiblePictureField(player, { viewer, where: o === undefined ? 'club' : 'team', now }),
    knows('birthDate') ? audienceOf(player, viewer) : null,
    knows('contacts') ? familyCards(family) : [],
    forClub ? guardians.of({ playerId }) : [],
  ])
  return {
    id: playerId,
    firstName: player.firstName,
    lastName: player.lastName,
    ...pictureFields,
    pictures,
    bornOn: knows('birthDate') ? (player.bornOn ?? '') : null,
    contacts: knows('contacts')
      ? (details?.contacts ?? []).filter((each) => canSeeContact(each, { viewer, userId, playerId })).map(contactCard)
      : null,
    ...(forClub && { grownUps: grownUpsOf(guardianRows, details?.contacts) }),
    medical: knows('medical') ? (details?.medical ?? '') : null,
    ...((knows('contacts') || knows('medical')) && { revision: details?.version ?? 0 }),
    fields: knows('ownField') ? fieldCards(customFields, details?.fields) : null,
    teams: teams.map(({ id, name, archivedAt }, i) => ({
      id,
      name,
      archived: archivedAt !== undefined,
      number: rows[i]?.number ?? '',
      position: rows[i]?.position ?? '',
    })),
    tags: visibleTags(viewer, player),
    family: relatives,
    events: visibleInvites
      .filter(isUpcoming)
      .map((invite) => ({ event: eventOfInvite(invite), status: invite.status })),
    answered: knows('answer') ? turnoutOf(visibleInvites.filter((invite) => !isUpcoming(invite))) : null,
    permissions: [...viewer.flags],
  }
}

/** Who may see pictures, and who decided that. It is the family's decision. */
async function audienceOf({ playerId, pictures, picturesSaid }: Player, viewer: Viewer) {
  const profile = picturesSaid && (await profiles.get(picturesSaid))
  return {
    to: pictures ?? null,
    said: picturesSaid ? { name: profile ? fullName(profile) : '', at: picturesSaid.at } : null,
    maySay: viewer.ownIds.has(playerId),
  }
}

/**
 * The caller's rights on the player. That the player is on the team was checked by the route's access rule, except for own players: there,
 * rights on a team that the player is not on do not count.
 */
export function viewerFor(access: Access, playerId: string, teamId: string | undefined): Viewer {
  const isElsewhere = access.players.some(
    ({ id, teams }) => id === playerId && teams.every((team) => team.id !== teamId),
  )
  const onTeam = teamId !== undefined && !isElsewhere && { teamId }
  return viewerOf(access, { organizationId: organizationOf(playerId), ...onTeam }, { isRosterVisible: false })
}

async function familyCards(family: Family[]) {
  const profileRows = await profiles.getMany(family)
  return family.map(({ relation }, i) => {
    const profile = profileRows[i]
    return { name: profile ? fullName(profile) : '', relation }
  })
}

/** Guardians who can be called or written to, without those already listed as contacts. */
const grownUpsOf = (guardianRows: Guardian[], contacts: Contact[] = []) =>
  guardianRows
    .map(({ name, email = '', phone = '' }) => ({ name, email, phone }))
    .filter(({ email, phone }) => email !== '' || phone !== '')
    .filter(({ email, phone }) => !contacts.some((each) => each.email === email && each.phone === phone))

const turnoutOf = (visibleInvites: Invite[]) => {
  const count = (countedStatus: Invite['status']) =>
    visibleInvites.filter(({ status }) => status === countedStatus).length
  return { going: count('Accepted'), notGoing: count('Declined'), waiting: count('Pending') }
}

/**
 * A birth date that turns a child with an account into an adult may only be set by users who edit all players of the club: it
 * ends the child protection in chat. Nobody may set it for their own account.
 */
async function requireMayGrowUp(
  { playerId, bornOn: before }: Pick<Player, 'playerId' | 'bornOn'>,
  bornOn: string,
  { userId, access, now }: { userId: string; access: Access; now: string },
): Promise<void> {
  const today = earliestDayAnywhere(now)
  if (!isMinor(before, today) || isMinor(bornOn || undefined, today)) return
  const accounts = await playerAccounts.of(playerId)
  const mayEditAllPlayers = flagsOn(access, { organizationId: organizationOf(playerId) }).has('canEditPlayers')
  const isOwn = accounts.some((account) => account.userId === userId)
  if (accounts.length > 0 && (isOwn || !mayEditAllPlayers)) throw new Problem('not_allowed')
}

/**
 * Changes the given fields of a player. With a revision it throws `conflict` unless contacts and health data have that revision. Copies of
 * the name are updated by `copies/`.
 */
export async function changePlayer({
  params: { playerId },
  query: { o: teamId },
  body,
  userId,
  me,
  stamp,
}: CallOf<Api, 'PUT /rest-api/teams/player/{playerId}'>) {
  const { access } = await me
  const viewer = viewerFor(access, playerId, teamId)
  const {
    firstName,
    lastName,
    number,
    position,
    bornOn,
    contacts: sentContacts,
    medical,
    fields: sentFields,
    revision,
  } = body
  const customFields = sentFields ? await fieldsOf(playerId) : []
  const isForEditors = [firstName, lastName, number, position].some((value) => value !== undefined)
  if (isForEditors && !viewer.flags.has('canEditPlayers')) throw new Problem('not_allowed')
  if (medical !== undefined && !mayKnow('medical', viewer, playerId)) throw new Problem('not_allowed')
  const isDetailed = [sentContacts, medical, sentFields, revision].some((value) => value !== undefined)
  const saved = await retryOnConflict(async () => {
    const [player, details] = await Promise.all([
      players.get({ playerId }, { consistent: true }),
      isDetailed ? playerDetails.get({ playerId }, { consistent: true }) : undefined,
    ])
    if (!player) throw new Problem('not_found')
    if (revision !== undefined && !isBasedOn(revision, details, stamp)) return undefined
    if (bornOn !== undefined) await requireMayGrowUp(player, bornOn, { userId, access, now: stamp.at })
    const names = { firstName: firstName ?? player.firstName, lastName: lastName ?? player.lastName }
    const contacts = sentContacts && contactsAfter(details?.contacts ?? [], sentContacts, { viewer, userId, playerId })
    const set = {
      ...names,
      ...(bornOn !== undefined && { bornOn: bornOn || undefined }),
      ...(contacts && { contacts: contacts.map(({ name }) => name) }),
    }
    const rosterFields = {
      ...names,
      ...(number !== undefined && { number }),
      ...(position !== undefined && { position }),
    }
    const isOnTeam = teamId !== undefined && player.teams.some(({ id }) => id === teamId)
    const detailFields = {
      ...(contacts && { contacts }),
      ...(medical !== undefined && { medical }),
      ...(sentFields && { fields: mergeAnswers(customFields, details?.fields, sentFields) }),
    }
    const changesDetails = Object.keys(detailFields).length > 0
    await write(
      stamp,
      players.change({ playerId }, { set, when: ifUnchanged(player) }),
      ...(isOnTeam && isForEditors ? [rosterRows.change({ teamId, playerId }, { set: rosterFields })] : []),
      ...(changesDetails ? [detailsWith(playerId, details, detailFields)] : []),
    )
    return { id: playerId, ...(isDetailed && { revision: (details?.version ?? 0) + (changesDetails ? 1 : 0) }) }
  })
  if (!saved) throw new Problem('conflict')
  return saved
}

/** Or the same user saved it based on that revision, and the response was lost. */
const isBasedOn = (revision: number, details: Stored<PlayerDetails> | undefined, stamp: Stamp): boolean =>
  (details?.version ?? 0) === revision || (details?.version === revision + 1 && isLastWrittenBy(details, stamp))

const detailsWith = (playerId: string, before: Stored<PlayerDetails> | undefined, set: PlayerDetails) =>
  before
    ? playerDetails.change({ playerId }, { set, when: ifUnchanged(before) })
    : playerDetails.create({ playerId, ...set })

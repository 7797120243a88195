import type { teams as contract } from '#shared/api/teams.ts'
import { orgUnitOf } from '#shared/ids.ts'
import { mayKnow, type Viewer } from '#shared/childData.ts'
import { Problem } from '#shared/problems.ts'
import { addHours } from '#shared/rules/days.ts'
import { fullName } from '#shared/rules/names.ts'
import { eventOfInvite } from '../events/cards.ts'
import { logRead } from '../table/logRead.ts'
import type { CallOf } from '../serve.ts'
import { teamVisibility } from '../access/teamVisibility.ts'
import type { Invite } from '../table/inviteRows.ts'
import { invites } from '../table/invites.ts'
import { visibleTags } from './cards.ts'
import { contactCard, canSeeContact } from './contacts.ts'
import { visiblePictureField } from './pictureLink.ts'
import { type Guardian, guardians } from '../table/guardians.ts'
import { type Contact, playerDetails } from '../table/playerDetails.ts'
import { families, type Family, type Player } from '../table/players.ts'
import { profiles } from '../table/profiles.ts'
import { rosterRows } from '../table/rosterRows.ts'
import { fieldCards, fieldsOf } from './ownFields.ts'
import { viewerFor } from './viewerFor.ts'

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
}: CallOf<typeof contract, 'GET /rest-api/teams/player/{playerId}'>) {
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

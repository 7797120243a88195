import { dequal } from 'dequal'
import type { duplicates } from '#shared/api/duplicates.ts'
import { eventOf } from '#shared/ids.ts'
import { strictest } from '#shared/rules/pictures.ts'
import { Problem } from '#shared/problems.ts'
import type { CallOf } from '../../serve.ts'
import { events, isDeleted } from '../../table/events.ts'
import { files } from '../../table/files.ts'
import { guardians } from '../../table/guardians.ts'
import { leftPlaces } from '../../table/leftPlaces.ts'
import type { PlayerTeam } from '../../table/me.ts'
import { isOpen, type Merge, merges, undone } from '../../table/merges.ts'
import { mergedPlayers } from '../../table/mergedPlayers.ts'
import { type Contact, type PlayerDetails, playerDetails } from '../../table/playerDetails.ts'
import { families, players, twinOf } from '../../table/players.ts'
import { rosterRows } from '../../table/rosterRows.ts'
import { leftOrFound } from '../../table/rosters.ts'
import { organizationTeams } from '../../table/teams.ts'
import { mostAtOnce, retryOnConflict, write } from '../../table/table.ts'
import { unassigned } from '../../table/unassigned.ts'
import { ifUnchanged, type Write } from '../../table/writes.ts'
import { cameSince, familyAgain, limitBack } from './familyBack.ts'
import { invitationsBack, openedAgain } from './invitations.ts'
import { fittingBack, invitesBack, withoutInvites } from './invited.ts'
import { papersBack } from './papers.ts'
import { placesBack, rosterPlaces, teamsLeft } from './places.ts'
import { sharedIn, sharesBack } from './shares.ts'
import { isSame, plain, type Side, sideOf } from './sides.ts'
import { barredSince } from './taken.ts'
import { assignmentsOf, tasksBack } from './tasks.ts'

type Call = CallOf<typeof duplicates, 'POST /rest-api/duplicates/{orgId}/undo'>
/**
 * Splits two merged players; changes since the merge stay with the kept one. Done in one transaction; invites that do not fit go
 * before it. Until then the merge stands, and a retry can undo it, or redo it.
 */
export async function undoMerge(call: Call) {
  for (;;) {
    const done = await retryOnConflict(() => undoStep(call)).catch((error: unknown) => {
      // Both players are gone, or the kept one is.
      throw error instanceof Problem && error.code === 'not_found' ? new Problem('merge_gone') : error
    })
    if (done) return done
  }
}

async function undoStep({ params: { orgId: organizationId }, body: { mergeId }, stamp, now }: Call) {
  const merge = await merges.get({ organizationId, mergeId }, { consistent: true })
  if (merge?.undoneAt !== undefined) return { playerId: merge.goneId }
  if (!merge || !isOpen(merge, now)) throw new Problem('merge_gone')
  const keep = await sideOf(merge.keepId)
  const [teams, there, given, shared, barred] = await Promise.all([
    organizationTeams.of({ organizationId }),
    eventsOf(merge),
    assignmentsOf((merge.gone.tasks ?? []).map(({ assignmentId }) => assignmentId)),
    sharedIn(organizationId),
    barredSince(merge, keep),
  ])
  const known = new Map(
    teams.map(({ teamId: id, name, archivedAt }) => [id, { id, name, ...(archivedAt && { archivedAt }) }]),
  )
  const writes = [
    ...kept(merge, keep, teamsLeft(merge, keep, await rosterPlaces(keep))),
    ...again(merge, keep, known),
    ...papersBack(merge, keep),
    ...placesBack(merge, keep),
    ...tasksBack(merge, keep, given),
    ...sharesBack(merge, shared),
    ...openedAgain(merge, barred),
  ]
  const most = mostAtOnce - 1
  // Too much has been added since to undo it in one transaction.
  if (writes.length > most) throw new Problem('merge_gone')
  const back = invitesBack(merge, keep, there)
  const last = fittingBack(back, most - writes.length)
  const first = fittingBack(
    back.filter((each) => !last.includes(each)),
    most,
  )
  const changed = (set: Partial<Merge>) => merges.change({ organizationId, mergeId }, { set, when: ifUnchanged(merge) })
  if (first.length > 0) {
    await write(stamp, changed(withoutInvites(merge, first)), ...first.flatMap((each) => each.writes))
    return undefined
  }
  await write(stamp, changed(undone(merge, now)), ...writes, ...last.flatMap((each) => each.writes))
  return { playerId: merge.goneId }
}

/** The events of the moved invites, as they are now. */
async function eventsOf({ gone }: Merge) {
  const found = await events.getMany(gone.invites.map(({ inviteId }) => ({ eventId: eventOf(inviteId) })))
  return new Map(found.flatMap((event) => (event && !isDeleted(event) ? [[event.eventId, event]] : [])))
}

/** Reverts what the merge gave the kept player and is unchanged since. */
function kept(merge: Merge, keep: Side, leaves: ReadonlySet<string>): Write[] {
  const { moved, filled } = merge
  const { player, details } = keep
  const { playerId } = player
  const teams = player.teams.filter(({ id }) => !leaves.has(id))
  const left = (player.also ?? []).filter((id) => !moved.also?.includes(id))
  const also = { also: left.length > 0 ? left : undefined }
  const came = cameSince(merge, keep)
  const leaving = [...moved.userIds, ...came.flatMap(({ userId, followed }) => (followed ? [] : [userId]))]
  const raised = [...moved.raised, ...came.map(({ userId }) => userId)]
  const back = { ...unfilled(player, filled.player, filled.playerBefore), teams, ...(moved.also && also) }
  const shown = { ...player, ...back }
  const told = unfilled<PlayerDetails>(details ?? {}, filled.details, filled.detailsBefore)
  const contacts = 'contacts' in told ? { contacts: (told.contacts ?? []).map(({ name }) => name) } : {}
  return [
    players.change({ playerId }, { set: { ...back, ...contacts }, when: ifUnchanged(player) }),
    ...leftOrFound(player, teams),
    ...keep.rows.flatMap(({ teamId }) =>
      leaves.has(teamId)
        ? [rosterRows.remove({ teamId, playerId }, 'conflict')]
        : 'picture' in back || 'pictures' in back
          ? [rosterRows.change({ teamId, playerId }, { set: { picture: shown.picture, pictures: shown.pictures } })]
          : [],
    ),
    ...keep.family.flatMap((member): Write[] => {
      const { userId, relation } = member
      if (leaving.includes(userId))
        return [
          ...families.leave({ playerId, userId, relation }),
          leftPlaces.keep({ userId, id: playerId, is: 'player' }),
        ]
      if (!raised.includes(userId) || relation !== 'own') {
        const back = limitBack(moved, member)
        const set = { ...(leaves.size > 0 && { teams }), ...(moved.also && also), ...back }
        return [
          ...(back ? [families.change({ userId, playerId }, { set: back, when: ifUnchanged(member) })] : []),
          ...(Object.keys(set).length > 0 ? [twinOf(member).change({ userId, playerId }, { set })] : []),
        ]
      }
      const { firstName, lastName } = player
      const follower = { userId, relation: 'following' as const }
      const asBefore = { lacks: undefined, cameAs: undefined, came: undefined, followed: undefined }
      return [
        families.change({ userId, playerId }, { set: { relation: 'following', ...asBefore } }),
        twinOf(member).remove({ userId, playerId }, 'conflict'),
        twinOf(follower).create({
          userId,
          playerId,
          firstName,
          lastName,
          teams,
          ...(left.length > 0 && { also: left }),
        }),
      ]
    }),
    ...keep.guardians
      .filter(({ guardianId }) => moved.guardianIds.includes(guardianId))
      .map(({ guardianId }) => guardians.remove({ playerId, guardianId }, 'conflict')),
    // The kept player's guardians had no access taken, unless since.
    ...keep.guardians
      .filter((each) =>
        moved.noted?.some((one) => one.guardianId === each.guardianId && one.accessTakenAt === each.accessTakenAt),
      )
      .map(({ guardianId, version }) =>
        guardians.change(
          { playerId, guardianId },
          { set: { accessTakenAt: undefined }, when: ifUnchanged({ version }) },
        ),
      ),
    ...(details ? detailsBack(playerId, details, told) : []),
  ]
}

/** Empty details are removed. */
function detailsBack(playerId: string, now: PlayerDetails, told: Partial<PlayerDetails>): Write[] {
  if (Object.keys(told).length === 0) return []
  const { contacts, medical, fields } = { ...now, ...told }
  const isEmpty = contacts === undefined && medical === undefined && fields === undefined
  return [isEmpty ? playerDetails.remove({ playerId }) : playerDetails.change({ playerId }, { set: told })]
}

/** The earlier values of fields that are still as the merge left them. */
function unfilled<Row extends object>(now: Row, filled: Partial<Row>, before: Partial<Row>): Partial<Row> {
  const names = (Object.keys(filled) as (keyof Row)[]).filter((name) => dequal(now[name], filled[name]))
  return Object.fromEntries(names.map((name) => [name, before[name]])) as Partial<Row>
}

/**
 * The other player's picture, unless it was deleted or replaced since, and its audience: a family's choice since then counts for
 * both.
 */
function picturesBack({ keepId, goneId, gone, filled }: Merge, { player }: Side) {
  const { picture, pictures: before } = gone.player
  const pictures = player.pictures === filled.player.pictures ? before : strictest(before, player.pictures)
  const isMoved = 'picture' in filled.player
  const isThere = picture !== undefined && (!isMoved || player.picture === picture)
  const set = { picture: isThere ? picture : undefined, pictures }
  if (!isThere) return { set, writes: [] }
  const change = { about: goneId, until: undefined }
  const when = [['about', '=', isMoved ? keepId : goneId]] as const
  return { set, writes: [files.change({ fileId: picture }, { set: change, when })] }
}

/** The other player's details, without contacts that were moved and removed since, or whose owner is no longer family. */
function detailsAgain({ gone, filled }: Merge, { details, family }: Side): PlayerDetails | undefined {
  const { contacts, ...rest } = gone.details ?? {}
  const isNamed = (among: readonly Contact[] | undefined, { name }: Contact) =>
    among?.some((each) => each.name === name) ?? false
  const came = filled.details.contacts
  const left = contacts?.filter(
    (contact) =>
      (isNamed(details?.contacts, contact) || (came !== undefined && !isNamed(came, contact))) &&
      (!contact.private || family.some(({ userId }) => userId === contact.enteredBy)),
  )
  return gone.details && { ...rest, ...(left && { contacts: left }) }
}

/** Recreates the other player, with those who still have access to the kept one. */
function again(merge: Merge, keep: Side, known: ReadonlyMap<string, PlayerTeam>): Write[] {
  const { goneId: playerId, gone, moved } = merge
  const pictures = picturesBack(merge, keep)
  const { firstName, lastName } = gone.player
  const teams = gone.player.teams.flatMap(({ id }) => known.get(id) ?? [])
  const { also } = gone.player
  const names = { firstName, lastName, teams, ...(also && { also }) }
  const grownUps = new Map(keep.guardians.map((each) => [each.guardianId, each]))
  const details = detailsAgain(merge, keep)
  const named = details?.contacts && { contacts: details.contacts.map(({ name }) => name) }
  return [
    players.create({ ...gone.player, ...named, ...pictures.set, teams }),
    mergedPlayers.remove({ playerId }),
    ...pictures.writes,
    ...(teams.length === 0 ? [unassigned.create({ playerId, firstName, lastName })] : []),
    ...gone.rows
      .filter(({ teamId }) => known.has(teamId))
      .map(({ teamId, row }) => rosterRows.create({ ...row, ...pictures.set, teamId, playerId })),
    ...familyAgain(merge, keep, names),
    ...gone.guardians.flatMap((each) => {
      // A guardian who was moved, or known at both, and was removed since is not restored.
      const isMoved = moved.guardianIds.includes(each.guardianId)
      const now = isMoved ? grownUps.get(each.guardianId) : undefined
      const isThere = isMoved ? now : keep.guardians.some((other) => isSame(each, other) || each.name === other.name)
      if (!isThere) return []
      // Access taken since the merge is taken for both.
      const { accessTakenAt = each.accessTakenAt } = keep.guardians.find((other) => isSame(each, other)) ?? {}
      return [guardians.create({ ...(now ? plain(now) : each), ...(accessTakenAt && { accessTakenAt }), playerId })]
    }),
    ...invitationsBack(merge, keep),
    ...(details ? [playerDetails.create({ ...details, playerId })] : []),
  ]
}

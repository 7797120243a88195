import { strictest } from '#shared/rules/pictures.ts'
import { files } from '../../table/files.ts'
import { guardians } from '../../table/guardians.ts'
import type { PlayerTeam } from '../../table/me.ts'
import { mergedPlayers } from '../../table/mergedPlayers.ts'
import type { Merge } from '../../table/merges.ts'
import { type Contact, type PlayerDetails, playerDetails } from '../../table/playerDetails.ts'
import { players } from '../../table/players.ts'
import { rosterRows } from '../../table/rosterRows.ts'
import { unassignedPlayers } from '../../table/unassignedPlayers.ts'
import type { Write } from '../../table/writes.ts'
import { familyAgain } from './familyBack.ts'
import { invitationsBack } from './invitations.ts'
import { isSame, plain, type Side } from './sides.ts'

/**
 * The writes that create the merged player again, with those members of the family who still have access to the kept one. `known`: the
 * club's teams, by id.
 */
export function recreateGone(merge: Merge, keep: Side, known: ReadonlyMap<string, PlayerTeam>): Write[] {
  const { goneId: playerId, gone } = merge
  const picture = pictureOf(merge, keep)
  const { firstName, lastName } = gone.player
  const teams = gone.player.teams.flatMap(({ id }) => known.get(id) ?? [])
  const { also } = gone.player
  const names = { firstName, lastName, teams, ...(also && { also }) }
  const details = detailsOf(merge, keep)
  const named = details?.contacts && { contacts: details.contacts.map(({ name }) => name) }
  return [
    players.create({ ...gone.player, ...named, ...picture.set, teams }),
    mergedPlayers.remove({ playerId }),
    ...picture.writes,
    ...(teams.length === 0 ? [unassignedPlayers.create({ playerId, firstName, lastName })] : []),
    ...gone.rows
      .filter(({ teamId }) => known.has(teamId))
      .map(({ teamId, row }) => rosterRows.create({ ...row, ...picture.set, teamId, playerId })),
    ...familyAgain(merge, keep, names),
    ...guardiansOf(merge, keep),
    ...invitationsBack(merge, keep),
    ...(details ? [playerDetails.create({ ...details, playerId })] : []),
  ]
}

function guardiansOf({ goneId: playerId, gone, moved }: Merge, keep: Side): Write[] {
  const kept = new Map(keep.guardians.map((each) => [each.guardianId, each]))
  return gone.guardians.flatMap((each) => {
    // One that was moved, or known of both players, and has been removed from the kept one since, is not created again.
    const isMoved = moved.guardianIds.includes(each.guardianId)
    const now = isMoved ? kept.get(each.guardianId) : undefined
    const isThere = isMoved ? now : keep.guardians.some((other) => isSame(each, other) || each.name === other.name)
    if (!isThere) return []
    // Access that the club has taken since is taken from both players.
    const { accessTakenAt = each.accessTakenAt } = keep.guardians.find((other) => isSame(each, other)) ?? {}
    return [guardians.create({ ...(now ? plain(now) : each), ...(accessTakenAt && { accessTakenAt }), playerId })]
  })
}

/**
 * The picture, unless it was removed or replaced since, and to whom it may be shown: what the family has decided since counts for both
 * players.
 */
function pictureOf({ keepId, goneId, gone, filled }: Merge, { player }: Side) {
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

/** Details, without contacts that were moved and have been removed since, and without private ones of somebody who is no longer family. */
function detailsOf({ gone, filled }: Merge, { details, family }: Side): PlayerDetails | undefined {
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

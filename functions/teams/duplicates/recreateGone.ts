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
import { audienceAfterUndo } from './audience.ts'
import { recreateFamily } from './recreateFamily.ts'
import { restoreInvitations } from './invitations.ts'
import { isSameGuardian, withoutKeys, type Side } from './sides.ts'

/**
 * The writes that create the merged player again, with those members of the family who still have access to the kept one. `teamsById`: the
 * club's teams, by id.
 */
export function recreateGone(merge: Merge, keep: Side, teamsById: ReadonlyMap<string, PlayerTeam>): Write[] {
  const { goneId: playerId, gone } = merge
  const picture = pictureOf(merge, keep)
  const { firstName, lastName } = gone.player
  const teams = gone.player.teams.flatMap(({ id }) => teamsById.get(id) ?? [])
  const { also } = gone.player
  const names = { firstName, lastName, teams, ...(also && { also }) }
  const details = detailsOf(merge, keep)
  const contactNames = details?.contacts && { contacts: details.contacts.map(({ name }) => name) }
  return [
    players.create({ ...gone.player, ...contactNames, ...picture.set, ...picture.audience, teams }),
    mergedPlayers.remove({ playerId }),
    ...picture.writes,
    ...(teams.length === 0 ? [unassignedPlayers.create({ playerId, firstName, lastName })] : []),
    ...gone.rows
      .filter(({ teamId }) => teamsById.has(teamId))
      .map(({ teamId, row }) =>
        rosterRows.create({ ...row, ...picture.set, pictures: picture.audience.pictures, teamId, playerId }),
      ),
    ...recreateFamily(merge, keep, names),
    ...guardiansOf(merge, keep),
    ...restoreInvitations(merge, keep),
    ...(details ? [playerDetails.create({ ...details, playerId })] : []),
  ]
}

function guardiansOf({ goneId: playerId, gone, moved }: Merge, keep: Side): Write[] {
  const keptGuardians = new Map(keep.guardians.map((each) => [each.guardianId, each]))
  return gone.guardians.flatMap((each) => {
    // One that was moved, or known of both players, and has been removed from the kept one since, is not created again.
    const isMoved = moved.guardianIds.includes(each.guardianId)
    const current = isMoved ? keptGuardians.get(each.guardianId) : undefined
    const remains = isMoved
      ? current
      : keep.guardians.some((other) => isSameGuardian(each, other) || each.name === other.name)
    if (!remains) return []
    // Access that the club has taken since is taken from both players.
    const { accessTakenAt = each.accessTakenAt } = keep.guardians.find((other) => isSameGuardian(each, other)) ?? {}
    return [
      guardians.create({
        ...(current ? withoutKeys(current) : each),
        ...(accessTakenAt && { accessTakenAt }),
        playerId,
      }),
    ]
  })
}

/** The picture, unless it was removed or replaced since, and to whom it may be shown. */
function pictureOf({ keepId, goneId, gone, filled }: Merge, { player, family }: Side) {
  const { picture } = gone.player
  const isFamily = (userId: string) =>
    gone.family.some((each) => each.userId === userId && each.relation === 'own') &&
    family.some((each) => each.userId === userId)
  const audience = audienceAfterUndo(gone.player, player, isFamily)
  const isMoved = 'picture' in filled.player
  const keepsPicture = picture !== undefined && (!isMoved || player.picture === picture)
  const set = { picture: keepsPicture ? picture : undefined }
  if (!keepsPicture) return { set, audience, writes: [] }
  const change = { about: goneId, until: undefined }
  const when = [['about', '=', isMoved ? keepId : goneId]] as const
  return { set, audience, writes: [files.change({ fileId: picture }, { set: change, when })] }
}

/** Details, without contacts that were moved and have been removed since, and without private ones of somebody who is no longer family. */
function detailsOf({ gone, filled }: Merge, { details, family }: Side): PlayerDetails | undefined {
  const { contacts, ...rest } = gone.details ?? {}
  const isNamed = (among: readonly Contact[] | undefined, { name }: Contact) =>
    among?.some((each) => each.name === name) ?? false
  const movedContacts = filled.details.contacts
  const remaining = contacts?.filter(
    (contact) =>
      (isNamed(details?.contacts, contact) || (movedContacts !== undefined && !isNamed(movedContacts, contact))) &&
      (!contact.private || family.some(({ userId }) => userId === contact.enteredBy)),
  )
  return gone.details && { ...rest, ...(remaining && { contacts: remaining }) }
}

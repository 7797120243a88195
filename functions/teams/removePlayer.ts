import type { teams as contract } from '#shared/api/teams.ts'
import { eventOf, teamOf } from '#shared/ids.ts'
import type { CallOf } from '../serve.ts'
import { events } from '../table/events.ts'
import { invites } from '../table/invites.ts'
import { rosterRows } from '../table/rosterRows.ts'
import { teamPlayers } from '../table/rosters.ts'
import { chunks } from '../table/chunks.ts'
import { maxTransactWrites, retryOnConflict, write } from '../table/table.ts'
import { removedInvites, removedPlaces } from '../table/removedRows.ts'
import { ifUnchanged, type Stamp } from '../table/writes.ts'

/** Later than the start of any event. */
export const farFuture = '9999'

/**
 * Removes a player from a team, with their invites to future events. If the call has an id for the removal, what it deletes is stored in
 * the same transactions, so that it can be undone. Idempotent: after an interruption the same call completes it.
 */
export async function removePlayer({ body, stamp, now }: CallOf<typeof contract, 'POST /api/v1/removePlayer'>) {
  const { teamId, playerId, removeFromEvents, removal } = body
  const place = await rosterRows.get({ teamId, playerId }, { consistent: true })
  if (place) {
    const { number, position } = place
    const removedPlace = { teamId, number, position, takenAt: now }
    const placeWrites =
      removal === undefined ? [] : [removedPlaces.upsert({ playerId, removal }, { set: removedPlace })]
    await teamPlayers.remove(stamp, playerId, { teamId }, ...placeWrites)
  }
  if (removeFromEvents === 'on') await uninvite(stamp, playerId, teamId, now, removal)
  return { success: true, message: 'Removed' }
}

/** Also from deleted events: when those are restored, the player has left. */
const uninvite = (stamp: Stamp, playerId: string, teamId: string, now: string, removal: string | undefined) =>
  retryOnConflict(async () => {
    const futureInvites = await invites.allBetween(playerId, now, farFuture)
    const teamInvites = futureInvites.filter(({ inviteId }) => teamOf(inviteId) === teamId)
    for (const part of chunks(teamInvites, maxTransactWrites / 2))
      await write(
        stamp,
        ...part.flatMap((invite) => {
          const { inviteId, version } = invite
          const removeWrite = invites.remove({ inviteId }, 'conflict', ifUnchanged({ version }))
          return removal === undefined ? [removeWrite] : [removeWrite, removedInvites.keep(removal, invite, now)]
        }),
      )
  })

/** Each restored invite takes a condition on its event, and the removal of the kept copy. */
const writesPerInvite = 3

/**
 * Restores the invites that a removal has deleted, with their answers, if their events still exist. An invite that was created meanwhile is
 * kept. Idempotent.
 */
export const restoreInvites = (stamp: Stamp, playerId: string, teamId: string, removal: string, now: string) =>
  retryOnConflict(async () => {
    const [player, storedInvites] = await Promise.all([
      rosterRows.get({ teamId, playerId }, { consistent: true }),
      removedInvites.of({ playerId, removal }, now),
    ])
    const teamInvites = storedInvites.filter(({ inviteId }) => teamOf(inviteId) === teamId)
    if (!player) return 0
    const [eventRows, currentInvites] = await Promise.all([
      events.getMany(
        teamInvites.map(({ inviteId }) => ({ eventId: eventOf(inviteId) })),
        { consistent: true },
      ),
      invites.getMany(teamInvites, { consistent: true }),
    ])
    const pairs = teamInvites.map((removed, i) => ({
      was: removed,
      event: currentInvites[i] ? undefined : eventRows[i],
    }))
    for (const part of chunks(pairs, Math.floor((maxTransactWrites - 1) / writesPerInvite)))
      await write(
        stamp,
        rosterRows.check({ teamId, playerId }, []),
        ...part.flatMap(({ was: removed, event }) => [
          removedInvites.remove(removed, 'conflict'),
          ...(event
            ? [events.check(event, ifUnchanged(event)), invites.create(removedInvites.restore(event, player, removed))]
            : []),
        ]),
      )
    return pairs.filter(({ event }) => event !== undefined).length
  })

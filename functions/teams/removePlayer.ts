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
export const far = '9999'

/**
 * Removes a player from a team, with their invites to future events. If the call has an id for the removal, what it deletes is stored in
 * the same transactions, so that it can be undone. Idempotent: after an interruption the same call completes it.
 */
export async function removePlayer({ body, stamp, now }: CallOf<typeof contract, 'POST /api/v1/removePlayer'>) {
  const { teamId, playerId, removeFromEvents, removal } = body
  const place = await rosterRows.get({ teamId, playerId }, { consistent: true })
  if (place) {
    const { number, position } = place
    const kept = { teamId, number, position, takenAt: now }
    const keeping = removal === undefined ? [] : [removedPlaces.upsert({ playerId, removal }, { set: kept })]
    await teamPlayers.remove(stamp, playerId, { teamId }, ...keeping)
  }
  if (removeFromEvents === 'on') await uninvite(stamp, playerId, teamId, now, removal)
  return { success: true, message: 'Removed' }
}

/** Also from deleted events: when those are restored, the player has left. */
const uninvite = (stamp: Stamp, playerId: string, teamId: string, now: string, removal: string | undefined) =>
  retryOnConflict(async () => {
    const coming = await invites.allBetween(playerId, now, far)
    const ofTeam = coming.filter(({ inviteId }) => teamOf(inviteId) === teamId)
    for (const part of chunks(ofTeam, maxTransactWrites / 2))
      await write(
        stamp,
        ...part.flatMap((invite) => {
          const { inviteId, version } = invite
          const gone = invites.remove({ inviteId }, 'conflict', ifUnchanged({ version }))
          return removal === undefined ? [gone] : [gone, removedInvites.keep(removal, invite, now)]
        }),
      )
  })

/** Each restored invite takes a condition on its event, and the removal of the kept copy. */
const writesEach = 3

/**
 * Restores the invites that a removal has deleted, with their answers, if their events still exist. An invite that was created meanwhile is
 * kept. Idempotent.
 */
export const inviteAsBefore = (stamp: Stamp, playerId: string, teamId: string, removal: string, now: string) =>
  retryOnConflict(async () => {
    const [player, listed] = await Promise.all([
      rosterRows.get({ teamId, playerId }, { consistent: true }),
      removedInvites.of({ playerId, removal }, now),
    ])
    const taken = listed.filter(({ inviteId }) => teamOf(inviteId) === teamId)
    if (!player) return 0
    const [found, there] = await Promise.all([
      events.getMany(
        taken.map(({ inviteId }) => ({ eventId: eventOf(inviteId) })),
        { consistent: true },
      ),
      invites.getMany(taken, { consistent: true }),
    ])
    const pairs = taken.map((was, i) => ({ was, event: there[i] ? undefined : found[i] }))
    for (const part of chunks(pairs, Math.floor((maxTransactWrites - 1) / writesEach)))
      await write(
        stamp,
        rosterRows.check({ teamId, playerId }, []),
        ...part.flatMap(({ was, event }) => [
          removedInvites.remove(was, 'conflict'),
          ...(event
            ? [events.check(event, ifUnchanged(event)), invites.create(removedInvites.restore(event, player, was))]
            : []),
        ]),
      )
    return pairs.filter(({ event }) => event !== undefined).length
  })

import { inviteOf } from '#shared/ids.ts'
import { unanswered } from '#shared/rules/invites.ts'
import { chunks } from '../table/chunks.ts'
import { type EventId, events, isVisible } from '../table/events.ts'
import { invites } from '../table/invites.ts'
import type { TeamPlayer } from '../table/rosterRows.ts'
import { teamPlayers } from '../table/rosters.ts'
import { maxTransactWrites, retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, type Stamp } from '../table/writes.ts'

/** `roster`: who was on the team before these dates were created. */
type Made = { made: readonly EventId[]; roster: readonly TeamPlayer[] }
/**
 * Applies changes of the roster that were made while many dates were being created, which takes seconds: the worker for a roster change
 * handles only the events that exist when it runs.
 */
export const followRoster = (stamp: Stamp, teamId: string, { made, roster }: Made): Promise<void> =>
  retryOnConflict(async () => {
    const { players } = await teamPlayers.withTeam({ teamId }, { consistent: true })
    const came = notAmong(roster, players)
    if (came.length > 0) {
      const found = await events.getMany(made, { consistent: true })
      const there = found.filter((event) => event !== undefined).filter(isVisible)
      await invites.inviteMissing(stamp, there, came, (player, event) => invites.unansweredInvite(event, player))
    }
    for (const { playerId } of notAmong(players, roster)) {
      const ids = made.map(({ eventId }) => ({ inviteId: inviteOf(eventId, playerId) }))
      const given = await invites.getMany(ids, { consistent: true })
      const open = given.filter((invite) => invite !== undefined).filter(({ answerId }) => answerId === unanswered)
      for (const some of chunks(open, maxTransactWrites))
        await write(stamp, ...some.map((invite) => invites.remove(invite, 'conflict', ifUnchanged(invite))))
    }
  })

function notAmong(those: readonly TeamPlayer[], players: readonly TeamPlayer[]): TeamPlayer[] {
  const known = new Set(those.map(({ playerId }) => playerId))
  return players.filter(({ playerId }) => !known.has(playerId))
}

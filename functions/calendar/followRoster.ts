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
type CreatedDates = { eventIds: readonly EventId[]; roster: readonly TeamPlayer[] }
/**
 * Applies changes of the roster that were made while many dates were being created, which takes seconds: the worker for a roster change
 * handles only the events that exist when it runs.
 */
export const followRoster = (stamp: Stamp, teamId: string, { eventIds, roster }: CreatedDates): Promise<void> =>
  retryOnConflict(async () => {
    const { players } = await teamPlayers.withTeam({ teamId }, { consistent: true })
    const addedPlayers = notIn(roster, players)
    if (addedPlayers.length > 0) {
      const foundEvents = await events.getMany(eventIds, { consistent: true })
      const existingEvents = foundEvents.filter((event) => event !== undefined).filter(isVisible)
      await invites.inviteMissing(stamp, existingEvents, addedPlayers, (player, event) =>
        invites.unansweredInvite(event, player),
      )
    }
    for (const { playerId } of notIn(players, roster)) {
      const ids = eventIds.map(({ eventId }) => ({ inviteId: inviteOf(eventId, playerId) }))
      const foundInvites = await invites.getMany(ids, { consistent: true })
      const unansweredInvites = foundInvites
        .filter((invite) => invite !== undefined)
        .filter(({ answerId }) => answerId === unanswered)
      for (const chunk of chunks(unansweredInvites, maxTransactWrites))
        await write(stamp, ...chunk.map((invite) => invites.remove(invite, 'conflict', ifUnchanged(invite))))
    }
  })

function notIn(excluded: readonly TeamPlayer[], players: readonly TeamPlayer[]): TeamPlayer[] {
  const excludedIds = new Set(excluded.map(({ playerId }) => playerId))
  return players.filter(({ playerId }) => !excludedIds.has(playerId))
}

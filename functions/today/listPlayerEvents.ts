import type { today } from '#shared/api/today.ts'
import { addHours } from '#shared/rules/days.ts'
import type { CallOf } from '../serve.ts'
import { inTime, invitesReader, ownEntry } from './entries.ts'

const daysAhead = 60

/** The events of the caller's own players in the next 60 days; one round trip when the caller names them. */
export async function listPlayerEvents({
  query: { startUtc, players },
  me,
}: CallOf<typeof today, 'GET /api/v1/playerEvents'>) {
  const from = new Date(startUtc).toISOString()
  const to = addHours(startUtc, daysAhead * 24)
  const invitesOf = invitesReader(players, from, to)
  const { access } = await me
  const invites = await Promise.all(access.players.map(({ id }) => invitesOf(id)))
  return { events: inTime(invites.flat().map(ownEntry)) }
}

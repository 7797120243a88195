import type { today } from '#shared/api/today.ts'
import { hasRight, playersWith } from '#shared/permissions.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { addHours } from '#shared/rules/days.ts'
import { isLong } from '#shared/rules/eventDays.ts'
import { maxEventDays } from '#shared/rules/eventForm.ts'
import type { CallOf } from '../serve.ts'
import type { Invite } from '../table/inviteRows.ts'
import { startedBefore, followedEntry, sortedByStart, invitesReader, ownEntry } from './entries.ts'

const daysAhead = 60
/** A calendar shows a month at a time; a whole season is not read at once. */
const maxDays = 100

/**
 * The events of the caller's own and followed players, with those of several days that began earlier and end in the range or later. Those
 * of own players that the call names are read in parallel with the permission check.
 */
export async function listPlayerEvents({
  query: { startUtc, endUtc = addHours(startUtc, daysAhead * 24), players },
  me,
  now,
}: CallOf<typeof today, 'GET /api/v1/playerEvents'>) {
  // In the format of event starts, which are compared as text.
  const [from, to] = [addHours(startUtc, 0), addHours(endUtc, 0)]
  if (to < from || Date.parse(to) - Date.parse(from) > maxDays * 86_400_000)
    throw new Problem('bad_request', [
      faultAt('endUtc', 'invalid', { message: `Send an end at most ${maxDays} days after the start.` }),
    ])
  // The players' lists have only those events of several days that are not over.
  const isPast = from < now
  const invitesOf = invitesReader(players, isPast ? addHours(from, -24 * maxEventDays) : from, to)
  const isInRange = (invite: Invite) => invite.start >= from || (isLong(invite) && invite.end > from)
  const { access, long } = await me
  const allOf = async (playerId: string) =>
    isPast
      ? (await invitesOf(playerId)).filter(isInRange)
      : (await Promise.all([invitesOf(playerId), startedBefore(from, long, playerId)])).flat()
  const own = new Set(access.players.map(({ id }) => id))
  const followed = [
    ...access.following.filter(({ id }) => !own.has(id)),
    ...access.players.filter((player) => !hasRight(player, 'answers')),
  ]
  const [invites, followedInvites] = await Promise.all([
    Promise.all(playersWith(access, 'answers').map(({ id }) => allOf(id))),
    Promise.all(followed.map(({ id }) => allOf(id))),
  ])
  return { events: sortedByStart([...invites.flat().map(ownEntry), ...followedInvites.flat().map(followedEntry)]) }
}

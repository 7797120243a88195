import type { today } from '#shared/api/today.ts'
import { type Access, type GuardianRight, hasRight, playersWith } from '#shared/permissions.ts'
import { isAwaiting } from '#shared/rules/attendance.ts'
import { addDays, addHours, dayIn, todayWindow } from '#shared/rules/days.ts'
import { daysBeforeDue, noDay } from '#shared/rules/dueTasks.ts'
import { isOnDay } from '#shared/rules/eventDays.ts'
import type { CallOf } from '../serve.ts'
import { type Event, events, isVisible } from '../table/events.ts'
import { all } from '../table/table.ts'
import { startedBefore, followedEntry, sortedByStart, invitesReader, ownEntry, teamEntry } from './entries.ts'

/**
 * The Today screen. The invites of the players that the call names are read in parallel with the caller's access, and dropped if they are
 * not the caller's players; own players that were not named are read afterwards.
 */
export async function readToday({ query, me, now }: CallOf<typeof today, 'GET /api/v1/today'>) {
  const { from, to } = todayWindow(query.startUtc)
  const invitesOf = invitesReader(query.players, from, to)

  const { access, counts, owed, tasks, long } = await me
  const startedSince = addHours(from, -24 * laterDays)
  const eventsOf = async (teamId: string) =>
    (await all<Event>(events.between(teamId, startedSince, to))).filter(isVisible)
  const allInvitesOf = async (playerId: string) =>
    (await Promise.all([invitesOf(playerId), startedBefore(from, long, playerId)])).flat()
  const [invites, followed, coached] = await Promise.all([
    Promise.all(playersWith(access, 'answers').map(({ id }) => allInvitesOf(id))),
    Promise.all(followedOnly(access).map(({ id }) => allInvitesOf(id))),
    Promise.all(coachedTeams(access).map(eventsOf)),
  ])
  const entriesOn = (startUtc: string) => {
    const onDay = (event: { start: string; end: string; timezone: string }) => isOnDay(event, startUtc)
    return sortedByStart([
      ...invites.flat().filter(onDay).map(ownEntry),
      ...followed.flat().filter(onDay).map(followedEntry),
      ...coached.flat().filter(onDay).map(teamEntry),
    ])
  }
  const todaysEvents = entriesOn(query.startUtc)
  const shownIds = new Set(todaysEvents.map(({ event }) => event.id))
  const playerIdsWith = (right: GuardianRight) => new Set(playersWith(access, right).map(({ id }) => id))
  const [payableIds, visibleIds] = [playerIdsWith('pays'), playerIdsWith('sees')]
  const payableDues = owed.filter(({ playerId }) => payableIds.has(playerId))
  const dues = payableDues.flatMap(({ dues, timezone }) => dues.map((due) => due < dayIn(now, timezone)))
  const dueTasks = tasks
    .filter(({ playerId }) => visibleIds.has(playerId))
    .map(({ playerId, dues, timezone }) => {
      const dueBy = addDays(dayIn(now, timezone), daysBeforeDue)
      return { playerId, count: dues.filter((due) => due <= dueBy || due === noDay).length }
    })
    .filter(({ count }) => count > 0)
  return {
    todaysEvents,
    // An hour more or less when clocks change is still the same day: days are told by their noon.
    tomorrowsEvents: entriesOn(addHours(query.startUtc, 24)).filter(({ event }) => !shownIds.has(event.id)),
    // A late fee is counted once: as late.
    unpaidFeeCount: dues.filter((late) => !late).length,
    unpaidLateFeeCount: dues.filter((late) => late).length,
    unreadMessagesCount: counts?.unreadMessages ?? 0,
    pendingPlayerInviteCount: invites.flat().filter((invite) => isAwaiting(invite, now)).length,
    ...(dueTasks.length > 0 && { dueTasks }),
  }
}

/** Coaches see a long event for this many days after its first; families as long as it lasts. */
const laterDays = 6

/**
 * Players for whom the caller does not answer: own ones for whom others do; followed ones only if the caller has no players of
 * their own.
 */
const followedOnly = ({ players, following }: Access) =>
  players.length > 0 ? players.filter((player) => !hasRight(player, 'answers')) : following

/** Teams that the user coaches. Administrators of a whole organization have its calendar: nobody's day has 48 teams. */
const coachedTeams = ({ organizations }: Access) =>
  organizations.flatMap(({ teams }) => teams.filter(({ flags = [] }) => flags.length > 0).map(({ id }) => id))

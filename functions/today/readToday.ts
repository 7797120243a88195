import type { today } from '#shared/api/today.ts'
import type { Access } from '#shared/permissions.ts'
import { isOnDay, todayWindow } from '#shared/rules/days.ts'
import type { CallOf } from '../serve.ts'
import { eventCard, eventOfInvite, inviteCard, locationCard } from '../table/cards.ts'
import { type Event, eventsBetween, type Invite, invitesBetween } from '../table/map.ts'
import { all } from '../table/table.ts'

/**
 * Today, in one round trip: the invites of the players that the caller names are read while their access is. Those
 * that turn out not to be theirs are dropped unseen; own players that were not named are read after it.
 */
export async function readToday({ query, me, now }: CallOf<typeof today, 'GET /api/v1/today'>) {
  const { from, to } = todayWindow(query.startUtc)
  const hinted = new Map((query.players ?? []).map((playerId) => [playerId, invitesBetween(playerId, from, to)]))
  for (const read of hinted.values()) read.catch(() => {}) // awaited below, where its player is the caller's own

  const { access, counts } = await me
  const invitesOf = (playerId: string) => hinted.get(playerId) ?? invitesBetween(playerId, from, to)
  const eventsOf = (teamId: string) => all<Event>(eventsBetween({ teamId }, from, to))
  const [invites, followed, events] = await Promise.all([
    Promise.all(access.players.map(({ id }) => invitesOf(id))),
    Promise.all(followedOnly(access).map(({ id }) => invitesOf(id))),
    Promise.all(coachedTeams(access).map(eventsOf)),
  ])
  const onDay = (event: { start: string; timezone: string }) => isOnDay(event, query.startUtc)
  const waits = (invite: Invite) => invite.status === 'Pending' && invite.start >= now

  return {
    todaysEvents: [
      ...invites.flat().filter(onDay).map(ownEntry),
      ...followed.flat().filter(onDay).map(followedEntry),
      ...events.flat().filter(onDay).map(teamEntry),
    ].toSorted((a, b) => (a.event.start < b.event.start ? -1 : a.event.start > b.event.start ? 1 : 0)),
    unpaidFeeCount: counts?.unpaidFees ?? 0,
    unpaidLateFeeCount: counts?.lateFees ?? 0,
    unreadMessagesCount: counts?.unreadMessages ?? 0,
    pendingPlayerInviteCount: invites.flat().filter(waits).length,
  }
}

/** Followed players are a day's news only for those who have no player of their own. */
const followedOnly = ({ players, following }: Access) => (players.length > 0 ? [] : following)

/** Teams that a person coaches. Who runs a whole organization has its calendar: 48 teams are nobody's day. */
const coachedTeams = ({ organizations }: Access) =>
  organizations.flatMap(({ teams }) => teams.filter(({ flags = [] }) => flags.length > 0).map(({ id }) => id))

const ownEntry = (invite: Invite) => {
  const card = inviteCard(invite)
  return { location: locationCard(invite), player: card.player, invite: card, event: eventOfInvite(invite) }
}
/** Whoever follows sees that a player is invited; what the family answered is between them and the coach. */
const followedEntry = (invite: Invite) => ({ ...ownEntry(invite), invite: null })
const teamEntry = (event: Event) => ({
  location: locationCard(event),
  player: null,
  invite: null,
  event: eventCard(event.eventId, event),
})

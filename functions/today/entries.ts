import { eventCard, eventOfInvite, locationCard, ownInviteCard } from '../events/cards.ts'
import { type Event, isVisible } from '../table/events.ts'
import { type Invite, inviteRows } from '../table/inviteRows.ts'
import { invites } from '../table/invites.ts'
import type { LongEvents } from '../table/me.ts'

/** The entries of Today and the list of coming events: an event for one player, or for a team that the reader coaches. */

export const ownEntry = (invite: Invite) => {
  const card = ownInviteCard(invite)
  return { location: locationCard(invite), player: card.player, invite: card, event: eventOfInvite(invite) }
}
/** The entry for a follower, who sees the event but not the family's answer. */
export const followedEntry = (invite: Invite) => ({ ...ownEntry(invite), invite: null })
export const teamEntry = (event: Event) => ({
  location: locationCard(event),
  player: null,
  invite: null,
  event: eventCard(event.eventId, event),
})

/** The entries in order of time. */
export const sortedByStart = <Entry extends { event: { start: string } }>(entries: Entry[]): Entry[] =>
  entries.toSorted((a, b) => (a.event.start < b.event.start ? -1 : a.event.start > b.event.start ? 1 : 0))

/**
 * A reader of players' invites. It starts to read those of the players that the caller names at once, in parallel with the permission
 * check; the caller uses only those of its own players.
 */
export function invitesReader(playerIds: readonly string[] = [], from: string, to: string) {
  const started = new Map(playerIds.map((playerId) => [playerId, invites.between(playerId, from, to)]))
  for (const read of started.values()) read.catch(() => {}) // awaited by the caller for that player
  return (playerId: string): Promise<Invite[]> => started.get(playerId) ?? invites.between(playerId, from, to)
}

/** Long events that began before the range read anyway: a second round trip, only if there are any. */
export async function startedBefore(from: string, long: readonly LongEvents[], playerId: string): Promise<Invite[]> {
  const wanted = long
    .filter((each) => each.playerId === playerId)
    .flatMap(({ events: longEvents }) => longEvents)
    .filter(({ start, end }) => start < from && end > from)
  const found = await inviteRows.getMany(wanted)
  return found.flatMap((invite) => (invite && isVisible(invite) && invite.start < from ? [invite] : []))
}

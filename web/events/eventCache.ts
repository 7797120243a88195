import { eventOf } from '#shared/ids.ts'
import type { InviteStatus } from '#shared/rules/invites.ts'
import { byName } from '#shared/rules/names.ts'
import { cacheKey } from '../api.ts'
import type { EventWithAnswers, Invite } from './eventTypes.ts'

/** How often a screen that is looked at asks what others have answered meanwhile, in milliseconds. */
export const refreshInterval = 30_000

/** Where the answers to an event lie in the cache; of an event's or an invite's id. */
export const eventKey = (id: string): string =>
  cacheKey('GET /rest-api/calendar/event/{eventId}', { eventId: eventOf(id) })

/** An event's answers with one that was just given, which the reader has seen before. */
export const withAnswer =
  (answered: Invite) =>
  (known: EventWithAnswers | undefined): EventWithAnswers | undefined => {
    if (!known) return known
    const before = known.playerInvites.find(({ id }) => id === answered.id)
    const others = known.playerInvites.filter(({ id }) => id !== answered.id)
    return {
      ...known,
      playerInvites: [...others, answered].toSorted((a, b) => byName(a.player, b.player)),
      turnout: before ? moved(known.turnout, before.status.value, answered.status.value) : known.turnout,
    }
  }

type Turnout = EventWithAnswers['turnout']
const countOf = { Accepted: 'going', Declined: 'notGoing', Pending: 'waiting' } as const satisfies Record<
  InviteStatus,
  keyof Turnout
>
const moved = (turnout: Turnout, from: InviteStatus, to: InviteStatus): Turnout => {
  const left = { ...turnout, [countOf[from]]: turnout[countOf[from]] - 1 }
  return { ...left, [countOf[to]]: left[countOf[to]] + 1 }
}

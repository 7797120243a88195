import { eventOf } from '#shared/ids.ts'
import type { InviteStatus } from '#shared/rules/invites.ts'
import { byName } from '#shared/rules/names.ts'
import { cacheKey } from '../api.ts'
import type { EventWithAnswers, Invite } from './eventTypes.ts'

/** How often a visible screen polls for new answers, in milliseconds. */
export const refreshInterval = 30_000

/** The cache key of an event's answers; takes the id of an event or an invite. */
export const eventKey = (id: string): string =>
  cacheKey('GET /rest-api/calendar/event/{eventId}', { eventId: eventOf(id) })

/** Replaces one invite in an event's cached answers. */
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

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
  (answeredInvite: Invite) =>
  (event: EventWithAnswers | undefined): EventWithAnswers | undefined => {
    if (!event) return event
    const previousInvite = event.playerInvites.find(({ id }) => id === answeredInvite.id)
    const otherInvites = event.playerInvites.filter(({ id }) => id !== answeredInvite.id)
    return {
      ...event,
      playerInvites: [...otherInvites, answeredInvite].toSorted((a, b) => byName(a.player, b.player)),
      turnout: previousInvite
        ? moveAnswer(event.turnout, previousInvite.status.value, answeredInvite.status.value)
        : event.turnout,
    }
  }

type Turnout = EventWithAnswers['turnout']
const countKey = { Accepted: 'going', Declined: 'notGoing', Pending: 'waiting' } as const satisfies Record<
  InviteStatus,
  keyof Turnout
>
const moveAnswer = (turnout: Turnout, from: InviteStatus, to: InviteStatus): Turnout => {
  const reduced = { ...turnout, [countKey[from]]: turnout[countKey[from]] - 1 }
  return { ...reduced, [countKey[to]]: reduced[countKey[to]] + 1 }
}

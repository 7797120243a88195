import { eventOf } from '#shared/ids.ts'
import { byName } from '#shared/rules/names.ts'
import { cacheKey } from '../api.ts'
import type { EventWithAnswers, Invite } from './eventTypes.ts'

/** How often a screen that is looked at asks what others have answered meanwhile, in milliseconds. */
export const refreshInterval = 30_000

/** Where the answers to an event lie in the cache; of an event's or an invite's id. */
export const eventKey = (id: string): string =>
  cacheKey('GET /rest-api/calendar/event/{eventId}', { eventId: eventOf(id) })

/** An event's answers with one that was just given. */
export const withAnswer =
  (answered: Invite) =>
  (known: EventWithAnswers | undefined): EventWithAnswers | undefined =>
    known && {
      ...known,
      playerInvites: [...known.playerInvites.filter(({ id }) => id !== answered.id), answered].toSorted((a, b) =>
        byName(a.player, b.player),
      ),
    }

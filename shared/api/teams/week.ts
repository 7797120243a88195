import * as z from 'zod/mini'
import { Event, Instant, PlayerName, Turnout } from '../fields.ts'
import type { Area } from '../route.ts'

export const week = {
  'GET /rest-api/teams/week': {
    can: 'signed_in',
    does: 'Returns the next seven days of the clubs and teams that the caller administers or coaches: events with attendance counts, players who have not answered, and birthdays.',
    early: true,
    query: z.object({ startUtc: Instant }),
    returns: z.object({
      events: z.array(
        z.object({
          event: Event,
          turnout: Turnout,
          /** Players without an answer, for users who may know that. */
          waiting: z.array(PlayerName),
        }),
      ),
      /** How many more events these days have than `events`; `100` means a hundred or more. */
      more: z.int(),
      /** Birthdays, with the day of the year: `04-01`. */
      birthdays: z.array(z.extend(PlayerName, { day: z.string() })),
      teams: z.int(),
    }),
  },
} as const satisfies Area

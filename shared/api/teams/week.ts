import * as z from 'zod/mini'
import { Event, Instant, PlayerName, Turnout } from '../fields.ts'
import type { Area } from '../route.ts'

export const week = {
  'GET /rest-api/teams/week': {
    can: 'signed_in',
    does: 'Shows the next seven days of what the caller runs and coaches: events with who comes, who has not answered, and birthdays.',
    early: true,
    query: z.object({ startUtc: Instant }),
    returns: z.object({
      events: z.array(
        z.object({
          event: Event,
          turnout: Turnout,
          /** Who has not answered, for who may know it. */
          waiting: z.array(PlayerName),
        }),
      ),
      /** How many more there are in these days than `events` holds; `100` is a hundred or more. */
      more: z.int(),
      /** Whose birthday it is, with the day of the year: `04-01`. */
      birthdays: z.array(z.extend(PlayerName, { day: z.string() })),
      teams: z.int(),
    }),
  },
} as const satisfies Area

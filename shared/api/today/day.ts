import * as z from 'zod/mini'
import { Event, Instant, Location, OwnInvite, PlayerName, ids } from '../fields.ts'
import type { Area } from '../route.ts'

/** More players than any family has; a longer hint is refused, since each costs a read. */
export const maxHintedPlayers = 20

const TodaysEvent = z.object({
  location: z.nullable(Location),
  player: z.nullable(PlayerName),
  invite: z.nullable(OwnInvite),
  event: Event,
})
const Day = z.object({
  startUtc: Instant,
  /** The caller's own players as last seen, so that their invites are read in parallel with the permission check. */
  players: z.optional(ids('player', maxHintedPlayers)),
})

/** Today's events. */
export const day = {
  'GET /api/v1/today': {
    can: 'signed_in',
    does: 'Returns today’s and tomorrow’s events of the caller’s players and coached teams, and counts of what needs attention.',
    early: true,
    query: Day,
    returns: z.object({
      todaysEvents: z.array(TodaysEvent),
      /** The events of the following day, for the same players and teams. */
      tomorrowsEvents: z.array(TodaysEvent),
      unpaidFeeCount: z.int(),
      unpaidLateFeeCount: z.int(),
      unreadMessagesCount: z.int(),
      pendingPlayerInviteCount: z.int(),
      /**
       * Per own player, the number of tasks that are late, due within a week, or without a due date; players without any are
       * omitted.
       */
      dueTasks: z.optional(z.array(z.object({ playerId: z.string(), count: z.int() }))),
    }),
  },
  'GET /api/v1/playerEvents': {
    can: 'signed_in',
    does: 'Lists the events of own and followed players that begin between two instants, earliest first, and those of several days that began before and are not over. Without `endUtc`, covers 60 days.',
    early: true,
    query: z.extend(Day, { endUtc: z.optional(Instant) }),
    returns: z.object({ events: z.array(TodaysEvent) }),
  },
} as const satisfies Area

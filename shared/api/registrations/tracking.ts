import * as z from 'zod/mini'
import { standardLabels } from '../../rules/registrations/questions.ts'
import { trackTypes } from '../../rules/registrations/tracking.ts'
import { id } from '../fields.ts'
import { file } from '../media.ts'
import type { Area } from '../route.ts'
import { byRegistration } from './fields.ts'

const TrackingQuery = z.object({
  trackType: z.optional(z.enum(trackTypes)),
  /** Text in their names. */
  filter: z.optional(z.string().check(z.maxLength(100))),
})
const Line = z.object({
  /** The id for moving or cancelling it. */
  registrationPlayerId: z.string(),
  /** The player's current id: differs from the registered one if they were merged since. */
  playerId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  trackType: z.enum(trackTypes),
  /** It is on the waiting list, and can be moved there. */
  waits: z.boolean(),
  /** Until when an offered place is held, while the family has not answered. */
  offeredUntil: z.nullable(z.string()),
  /** Its deposit for the waiting list; null if there is none. */
  deposit: z.nullable(z.object({ cents: z.int(), isPaid: z.boolean() })),
  options: z.array(z.string()),
  priceInCents: z.int(),
  payBy: z.enum(['NONE', 'BILL', 'ONLINE']),
  /**
   * What has been paid for it, and what is open; null while it waits for a place. `comingInCents` is the part of the open sum
   * that is on its way from the payer's bank, which takes some days.
   */
  payment: z.nullable(z.object({ paidInCents: z.int(), openInCents: z.int(), comingInCents: z.int() })),
  registeredAt: z.string(),
})

const ListedPlayer = z.extend(Line, {
  /**
   * For a waiting player: the names of options and add-ons of which not enough is left. Until there is, a free place goes to the
   * next.
   */
  lacking: z.array(z.string()),
  /** For a waiting player: the names of chosen options with no date left. They are offered no place. */
  over: z.array(z.string()),
  /** For a waiting player: its price cannot be paid at the moment. They are offered no place until it can. */
  unpayable: z.boolean(),
})

/** For a file its name, and a URL valid for a few minutes unless it was found `harmful`. `unsigned`: nobody has signed it. */
const Answer = z.object({
  answer: z.string(),
  url: z.optional(z.string()),
  harmful: z.optional(z.boolean()),
  unsigned: z.optional(z.boolean()),
})

/** The registered players, their answers and the revenue. */
export const tracking = {
  'GET /rest-api/registration/track/{registrationId}': {
    ...byRegistration,
    does: 'Lists the registered players, newest first, 10 per page; the first page is 0.',
    early: true,
    query: z.extend(TrackingQuery, {
      page: z.optional(z.string().check(z.regex(/^\d{1,4}$/))),
      pageSize: z.optional(z.literal('10')),
      /** The `next` of the previous page: without it, all previous pages are read, too. */
      after: z.optional(z.string().check(z.maxLength(1000))),
    }),
    returns: z.object({
      page: z.int(),
      entries: z.array(ListedPlayer),
      more: z.boolean(),
      next: z.nullable(z.string()),
    }),
    refuses: ['registration_off'],
  },
  'GET /rest-api/registration/track/{registrationId}/totals': {
    ...byRegistration,
    does: 'Counts registrations and their prices by day and by option, and the players who have answered each question.',
    early: true,
    returns: z.object({
      registered: z.int(),
      paying: z.int(),
      waiting: z.int(),
      priceInCents: z.int(),
      /** The days with registrations; the prices are of those registered then, paid or not. */
      days: z.array(z.object({ day: z.string(), registered: z.int(), priceInCents: z.int() })),
      options: z.array(
        z.object({ id: z.string(), name: z.string(), registered: z.int(), places: z.nullable(z.int()) }),
      ),
      /** How many players have answered each question, among those who have a place or wait for one. */
      answered: z.array(z.object({ questionId: z.string(), players: z.int() })),
    }),
    refuses: ['registration_off'],
  },
  'GET /rest-api/registration/track/{registrationId}/csv': {
    logged: 'Export',
    ...byRegistration,
    does: 'Exports the registered players with their answers as CSV.',
    query: TrackingQuery,
    returns: file('text/csv'),
    refuses: ['registration_off'],
  },
  'GET /rest-api/registration/answers/{teamId}': {
    can: { anyOf: ['canEditPlayers', 'canEditTeam', 'canManageRegistration'] },
    subject: 'path.teamId',
    does: 'Returns the answers that coaches may read, for the newest registrations of a team.',
    early: true,
    returns: z.object({
      registrations: z.array(
        z.object({
          registrationId: z.string(),
          name: z.string(),
          questions: z.array(
            z.object({ questionTitle: z.string(), standardLabel: z.optional(z.enum(standardLabels)) }),
          ),
          players: z.array(
            z.object({
              playerId: z.string(),
              firstName: z.string(),
              lastName: z.string(),
              avatar: z.nullable(z.string()),
              /** In the order of the questions. */
              answers: z.array(Answer),
            }),
          ),
        }),
      ),
    }),
    refuses: ['registration_off'],
  },
  'GET /rest-api/registration/track/{registrationId}/entry': {
    ...byRegistration,
    does: 'Returns the registration of one player: what was chosen, answered, and signed.',
    early: true,
    query: z.object({ playerId: id('player') }),
    returns: z.extend(Line, {
      /** The picture that the family sent, if the caller may see it; valid for a few minutes. */
      avatar: z.nullable(z.string()),
      /** Who registered it and gets mail about it; null if their account is gone. */
      registeredBy: z.nullable(z.object({ name: z.string(), email: z.string() })),
      lines: z.array(z.object({ name: z.string(), quantity: z.int(), cents: z.int() })),
      reductions: z.array(z.object({ name: z.string(), cents: z.int() })),
      answers: z.array(z.extend(Answer, { question: z.string(), standardLabel: z.optional(z.enum(standardLabels)) })),
      /** For a cancelled entry: when its answers and files are deleted, or were deleted if they `areGone`. */
      answersGo: z.nullable(z.object({ at: z.string(), areGone: z.boolean() })),
      /** The same as sent, for changing it on the family's behalf; changes are conditional on `revision`. */
      given: z.object({
        revision: z.int(),
        optionIds: z.array(z.string()),
        addOns: z.array(z.object({ addOnId: z.string(), quantity: z.int(), kindIds: z.array(z.string()) })),
        answers: z.record(z.string(), z.array(z.string())),
      }),
      /** The text as signed, word for word; `version`: the version of the questions, if known. */
      signed: z.array(
        z.object({
          title: z.string(),
          text: z.string(),
          version: z.nullable(z.int()),
          name: z.string(),
          signedAt: z.string(),
        }),
      ),
    }),
    refuses: ['registration_off'],
  },
} as const satisfies Area

import * as z from 'zod/mini'
import { standardLabels } from '../../rules/registrations/questions.ts'
import { trackTypes } from '../../rules/registrations/tracking.ts'
import { id } from '../fields.ts'
import { file } from '../media.ts'
import type { Area } from '../route.ts'
import { byRegistration } from './fields.ts'

const Wanted = z.object({
  trackType: z.optional(z.enum(trackTypes)),
  /** Text in their names. */
  filter: z.optional(z.string().check(z.maxLength(100))),
})
const Line = z.object({
  /** By which it is moved, or taken off. */
  registrationPlayerId: z.string(),
  /** Who it is by now: another one than was registered, where two players were made one since. */
  playerId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  trackType: z.enum(trackTypes),
  /** It waits for a place, and can be moved on the list. */
  waits: z.boolean(),
  /** A place is held for it until then, as long as the family has not said whether it takes it. */
  offeredUntil: z.nullable(z.string()),
  /** What its place on the waiting list costs; null where that is nothing. */
  deposit: z.nullable(z.object({ cents: z.int(), isPaid: z.boolean() })),
  options: z.array(z.string()),
  priceInCents: z.int(),
  payBy: z.enum(['NONE', 'BILL', 'ONLINE']),
  /** What has come in for it, and what is open; null while it waits for a place. */
  /** `comingInCents` is what of the open takes some days from the payer's bank. */
  payment: z.nullable(z.object({ paidInCents: z.int(), openInCents: z.int(), comingInCents: z.int() })),
  registeredAt: z.string(),
})

const Listed = z.extend(Line, {
  /** Of who waits: the options and add-ons of which there is not enough left for it, by their names. Until there is, a free place goes to the next. */
  lacking: z.array(z.string()),
  /** Of who waits: the options that they have chosen of which no date is left, by their names. They are offered no place. */
  over: z.array(z.string()),
  /** Of who waits: nobody can pay what it costs at this moment. They are offered no place until somebody can. */
  unpayable: z.boolean(),
})

/**
 * Of a file its name, and where it can be opened for some minutes, unless it was found `harmful`. `unsigned`: nobody has agreed to
 * it.
 */
const Answer = z.object({
  answer: z.string(),
  url: z.optional(z.string()),
  harmful: z.optional(z.boolean()),
  unsigned: z.optional(z.boolean()),
})

/** Who has registered, what they answered, and what it brings. */
export const tracking = {
  'GET /rest-api/registration/track/{registrationId}': {
    ...byRegistration,
    does: 'Lists who has registered, 10 a page, the newest first; the first page is 0.',
    early: true,
    query: z.extend(Wanted, {
      page: z.optional(z.string().check(z.regex(/^\d{1,4}$/))),
      pageSize: z.optional(z.literal('10')),
      /** The `next` of the page before: without it all pages before are read, too. */
      after: z.optional(z.string().check(z.maxLength(1000))),
    }),
    returns: z.object({ page: z.int(), entries: z.array(Listed), more: z.boolean(), next: z.nullable(z.string()) }),
    refuses: ['registration_off'],
  },
  'GET /rest-api/registration/track/{registrationId}/totals': {
    ...byRegistration,
    does: 'Counts who has registered and what it brings, by day and by option, and who has answered what.',
    early: true,
    returns: z.object({
      registered: z.int(),
      paying: z.int(),
      waiting: z.int(),
      priceInCents: z.int(),
      /** The days on which somebody has registered; the prices are those of who registered then, paid or not. */
      days: z.array(z.object({ day: z.string(), registered: z.int(), priceInCents: z.int() })),
      options: z.array(
        z.object({ id: z.string(), name: z.string(), registered: z.int(), places: z.nullable(z.int()) }),
      ),
      /** For how many players each question is answered, of those who have a place or wait for one. */
      answered: z.array(z.object({ questionId: z.string(), players: z.int() })),
    }),
    refuses: ['registration_off'],
  },
  'GET /rest-api/registration/track/{registrationId}/csv': {
    logged: 'Export',
    ...byRegistration,
    does: 'Gives who has registered, with their answers, as a table for spreadsheets.',
    query: Wanted,
    returns: file('text/csv'),
    refuses: ['registration_off'],
  },
  'GET /rest-api/registration/answers/{teamId}': {
    can: { anyOf: ['canEditPlayers', 'canEditTeam', 'canManageRegistration'] },
    subject: 'path.teamId',
    does: 'Shows a team’s coaches what its families answered where the club lets coaches read it, for its newest registrations.',
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
    does: 'Shows one registration of a player: what was chosen and answered, and what was signed.',
    early: true,
    query: z.object({ playerId: id('player') }),
    returns: z.extend(Line, {
      /** The picture that the family sent, for some minutes. */
      avatar: z.nullable(z.string()),
      /** Who filled it in and is written to about it; null where they have no account any more. */
      registeredBy: z.nullable(z.object({ name: z.string(), email: z.string() })),
      lines: z.array(z.object({ name: z.string(), quantity: z.int(), cents: z.int() })),
      reductions: z.array(z.object({ name: z.string(), cents: z.int() })),
      answers: z.array(z.extend(Answer, { question: z.string(), standardLabel: z.optional(z.enum(standardLabels)) })),
      /** Of one that was taken off: when its answers and files go, or, where they `areGone`, have gone. */
      answersGo: z.nullable(z.object({ at: z.string(), areGone: z.boolean() })),
      /** The same as it was sent, for whoever changes it for the family: `revision` is which state of it this is. */
      given: z.object({
        revision: z.int(),
        optionIds: z.array(z.string()),
        addOns: z.array(z.object({ addOnId: z.string(), quantity: z.int(), kindIds: z.array(z.string()) })),
        answers: z.record(z.string(), z.array(z.string())),
      }),
      /** The text as it was signed, word for word; `version`: that of the questions, where it is known. */
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

import * as z from 'zod/mini'
import { maxCents } from '../../rules/money.ts'
import { id } from '../fields.ts'
import type { Area } from '../route.ts'
import { byRegistration } from '../registrations/fields.ts'
import { Details } from './shapes.ts'

/** Changes to a family's registration by the club. */
export const managingRoutes = {
  'POST /rest-api/register/{registrationId}/cancel': {
    ...byRegistration,
    does: 'Cancels the registration of one player: outstanding fees are canceled, payments are refunded or become credit, and the place goes to the waiting list. Idempotent.',
    body: z.object({
      registrationPlayerId: id('registrationPlayer'),
      /** Refunding requires the right to edit fees, too. */
      paid: z.enum(['credit', 'refund']),
    }),
    returns: z.object({}),
    refuses: ['conflict'],
  },
  'POST /rest-api/register/{registrationId}/change': {
    ...byRegistration,
    does: 'Changes the options, add-ons, and answers of a registered player on the family’s behalf, at the price that was shown. Outstanding fees are adjusted, and the family is notified by email. Idempotent.',
    body: z.object({
      registrationPlayerId: id('registrationPlayer'),
      optionIds: Details.shape.optionIds,
      addOnFormResponses: Details.shape.addOnFormResponses,
      /** The changed answers; signatures, files and the player's name cannot be changed here. */
      answers: Details.shape.answers,
      /** The new price that was shown. If it differs from the old one, the right to edit fees is required, too. */
      priceInCents: z.int().check(z.gte(0), z.lte(maxCents * 10)),
      /** The revision that was seen. */
      revision: z.int(),
    }),
    returns: z.object({}),
    refuses: [
      'conflict',
      'registration_off',
      'place_on_hold',
      'option_full',
      'add_on_sold_out',
      'price_changed',
      'price_needs_fees',
      'less_than_paid',
      'being_paid',
      'charge_cancelled',
      'too_much_kept',
    ],
  },
  'POST /rest-api/register/{registrationId}/waiting': {
    ...byRegistration,
    does: 'Moves a player on the waiting list before another player, to the end, or to a position counted from 1.',
    body: z.object({
      registrationPlayerId: id('registrationPlayer'),
      before: z.optional(z.nullable(id('registrationPlayer'))),
      /** Used if `before` is omitted; beyond the end it is the end. */
      place: z.optional(z.int().check(z.gte(1), z.lte(100_000))),
    }),
    returns: z.object({}),
    refuses: ['conflict', 'registration_off'],
  },
} as const satisfies Area

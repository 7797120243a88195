import * as z from 'zod/mini'
import { maxCents } from '../../rules/money.ts'
import { maxChildren, payWays } from '../../rules/register/carts.ts'
import { maxInstallments } from '../../rules/registrations/installments.ts'
import { codeLimit } from '../../rules/registrations/promoCodes.ts'
import { Day, id, ids } from '../fields.ts'
import type { Area } from '../route.ts'
import { RegistrationPlayerIds, EntryStatus, Summary } from './shapes.ts'

const registrationRefusals = [
  'USER_NOT_INVITED_TO_REGISTRATION',
  'registration_not_open',
  'registration_closed',
  'registration_full',
  'option_full',
  'no_date_left',
  'add_on_sold_out',
  'promo_code_used_up',
  'registration_changed',
  'price_changed',
  'due_changed',
  'already_registered',
  'nothing_to_register',
  'too_many_children',
  'too_much_kept',
] as const

const Cents = z.int().check(z.gte(0), z.lte(maxCents * 10))
/** The amount due now, and those due later. */
const DuePart = z.object({
  nowInCents: Cents,
  later: z.array(z.object({ amountInCents: Cents, dueOn: Day })).check(z.maxLength(maxInstallments)),
})

export const finishing = {
  'GET /rest-api/register/{registrationId}/summary': {
    can: 'signed_in',
    early: true,
    does: 'Returns the drafts of all players, or of those given, with prices and payment options. Sibling discounts are calculated among these players only, as when they are registered; players whose option is full are listed last.',
    query: z.object({ registrationPlayerIds: z.optional(ids('registrationPlayer', maxChildren)) }),
    returns: Summary,
    refuses: ['USER_NOT_INVITED_TO_REGISTRATION'],
  },
  'POST /rest-api/register/{registrationId}/promo-code': {
    can: { grownUp: 'signed_in' },
    early: true,
    does: 'Applies a promo code to the caller’s drafts, or removes it if `code` is null.',
    spends: 'code',
    body: z.object({ code: z.nullable(z.string().check(z.trim(), z.maxLength(codeLimit))) }),
    returns: Summary,
    refuses: [
      'USER_NOT_INVITED_TO_REGISTRATION',
      'registration_not_open',
      'registration_closed',
      'promo_code_unknown',
      'promo_code_expired',
      'promo_code_used_up',
    ],
  },
  'POST /rest-api/register/{registrationId}/payment-plan': {
    can: { grownUp: 'signed_in' },
    does: 'Chooses between the installments of the club’s payment plan and paying all at once.',
    body: z.object({ byPlan: z.boolean() }),
    returns: Summary,
    refuses: ['USER_NOT_INVITED_TO_REGISTRATION'],
  },
  'POST /rest-api/register/{registrationId}/finalize': {
    can: { grownUp: 'signed_in' },
    early: true,
    does: 'Registers players: takes their places at the price that was shown. Idempotent.',
    body: z.object({
      registrationPlayerIds: RegistrationPlayerIds,
      /** The total that was shown: if it has changed, nobody is registered. */
      totalInCents: Cents,
      /** The due dates that were shown: if they have changed, nobody is registered. */
      due: z.optional(DuePart),
      payBy: z.enum(payWays),
      /** Joins the waiting list if there is no place. */
      wait: z.optional(z.boolean()),
      /** The deposit that was shown. */
      depositInCents: z.optional(Cents),
    }),
    returns: z.object({ players: z.array(EntryStatus) }),
    refuses: [...registrationRefusals, 'file_missing', 'file_harmful'],
  },
  'POST /rest-api/register/{registrationId}/payment-intent': {
    can: { grownUp: 'signed_in' },
    early: true,
    does: 'Charges what is due now for players whose places are held, or the deposits of players on the waiting list, and returns a payment link. Refused for deposits while the registration is closed, and if a chosen option has no dates left.',
    body: z.object({ registrationPlayerIds: RegistrationPlayerIds }),
    returns: z.object({ payId: z.string() }),
    refuses: ['hold_lapsed', 'fee_changed', 'registration_closed', 'no_date_left'],
  },
  'POST /rest-api/register/{registrationId}/accept': {
    can: { grownUp: 'signed_in' },
    does: 'Accepts a place that was offered to a player on the waiting list.',
    body: z.object({
      registrationPlayerId: id('registrationPlayer'),
      payBy: z.enum(payWays),
      /** The price that was shown: refused if it has changed. Required if a promo code was used up meanwhile. */
      priceInCents: z.optional(Cents),
    }),
    returns: z.object({ players: z.array(EntryStatus) }),
    refuses: ['offer_lapsed', 'price_changed', 'no_date_left'],
  },
  'POST /rest-api/register/{registrationId}/withdraw': {
    can: { grownUp: 'signed_in' },
    does: 'Removes a player from the waiting list, or gives up a place that was offered or is being paid.',
    body: z.object({ registrationPlayerId: id('registrationPlayer') }),
    returns: z.object({}),
    refuses: ['registered_already'],
  },
} as const satisfies Area

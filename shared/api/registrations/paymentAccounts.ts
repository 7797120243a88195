import * as z from 'zod/mini'
import { providerNames } from '../../rules/processors.ts'
import { id } from '../fields.ts'
import type { Area } from '../route.ts'
import { byRegistration } from './fields.ts'

const AccountChoice = z.object({
  mainPaymentAccountId: z.nullable(z.string()),
  acceptPayments: z.boolean(),
  revision: z.int(),
})

/** The payment accounts of a registration. They are added, and set up with their providers, by users who edit billing. */
export const paymentAccounts = {
  'GET /rest-api/registration/payment-accounts/{registrationId}': {
    ...byRegistration,
    does: 'Lists the payment accounts of the club, and which of them the registration uses.',
    early: true,
    returns: z.object({
      paymentAccounts: z.array(
        z.object({
          paymentAccountId: z.string(),
          paymentProviderName: z.enum(providerNames),
          /** Families can pay through it now. */
          isReady: z.boolean(),
          /** The club has disconnected it at its provider: another account replaces it. */
          hasLeft: z.boolean(),
          fees: z.object({ perMille: z.int(), cents: z.int() }),
        }),
      ),
      ...AccountChoice.shape,
    }),
    refuses: ['registration_off'],
  },
  'PUT /rest-api/registration/payment-accounts/{registrationId}/main': {
    ...byRegistration,
    does: 'Sets the payment account of a registration. If it is null, families cannot pay online.',
    body: z.object({ paymentAccountId: z.nullable(id('paymentAccount')) }),
    returns: AccountChoice,
    refuses: ['registration_off', 'no_way_to_pay', 'conflict'],
  },
  'PUT /rest-api/registration/payment-accounts/{registrationId}/accept-payments': {
    ...byRegistration,
    does: 'Switches online payments on or off. When switched on, they use the main account, or the first account that can take payments.',
    body: z.object({ acceptPayments: z.boolean() }),
    returns: AccountChoice,
    refuses: ['registration_off', 'no_way_to_pay', 'conflict'],
  },
} as const satisfies Area

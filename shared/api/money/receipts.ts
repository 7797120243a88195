import * as z from 'zod/mini'
import { id } from '../fields.ts'
import { file } from '../media.ts'
import type { Area } from '../route.ts'

const language = z.optional(z.enum(['en', 'es']))

/** Receipts, as PDF. */
export const receipts = {
  'GET /rest-api/fee/receipt/{feePlayerId}': {
    can: 'family',
    subject: 'path.feePlayerId',
    does: 'Returns the receipt for a payment on a fee, as a PDF.',
    early: true,
    query: z.object({ paymentId: z.string().check(z.regex(/^[\w.-]{8,80}$/)), language }),
    returns: file('application/pdf'),
  },
  'GET /rest-api/pay/{payId}/receipt': {
    can: 'anyone',
    does: 'Returns the receipt for a payment that was made through this link, as a PDF.',
    query: z.object({ paymentId: id('payment'), language }),
    returns: file('application/pdf'),
    refuses: ['pay_link_gone', 'pay_link_expired'],
  },
} as const satisfies Area

import * as z from 'zod/mini'
import { Day } from '../fields.ts'
import { file } from '../media.ts'
import type { Area } from '../route.ts'

/** Payouts to compare with the club's bank account, and exports of the ledger. */
export const books = {
  'GET /rest-api/fee/payouts/{orgId}': {
    can: 'canEditFees',
    subject: 'path.orgId',
    does: 'Lists the payouts from payment providers to the club’s bank account, newest first, with their differences from the ledger.',
    early: true,
    returns: z.object({
      payouts: z.array(
        z.object({
          payoutId: z.string(),
          amountInCents: z.int(),
          arrivesOn: z.string(),
          lines: z.int(),
          /** A manual payout requested by the club: it cannot be compared with the ledger. */
          isByHand: z.boolean(),
          /** The bank rejected it. */
          hasFailed: z.boolean(),
          differences: z.array(
            z.object({ line: z.string(), why: z.enum(['missing', 'amount', 'unknown']), amountInCents: z.int() }),
          ),
        }),
      ),
    }),
  },
  'GET /rest-api/fee/journal/{orgId}': {
    logged: 'Export',
    can: 'canEditFees',
    subject: 'path.orgId',
    does: 'Exports the club’s ledger as a plain-text accounting journal.',
    returns: file('text/plain'),
    refuses: ['answer_too_large'],
  },
  'GET /rest-api/fee/ledger/{orgId}': {
    logged: 'Export',
    can: 'canEditFees',
    subject: 'path.orgId',
    does: 'Exports the ledger entries from one day to another, both included, as CSV, with the players and fees that they concern.',
    query: z.object({ from: Day, to: Day }),
    returns: file('text/csv'),
    refuses: ['answer_too_large'],
  },
} as const satisfies Area

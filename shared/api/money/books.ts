import * as z from 'zod/mini'
import { Day } from '../fields.ts'
import { file } from '../media.ts'
import type { Area } from '../route.ts'

/** What a club's treasurer compares with its bank account, and the ledger as a whole. */
export const books = {
  'GET /rest-api/fee/payouts/{orgId}': {
    can: 'canEditFees',
    subject: 'path.orgId',
    does: 'Lists what a provider has paid to the club’s bank, and what of it does not agree with the books.',
    early: true,
    returns: z.object({
      payouts: z.array(
        z.object({
          payoutId: z.string(),
          amountInCents: z.int(),
          arrivesOn: z.string(),
          lines: z.int(),
          /** The club has requested it itself: it cannot be compared. */
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
    does: 'Gives the club’s ledger as a plain-text accounting journal.',
    returns: file('text/plain'),
    refuses: ['answer_too_large'],
  },
  'GET /rest-api/fee/ledger/{orgId}': {
    logged: 'Export',
    can: 'canEditFees',
    subject: 'path.orgId',
    does: 'Gives what was booked for the days between two as a table for spreadsheets, with whose and which fees it is about.',
    query: z.object({ from: Day, to: Day }),
    returns: file('text/csv'),
    refuses: ['answer_too_large'],
  },
} as const satisfies Area

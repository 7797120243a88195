import * as z from 'zod/mini'
import { UserId } from '../fields.ts'
import type { Area } from '../route.ts'
import { byFee, Details } from './fees.ts'

/** The most payers per home. */
const maxPayers = 10

/** Bills split between a player's two homes. */
export const splitting = {
  'GET /rest-api/fee/payers/{feePlayerId}': {
    ...byFee,
    does: 'Lists the adults who can be asked to pay a fee: the guardians who pay for its player.',
    early: true,
    returns: z.object({ payers: z.array(z.object({ userId: z.string(), name: z.string() })) }),
  },
  'POST /rest-api/fee/split/{feePlayerId}': {
    ...byFee,
    does: 'Splits the outstanding amount of a fee between two homes; each sees and pays only its own part. Without `homes`, the fee is due from everyone who pays for the player again.',
    body: z.object({
      homes: z.nullable(
        z.object({
          one: z.array(UserId).check(z.minLength(1), z.maxLength(maxPayers)),
          other: z.array(UserId).check(z.minLength(1), z.maxLength(maxPayers)),
          /** The first home's share, in percent. */
          percent: z.int().check(z.gte(1), z.lte(99)),
        }),
      ),
      /** Also splits the player's other fees on which nothing was paid and that are not split yet. */
      all: z.boolean(),
      revision: z.int(),
    }),
    returns: Details,
    refuses: ['conflict', 'fee_settled', 'split_too_late', 'split_held', 'split_too_small'],
  },
} as const satisfies Area

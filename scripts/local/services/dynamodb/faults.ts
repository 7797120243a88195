import { drawing } from '../../drawing.ts'
import { StartError } from '../../startError.ts'
import type { Faults } from '../../types.ts'

/** What is done to one request instead of, or in addition to, handing it on. */
export type Fault =
  | { kind: 'throttle' | 'conflict'; code: string; message: string; reasons?: { Code: string; Message?: string }[] }
  | { kind: 'reset' | 'lostReply' }

export type FaultSource = {
  /** The fault that this request gets; undefined for most. */
  draw: (operation: string, body: Record<string, unknown>) => Fault | undefined
  /** How often each kind has struck. */
  counts: Record<string, number>
}

const kinds = ['throttle', 'conflict', 'reset', 'lostReply'] as const
const singleWrites = new Set(['PutItem', 'UpdateItem', 'DeleteItem'])

/**
 * Faults drawn from a seed: the same requests in the same order get the same ones. Throws a StartError if the shares are
 * no shares of one whole.
 */
export function faultSource(faults: Faults): FaultSource {
  const shares = kinds.map((kind) => faults[kind] ?? 0)
  const whole = shares.reduce((sum, share) => sum + share, 0)
  if (shares.some((share) => !(share >= 0)) || whole > 1)
    throw new StartError('The shares of faults must be 0 to 1, and at most 1 together.')
  const random = drawing(faults.seed)
  const counts: Record<string, number> = {}

  return {
    counts,
    draw(operation, body) {
      if (faults.operations && !faults.operations.includes(operation)) return undefined
      // Always two draws, so that what one request gets does not depend on what the one before was.
      const [first, second] = [random(), random()]
      let below = 0
      const kind = kinds.find((_, index) => first < (below += shares[index] ?? 0))
      const fault = kind && faultOf(kind, operation, body, second)
      if (fault) counts[fault.kind] = (counts[fault.kind] ?? 0) + 1
      return fault
    },
  }
}

function faultOf(
  kind: (typeof kinds)[number],
  operation: string,
  body: Record<string, unknown>,
  random: number,
): Fault | undefined {
  if (kind === 'throttle') {
    return random < 0.5
      ? {
          kind,
          code: 'ThrottlingException',
          message: 'Throughput exceeds the current capacity of your table or index.',
        }
      : {
          kind,
          code: 'ProvisionedThroughputExceededException',
          message: 'The level of configured provisioned throughput for the table was exceeded.',
        }
  }
  return kind === 'conflict' ? conflictOf(operation, body, random) : { kind }
}

// Only what touches items one by one can conflict with a transaction: queries and batches never do.
function conflictOf(operation: string, body: Record<string, unknown>, random: number): Fault | undefined {
  const message = 'Transaction is ongoing for the item'
  if (singleWrites.has(operation)) return { kind: 'conflict', code: 'TransactionConflictException', message }
  if (!operation.startsWith('Transact') || !Array.isArray(body.TransactItems)) return undefined
  const struck = Math.floor(random * body.TransactItems.length)
  const reasons = body.TransactItems.map((_, index) =>
    index === struck ? { Code: 'TransactionConflict', Message: message } : { Code: 'None' },
  )
  return {
    kind: 'conflict',
    code: 'TransactionCanceledException',
    message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons.map(({ Code }) => Code).join(', ')}]`,
    reasons,
  }
}

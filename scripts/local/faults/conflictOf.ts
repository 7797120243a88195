type Conflict = {
  kind: 'conflict'
  code: string
  message: string
  reasons?: { Code: string; Message?: string }[]
}

const singleWrites = new Set(['PutItem', 'UpdateItem', 'DeleteItem'])

/**
 * DynamoDB's error for a conflict with another transaction. Only operations on single items can have it: queries and
 * batches never do.
 */
export function conflictOf(operation: string, body: Record<string, unknown>, random: number): Conflict | undefined {
  const kind = 'conflict'
  const message = 'Transaction is ongoing for the item'
  if (singleWrites.has(operation)) return { kind, code: 'TransactionConflictException', message }
  if (!operation.startsWith('Transact') || !Array.isArray(body.TransactItems)) return undefined
  const conflicting = Math.floor(random * body.TransactItems.length)
  const reasons = body.TransactItems.map((_, index) =>
    index === conflicting ? { Code: 'TransactionConflict', Message: message } : { Code: 'None' },
  )
  return {
    kind,
    code: 'TransactionCanceledException',
    message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons.map(({ Code }) => Code).join(', ')}]`,
    reasons,
  }
}

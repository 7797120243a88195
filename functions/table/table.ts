import { dequal } from 'dequal'
import type {
  ConditionalCheckFailedException,
  ReturnValue,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb'
import { QueryCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { isProblem, Problem } from '#shared/problems.ts'
import { costOf } from './costs.ts'
import { backoffBase, db, maxAttempts, TableName } from './database.ts'
import { sizesOf } from './gets.ts'
import { type IndexName, indexes } from './indexes.ts'
import { meterCall, itemSize, readUnits } from './meter.ts'
import { backoff } from '../runtime/backoff.ts'
import { leavesTrace, traceOf } from './removals.ts'
import { itemOf, type Stored, type Stamp, type Write } from './writes.ts'

/** `repeated`: a `createOnce` among the writes was done before by the same actor, and so were all the others with it. */
export type Outcome = 'written' | 'repeated'

/** DynamoDB's limit for the items of a transaction. */
export const maxTransactWrites = 100

/**
 * Writes all of these in one transaction, or none. Throws the Problem of the first write whose condition fails, and `busy` if
 * conflicts with other transactions do not end. The SDK sends an idempotency token, so that a transaction whose response was lost
 * is not done twice.
 */
export async function write(stamp: Stamp, ...requestedWrites: Write[]): Promise<Outcome> {
  const writes = withTraces(stamp, requestedWrites)
  const TransactItems = writes.map((each) => itemOf(each, stamp, TableName))
  const cost = writes.reduce((sum, each) => sum + costOf(each, { transaction: true }), 0)
  try {
    await sendWithRetry(writes, () =>
      meterCall(
        () => db.send(new TransactWriteCommand({ TransactItems })),
        () => ({ writeUnits: cost }),
      ),
    )
    return 'written'
  } catch (error) {
    if (
      error instanceof RepeatedWrite &&
      error.createdBy.some((by) => by === stamp.actor || (by && by === stamp.subject))
    )
      return 'repeated'
    throw error instanceof RepeatedWrite ? error.cause : error
  }
}

/**
 * Adds, for each removal of a kind that the audit log covers, an item that says for some days who removed it. A transaction without room
 * for these goes without.
 */
function withTraces({ at }: Stamp, writes: Write[]): Write[] {
  const traces = writes
    .filter(({ operation, kind }) => operation === 'remove' && leavesTrace(kind))
    .map((removal) => traceOf(removal, at))
  return writes.length + traces.length > maxTransactWrites ? writes : [...writes, ...traces]
}

/**
 * Changes one item and gives it as it is after that. After a lost reply the SDK sends it again; if the first attempt has changed the item
 * so that the condition fails now, `findEarlierWrite` recognizes that, and it counts as done. Throws the Problem of the change.
 */
export const update = <Row>(stamp: Stamp, change: Write<Row>): Promise<Stored<Row>> =>
  changeOne(stamp, change, 'ALL_NEW')

/** The same, but gives the item as it was before the change. */
export const updateReturningOld = <Row>(stamp: Stamp, change: Write<Row>): Promise<Stored<Row>> =>
  changeOne(stamp, change, 'ALL_OLD')

async function changeOne<Row>(stamp: Stamp, change: Write<Row>, ReturnValues: ReturnValue): Promise<Stored<Row>> {
  const { Update } = itemOf(change, stamp, TableName)
  if (!Update) throw new TypeError('update() takes a change() or an upsert()')
  const command = { ...Update, ReturnValues, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const
  const response = await sendWithRetry([change], () =>
    meterCall(
      () =>
        db.send(new UpdateCommand(command)).catch((error: unknown) => {
          const earlier = ReturnValues === 'ALL_NEW' && findEarlierWrite(error, stamp, change)
          if (!earlier) throw error
          return { Attributes: earlier }
        }),
      ({ Attributes }) => ({ writeUnits: costOf(change, { transaction: false, item: Attributes }) }),
    ),
  )
  const row = response.Attributes as Stored<Row>
  return change.addKeyAttributes?.(row) ?? row
}

/**
 * The item whose condition failed, if the SDK sent this change more than once and the item has the values that the change sets, by the same
 * actor at the same instant: then an earlier attempt succeeded. Not for changes that add to a number, which cannot be recognized.
 */
function findEarlierWrite(
  error: unknown,
  { actor, subject, at }: Stamp,
  change: Write,
): Record<string, unknown> | undefined {
  const { $metadata, Item } = error as Partial<ConditionalCheckFailedException>
  if (!Item || ($metadata?.attempts ?? 1) === 1) return undefined
  if (!('sets' in change) || Object.keys(change.sets.add).length > 0) return undefined
  const row = unmarshall(Item)
  const isOwnWrite = row['by'] === actor && row['byFor'] === subject && row['at'] === at
  const hasValues = Object.entries(change.sets.set).every(([name, value]) => dequal(row[name], value))
  return isOwnWrite && hasValues ? row : undefined
}

/**
 * Retries with a backoff while a transaction writes the same items at the same time; throws `busy` in the end, and the Problem of a failed
 * condition.
 */
async function sendWithRetry<T>(writes: Write[], send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send()
    } catch (error) {
      const refused = failedConditions(error)
      const [first] = refused
      if (first !== undefined) throw refusalOf(error, writes, refused, first)
      if (!isConflict(error)) throw error
      if (attempt === maxAttempts) throw new Problem('busy')
      await backoff(attempt, backoffBase)
    }
  }
}

/** A `createOnce` whose item exists: if the same actor created it, the request is a repetition, otherwise it is refused. */
class RepeatedWrite extends Error {
  readonly createdBy: readonly (string | undefined)[]
  constructor(createdBy: readonly (string | undefined)[], cause: Problem) {
    super('created before', { cause })
    this.createdBy = createdBy
  }
}

function refusalOf(error: unknown, writes: Write[], refused: number[], first: number): Error {
  const problem = new Problem(writes[first]?.otherwise ?? 'conflict')
  const repeatedIndexes = refused.filter((i) => creatorAttributeOf(writes[i]))
  return repeatedIndexes.length > 0
    ? new RepeatedWrite(
        repeatedIndexes.map((i) => reasons(error)[i]?.Item?.[creatorAttributeOf(writes[i])]?.S),
        problem,
      )
    : problem
}

/** The attribute with the creator of a `createOnce`; '' for other writes. */
const creatorAttributeOf = (write: Write | undefined): string => (write?.operation === 'create' && write.once) || ''
const reasons = (error: unknown) => (error as TransactionCanceledException).CancellationReasons ?? []
const nameOf = (error: unknown) => (error instanceof Error ? error.name : '')

/** The positions of the writes of a transaction whose conditions failed. */
function failedConditions(error: unknown): number[] {
  if (nameOf(error) === 'ConditionalCheckFailedException') return [0]
  return reasons(error).flatMap(({ Code }, i) => (Code === 'ConditionalCheckFailed' ? [i] : []))
}
// TransactionInProgressException is not among these: it means our own first attempt, still under way. Only the SDK may retry it, with the
// same token; with a new one it could be done twice.
const isConflict = (error: unknown) =>
  nameOf(error) === 'TransactionConflictException' ||
  reasons(error).some(({ Code }) => Code === 'TransactionConflict' || Code === 'ThrottlingError')

/**
 * Optimistic locking: runs work that reads, and then writes on the condition that what it read is unchanged. Repeats it, after a
 * backoff, if it throws the Problem `conflict`; after `max` attempts that is thrown.
 */
export async function retryOnConflict<T>(work: () => Promise<T>, max = 5): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isProblem(error, 'conflict') || attempt === max) throw error
      await backoff(attempt, backoffBase)
    }
  }
}

/** A range of sort keys in one partition of the table or of an index; `from` and `to` are included. */
export type Range = {
  pk: string
  from: string
  to: string
  index?: IndexName
  consistent?: boolean
  newestFirst?: boolean
  limit?: number
  after?: Record<string, string> | undefined
}
export type Page<Row> = { rows: Stored<Row>[]; next: Record<string, string> | undefined }

/** One page of a range; `next` is the start key of the following page, undefined after the last one. */
export async function page<Row>(range: Range): Promise<Page<Row>> {
  const { pk, from, to, index, consistent = false, newestFirst = false, limit, after } = range
  // DynamoDB refuses a range that ends before it begins, which a request may ask for.
  if (from > to) return { rows: [], next: undefined }
  const { pk: partition, sk: sort } = index ? indexes[index] : { pk: 'pk', sk: 'sk' }
  const command = new QueryCommand({
    TableName,
    IndexName: index,
    KeyConditionExpression: '#p = :p AND #s BETWEEN :from AND :to',
    ExpressionAttributeNames: { '#p': partition, '#s': sort },
    ExpressionAttributeValues: { ':p': pk, ':from': from, ':to': to },
    ConsistentRead: consistent,
    ScanIndexForward: !newestFirst,
    Limit: limit,
    ExclusiveStartKey: after,
  })
  const isFullyProjected = !index || indexes[index].projection === 'all'
  const response = await meterCall(
    () => db.send(command),
    ({ Items = [] }) => {
      const size = isFullyProjected ? sizesOf(Items) : Items.reduce((sum, item) => sum + itemSize(item), 0)
      return { readUnits: readUnits(size, consistent) }
    },
  )
  return { rows: (response.Items ?? []) as Stored<Row>[], next: response.LastEvaluatedKey as Page<Row>['next'] }
}

/** All pages of a range, of at most 1 MB each. */
export async function* pages<Row>(range: Range): AsyncGenerator<Stored<Row>[]> {
  let after: Range['after']
  do {
    const next = await page<Row>({ ...range, after })
    yield next.rows
    after = next.next
  } while (after)
}

/** All items of a range. Only for ranges of bounded size: a roster, a day, the items of a user. */
export async function all<Row>(range: Range): Promise<Stored<Row>[]> {
  const rows: Stored<Row>[] = []
  for await (const part of pages<Row>(range)) rows.push(...part)
  return rows
}

/** The range of all sort keys of a partition. */
export const allKeys = { from: ' ', to: '\u{10ffff}' }
/** The range of all sort keys with a prefix. */
export const startingWith = (prefix: string) => ({ from: prefix, to: `${prefix}\uffff` })

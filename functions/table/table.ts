import { setTimeout } from 'node:timers/promises'
import { DynamoDBClient, type TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import {
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { Problem, type ProblemCode } from '#shared/problems.ts'
import { counted, itemSize, readUnits, writeUnits } from './meter.ts'

/**
 * In milliseconds, and far more than DynamoDB takes. A connection that was kept open may have died unseen: the SDK would
 * wait for five minutes, Lambda ends before that, and nothing would be tried again. `requestTimeout` ends when the answer
 * begins; from there on it is `socketTimeout`.
 */
const requestHandler = {
  connectionTimeout: 1000,
  requestTimeout: 2000,
  socketTimeout: 2000,
  throwOnRequestTimeout: true,
}
const db = DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 6, requestHandler }), {
  marshallOptions: { removeUndefinedValues: true },
})
const TableName = process.env.TABLE_NAME ?? 'touchline'

export type Key = { pk: string; sk: string }
/** Where else an item is found: by time in its own partition, and under an event. */
export type Index = { at?: string; event?: string; player?: string }
type Item = NonNullable<TransactWriteCommandInput['TransactItems']>[number]
/** One write, and the refusal to give if its condition does not hold. */
export type Write = { item: Item; otherwise: ProblemCode }

type Op = '=' | '<>' | '<' | '<=' | '>' | '>='
type Name<Row> = keyof Row & string
/** `['taken', '<', 10]`: holds of the item as it is before the change. */
type When<Row> = { [A in Name<Row>]: [attribute: A, op: Op, value: NonNullable<Row[A]>] }[Name<Row>]
type Change<Row> = { set?: Partial<Row>; add?: { [A in Name<Row>]?: number }; when?: When<Row>[] }

/** A kind of item in the table: where it lives, and typed ways to read and write it. */
export function entity<Row extends object, Id>(
  kind: string,
  key: (id: Id) => Key,
  index: (row: Row & Id) => Index = () => ({}),
) {
  return {
    /** The item as it was a moment ago, or as it is now when `consistent`. */
    async get(id: Id, { consistent = false } = {}): Promise<Row | undefined> {
      const command = new GetCommand({ TableName, Key: key(id), ConsistentRead: consistent })
      const { Item } = await counted(
        () => db.send(command),
        (answer) => ({ readUnits: readUnits(answer.Item ? itemSize(answer.Item) : 0, consistent) }),
      )
      return Item as Row | undefined
    },
    /** A new item; refused when it is already there. */
    create(row: Row & Id, otherwise: ProblemCode = 'conflict'): Write {
      const Item = { ...row, ...index(row), ...key(row), kind }
      return { otherwise, item: { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } } }
    },
    /** Changes an item that is there; `undefined` in `set` takes an attribute away. */
    change(id: Id, change: Change<Row>, otherwise: ProblemCode = 'conflict'): Write {
      return { otherwise, item: { Update: { TableName, Key: key(id), ...expressions(change) } } }
    },
    /** The same, but an item that is not there is made of it. Only for kinds that lie on no index. */
    upsert(id: Id, change: Change<Row>, otherwise: ProblemCode = 'conflict'): Write {
      return { otherwise, item: { Update: { TableName, Key: key(id), ...expressions(change, kind) } } }
    },
    remove(id: Id, otherwise: ProblemCode = 'not_found', when: When<Row>[] = []): Write {
      const { UpdateExpression: _none, ...condition } = expressions({ when })
      return { otherwise, item: { Delete: { TableName, Key: key(id), ...condition } } }
    },
  }
}

/**
 * Every attribute goes in by alias, so that no name can collide with one of DynamoDB's 573 reserved words. The item must
 * be there, unless `madeAs` says as what kind it is made.
 */
function expressions<Row extends object>({ set = {}, add = {}, when = [] }: Change<Row>, madeAs?: string) {
  const names: Record<string, string> = {}
  const values: Record<string, unknown> = {}
  const name = (attribute: string) => {
    names[`#${attribute}`] = attribute
    return `#${attribute}`
  }
  const value = (v: unknown) => {
    const alias = `:v${Object.keys(values).length}`
    values[alias] = v
    return alias
  }
  const clause = (word: string, parts: string[]) => (parts.length > 0 ? [`${word} ${parts.join(', ')}`] : [])
  const sets = Object.entries({ ...set, ...(madeAs && { kind: madeAs }) })
  const UpdateExpression = [
    ...clause(
      'SET',
      sets.filter(([, v]) => v !== undefined).map(([a, v]) => `${name(a)} = ${value(v)}`),
    ),
    ...clause(
      'REMOVE',
      sets.filter(([, v]) => v === undefined).map(([a]) => name(a)),
    ),
    ...clause(
      'ADD',
      Object.entries(add).map(([a, v]) => `${name(a)} ${value(v)}`),
    ),
  ].join(' ')
  const conditions = when.map(([a, op, v]) => `${name(a)} ${op} ${value(v)}`)
  return {
    UpdateExpression,
    ConditionExpression: madeAs
      ? ['attribute_not_exists(pk)', conditions.join(' AND ') || 'attribute_exists(pk)'].join(' OR ')
      : ['attribute_exists(pk)', ...conditions].join(' AND '),
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  }
}

/**
 * All of these happen, or none does; the first condition that fails is the answer. The SDK gives each a token, by which
 * DynamoDB knows it when a reply was lost and it is asked again.
 */
export async function write(...writes: Write[]): Promise<void> {
  const cost = writes.reduce((sum, { item }) => sum + writeUnits(itemSize(item.Put?.Item ?? {}), true), 0)
  await retried(writes, () => {
    const command = new TransactWriteCommand({ TransactItems: writes.map(({ item }) => item) })
    return counted(
      () => db.send(command),
      () => ({ writeUnits: cost }),
    )
  })
}

/** Changes one item and gives it as it is after that. Safe to repeat, so a lost reply is simply asked again. */
export async function update<Row>(change: Write): Promise<Row> {
  const { Update } = change.item
  if (!Update) throw new TypeError('update() takes a change()')
  const answer = await retried([change], () =>
    counted(
      () => db.send(new UpdateCommand({ ...Update, ReturnValues: 'ALL_NEW' })),
      ({ Attributes }) => ({ writeUnits: writeUnits(itemSize(Attributes ?? {}), false) }),
    ),
  )
  return answer.Attributes as Row
}

/** Two people at the same item at the same instant: nothing is wrong with either, so we ask again, out of step. */
const attempts = 7
async function retried<T>(writes: Write[], send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send()
    } catch (error) {
      const refused = failedCondition(error)
      if (refused >= 0) throw new Problem(writes[refused]?.otherwise ?? 'conflict')
      if (!isConflict(error)) throw error
      if (attempt === attempts) throw new Problem('busy')
      await setTimeout(10 * 2 ** attempt * Math.random())
    }
  }
}

const reasons = (error: unknown) => (error as TransactionCanceledException).CancellationReasons ?? []
const nameOf = (error: unknown) => (error instanceof Error ? error.name : '')

/** Which write of a transaction failed its condition; -1 when none did. */
function failedCondition(error: unknown): number {
  if (nameOf(error) === 'ConditionalCheckFailedException') return 0
  return reasons(error).findIndex(({ Code }) => Code === 'ConditionalCheckFailed')
}
// Not among them is TransactionInProgressException: that is our own first try, still under way. Only the SDK may ask again
// then, by the same token; we would do it twice.
const isConflict = (error: unknown) =>
  nameOf(error) === 'TransactionConflictException' ||
  reasons(error).some(({ Code }) => Code === 'TransactionConflict' || Code === 'ThrottlingError')

/** A range of one partition, or of one event on its index: from and to are both within. */
export type Range = {
  pk: string
  from: string
  to: string
  index?: 'byTime' | 'byEvent'
  consistent?: boolean
  limit?: number
  after?: Record<string, string> | undefined
}
export type Page<Row> = { rows: Row[]; next: Record<string, string> | undefined }

const keysOf = { table: ['pk', 'sk'], byTime: ['pk', 'at'], byEvent: ['event', 'player'] } as const

/** One page of a range, in its order; `next` is where the following page begins. */
export async function page<Row>({ pk, from, to, index, consistent = false, limit, after }: Range): Promise<Page<Row>> {
  const [partition, sort] = keysOf[index ?? 'table']
  const command = new QueryCommand({
    TableName,
    IndexName: index,
    KeyConditionExpression: '#p = :p AND #s BETWEEN :from AND :to',
    ExpressionAttributeNames: { '#p': partition, '#s': sort },
    ExpressionAttributeValues: { ':p': pk, ':from': from, ':to': to },
    ConsistentRead: consistent,
    Limit: limit,
    ExclusiveStartKey: after,
  })
  const answer = await counted(
    () => db.send(command),
    ({ Items = [] }) => ({
      readUnits: readUnits(
        Items.reduce((sum, item) => sum + itemSize(item), 0),
        consistent,
      ),
    }),
  )
  return { rows: (answer.Items ?? []) as Row[], next: answer.LastEvaluatedKey as Page<Row>['next'] }
}

/** A whole range. Only where its size is bounded by what it is: a roster, a day, a person's own. */
export async function all<Row>(range: Range): Promise<Row[]> {
  const rows: Row[] = []
  let after: Range['after']
  do {
    const next = await page<Row>({ ...range, after })
    rows.push(...next.rows)
    after = next.next
  } while (after)
  return rows
}

/** The range of everything that begins with a prefix. */
export const startingWith = (prefix: string) => ({ from: prefix, to: `${prefix}\uffff` })

import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import type { ProblemCode } from '#shared/problems.ts'
import { type Condition, expressions, type Sets } from './expressions.ts'
import type { IndexName } from './indexes.ts'
import type { Kind } from './map.ts'

export type Key = { pk: string; sk: string }

/**
 * Who writes, and when; stored in each item for its last write. `subject`: the person on whose behalf staff act. A worker's actor
 * is its name.
 */
export type Stamp = { actor: string; subject?: string; at: string }

/**
 * Attributes that every item has: its kind, how often it was written, and by whom and when it was last written. `createdBy` only
 * if the same create may be repeated; `ttl` is when the item expires, in seconds since 1970; `movedAt` is when it was imported
 * with its club from another stage, or restored.
 */
export type Stored<Row> = Row & {
  kind: Kind
  version: number
  by: string
  byFor?: string
  at: string
  createdBy?: string
  ttl?: number
  movedAt?: string
}
/** Whether the caller made the last write of an item: then a repeated request does not overwrite another person's change. */
export const isLeftBy = ({ by, byFor }: Pick<Stored<unknown>, 'by' | 'byFor'>, { actor, subject }: Stamp): boolean =>
  by === actor && byFor === subject
/** The condition that an item is unchanged since it was read: its version is the same. */
export const ifUnchanged = ({ version }: { version: number }) => [['version', '=', version]] as const
/** The condition that an attribute is unchanged since it was read, including that it is absent. */
export const ifStill = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  value === undefined ? ([name, 'not exists'] as const) : ([name, '=', value] as const)
/** Attribute names that no kind of item can use. */
export type Reserved = keyof Stored<unknown> | 'pk' | 'sk' | 'lsi1sk' | 'gsi1pk' | 'gsi1sk' | 'gsi2pk' | 'gsi2sk'

type Common<Row> = {
  kind: Kind
  key: Key
  /** The indexes that may contain items of this kind. */
  on: readonly IndexName[]
  /** The Problem if the condition fails. */
  otherwise: ProblemCode
  /** Adds the attributes that are contained in the keys, for kinds that do not store them twice. */
  whole?: <Read extends object>(row: Read) => Read
  readonly row?: Row
}
/** One write, as plain data. `row` is never set: it carries the type of the item. `once`: the attribute that says who made it. */
export type Write<Row = unknown> = Common<Row> &
  (
    | { does: 'create'; item: Record<string, unknown>; once: string | false }
    | { does: 'change' | 'upsert'; sets: Required<Sets>; when: readonly Condition[] }
    | { does: 'remove'; when: readonly Condition[] }
    | { does: 'check'; when: readonly Condition[] }
    | { does: 'checkAbsent' }
  )

type Item = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

const stamped = ({ actor, subject, at }: Stamp) => ({ by: actor, byFor: subject, at })

/** The DynamoDB operation of a write, with its stamp. */
export function itemOf(write: Write, stamp: Stamp, TableName: string): Item {
  const { key: Key, kind, does } = write
  const absent = 'attribute_not_exists(pk)'
  if (does === 'create') {
    const { once, item } = write
    const createdBy = once === 'createdBy' && { createdBy: stamp.actor }
    const Item = { ...item, ...Key, kind, version: 1, ...stamped(stamp), ...createdBy }
    const told = once && ({ ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const)
    return { Put: { TableName, Item, ConditionExpression: absent, ...told } }
  }
  if (does === 'checkAbsent') return { ConditionCheck: { TableName, Key, ConditionExpression: absent } }
  const { update, condition, aliases } = expressions()
  const conditions = write.when.map(condition)
  const present = ['attribute_exists(pk)', ...conditions].join(' AND ')
  if (does === 'remove') return { Delete: { TableName, Key, ConditionExpression: present, ...aliases() } }
  if (does === 'check') return { ConditionCheck: { TableName, Key, ConditionExpression: present, ...aliases() } }
  const isMade = does === 'upsert'
  const { set, add } = write.sets
  const UpdateExpression = update({
    set: { ...set, ...stamped(stamp), ...(isMade && { kind }) },
    add: { ...add, version: 1 },
  })
  const ConditionExpression = isMade ? `${absent} OR ${conditions.join(' AND ') || 'attribute_exists(pk)'}` : present
  return { Update: { TableName, Key, UpdateExpression, ConditionExpression, ...aliases() } }
}

import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import type { ProblemCode } from '#shared/problems.ts'
import { type Condition, expressions, type Sets } from './expressions.ts'
import type { IndexName } from './indexes.ts'
import type { Kind } from './map.ts'

export type Key = { pk: string; sk: string }

/**
 * Who writes, and when: stored with each item at each write. `actor` is a user id, or the name of a worker; `subject` the user in whose
 * place staff act.
 */
export type Stamp = { actor: string; subject?: string; at: string }

/**
 * The attributes of each item beside its own: its kind; the number of its writes (`version`); who wrote it last (`by`, `byFor`) and when.
 * `createdBy` only where it was created by `createOnce`; `ttl` is when it expires, in seconds since 1970; `movedAt` when it was imported
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
/** Whether the caller made the last write of an item: then a repeated request overwrites nothing of anybody else. */
export const isLastWrittenBy = (
  { by, byFor }: Pick<Stored<unknown>, 'by' | 'byFor'>,
  { actor, subject }: Stamp,
): boolean => by === actor && byFor === subject
/** The condition that an item is unchanged since it was read: its version is the same. */
export const ifUnchanged = ({ version }: { version: number }) => [['version', '=', version]] as const
/** The condition that an attribute is as it was read; `undefined`: that it does not exist. */
export const ifAttributeUnchanged = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  value === undefined ? ([name, 'not exists'] as const) : ([name, '=', value] as const)
/** Attribute names that no kind of item can use. */
export type Reserved = keyof Stored<unknown> | 'pk' | 'sk' | 'lsi1sk' | 'gsi1pk' | 'gsi1sk' | 'gsi2pk' | 'gsi2sk'

type Common<Row> = {
  kind: Kind
  key: Key
  /** The indexes that items of this kind may be on. */
  indexNames: readonly IndexName[]
  /** The Problem to throw if the condition fails. */
  otherwise: ProblemCode
  /** Adds the attributes that are only in the keys, for a kind with `inKey`. */
  addKeyAttributes?: <Read extends object>(row: Read) => Read
  readonly row?: Row
}
/**
 * One write, as plain data. `row` is never set: it carries the type of the item. `once`: the attribute with the creator, of a `createOnce`.
 */
export type Write<Row = unknown> = Common<Row> &
  (
    | { operation: 'create'; item: Record<string, unknown>; once: string | false }
    | { operation: 'change' | 'upsert'; sets: Required<Sets>; when: readonly Condition[] }
    | { operation: 'remove'; when: readonly Condition[] }
    | { operation: 'check'; when: readonly Condition[] }
    | { operation: 'checkAbsent' }
  )

type Item = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

const stampAttributes = ({ actor, subject, at }: Stamp) => ({ by: actor, byFor: subject, at })

/** A write as an element of TransactItems, with the stamp. */
export function itemOf(write: Write, stamp: Stamp, TableName: string): Item {
  const { key: Key, kind, operation } = write
  const absent = 'attribute_not_exists(pk)'
  if (operation === 'create') {
    const { once, item } = write
    const createdBy = once === 'createdBy' && { createdBy: stamp.actor }
    const Item = { ...item, ...Key, kind, version: 1, ...stampAttributes(stamp), ...createdBy }
    const returned = once && ({ ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const)
    return { Put: { TableName, Item, ConditionExpression: absent, ...returned } }
  }
  if (operation === 'checkAbsent') return { ConditionCheck: { TableName, Key, ConditionExpression: absent } }
  const { update, condition, aliases } = expressions()
  const conditions = write.when.map(condition)
  const present = ['attribute_exists(pk)', ...conditions].join(' AND ')
  if (operation === 'remove') return { Delete: { TableName, Key, ConditionExpression: present, ...aliases() } }
  if (operation === 'check') return { ConditionCheck: { TableName, Key, ConditionExpression: present, ...aliases() } }
  const isUpsert = operation === 'upsert'
  const { set, add } = write.sets
  const UpdateExpression = update({
    set: { ...set, ...stampAttributes(stamp), ...(isUpsert && { kind }) },
    add: { ...add, version: 1 },
  })
  const ConditionExpression = isUpsert ? `${absent} OR ${conditions.join(' AND ') || 'attribute_exists(pk)'}` : present
  return { Update: { TableName, Key, UpdateExpression, ConditionExpression, ...aliases() } }
}

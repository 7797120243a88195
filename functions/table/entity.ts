import type { ProblemCode } from '#shared/problems.ts'
import type { Condition, Op } from './expressions.ts'
import type { IndexName } from './indexes.ts'
import type { Kind } from './map.ts'
import { goesAfter, type KindWith } from './retention.ts'
import { get, getMany } from './gets.ts'
import { ifUnchanged, type Stored, type Key, type Reserved, type Write } from './writes.ts'

type Name<Row> = keyof Row & string
type TextName<Row> = { [A in Name<Row>]: NonNullable<Row[A]> extends string ? A : never }[Name<Row>]

/**
 * A condition on the item before the change: `['used', '<', 10]`, `['used', '<', { attribute: 'licences' }]` or
 * `['note', 'exists']`; for a list `['flags', 'lacks', 'a']`.
 */
export type When<Row> = {
  [A in Name<Row>]-?:
    | readonly [attribute: A, op: Op, value: NonNullable<Row[A]> | { attribute: Name<Row> }]
    | readonly [attribute: A, op: 'exists' | 'not exists']
    | (NonNullable<Row[A]> extends readonly string[] ? readonly [attribute: A, op: 'lacks', element: string] : never)
}[Name<Row>]
/** All of these must hold for the item before the change. */
type Conditions<Row> = readonly When<Stored<Row>>[]
type Change<Row> = {
  /** `undefined` removes an attribute. */
  set?: Partial<Row>
  add?: { [A in Name<Row>]?: number }
  when?: Conditions<Row>
}

/** A value computed from other attributes, and their names. */
type By<Row, T> = { from: readonly TextName<Row>[]; value: (row: never) => T }

/** An index key, computed from attributes of an item. An item that lacks one of them is not in the index. */
export const by = <const F extends string, T extends string | readonly [string, string]>(
  from: readonly F[],
  value: (row: Record<F, string>) => T,
): { from: readonly F[]; value: (row: Record<F, string>) => T } => ({ from, value })

type Options<Row, Id> = {
  key: (id: Id) => Key
  /** The sort key of the local index: another order within the same partition. */
  lsi1?: By<Row, string>
  gsi1?: By<Row, readonly [pk: string, sk: string]>
  gsi2?: By<Row, readonly [pk: string, sk: string]>
  /**
   * Attributes that are contained in the keys: not stored a second time, and restored on reading. For long lists that are read as
   * a whole.
   */
  inKey?: (keys: Key & { lsi1sk: string }) => Partial<Row>
  /** The attribute that contains the creator, if there is one: `createOnce` then stores no `createdBy`. */
  madeBy?: TextName<Row>
}

/** A kind of item in the table: its keys, and typed functions to read and write it. `retention.ts` defines when it expires. */
export function entity<Row extends { [R in Reserved]?: never } & object, Id>(
  kind: Kind & KindWith<TextName<Row & Id>>,
  options: Options<Row & Id, Id>,
) {
  const { key } = options
  const on = (['lsi1', 'gsi1', 'gsi2'] as const).filter((index) => options[index])
  const { inKey, madeBy = 'createdBy' } = options
  const whole = inKey && (<Read extends object>(row: Read): Read => ({ ...row, ...inKey(row as never) }))
  const common = (id: Id, otherwise: ProblemCode) => ({ kind, key: key(id), on, otherwise, ...(whole && { whole }) })
  const conditions = (when: Conditions<Row>) => when as readonly Condition[]
  const derived = (row: object, touched?: ReadonlySet<string>) => derive(kind, options, row, touched)

  const made = (row: Row & Id, once: boolean, otherwise: ProblemCode): Write<Row> => {
    const item = { ...row, ...derived(row) }
    const said = inKey ? Object.keys(inKey({ lsi1sk: '', ...key(row), ...item })) : []
    const kept = Object.fromEntries(Object.entries(item).filter(([name]) => !said.includes(name)))
    return { ...common(row, otherwise), does: 'create', item: kept, once: once && madeBy }
  }
  const changed = (does: 'change' | 'upsert', id: Id, change: Change<Row>, otherwise: ProblemCode): Write<Row> => {
    const { set = {}, add = {}, when = [] } = change
    const touched = new Set([...Object.keys(set), ...Object.keys(add)])
    const known = { ...id, ...set }
    const sets = { set: { ...set, ...derived(known, does === 'change' ? touched : undefined) }, add }
    return { ...common(id, otherwise), does, sets, when: conditions(when) }
  }

  return {
    kind,
    key,
    /** One item; eventually consistent unless `consistent`. */
    get: async (id: Id, options: { consistent?: boolean } = {}): Promise<Stored<Row> | undefined> => {
      const found = await get<Stored<Row>>(key(id), options)
      return found && whole ? whole(found) : found
    },
    /** Any number of items, in the order of the ids. */
    getMany: async (
      ids: readonly Id[],
      options: { consistent?: boolean } = {},
    ): Promise<(Stored<Row> | undefined)[]> => {
      const found = await getMany<Stored<Row>>(ids.map(key), options)
      return whole ? found.map((row) => row && whole(row)) : found
    },
    /** Adds the attributes that are contained in the keys to a row of a query. */
    whole: (row: Stored<Row>): Stored<Row> => whole?.(row) ?? row,
    /** A new item; refused if it exists. */
    create: (row: Row & Id, otherwise: ProblemCode = 'conflict') => made(row, false, otherwise),
    /**
     * A new item whose id was chosen by its creator. If they have created it before, the whole transaction was done before and is
     * not repeated: `write()` returns `repeated`. An item created by another person is refused.
     */
    createOnce: (row: Row & Id, otherwise: ProblemCode = 'conflict') => made(row, true, otherwise),
    /**
     * Changes an existing item. The attributes that an index key is computed from must be given together or not at all, since the
     * key changes with them.
     */
    change: (id: Id, change: Change<Row>, otherwise: ProblemCode = 'conflict') =>
      changed('change', id, change, otherwise),
    /** Replaces an item, on the condition that it is unchanged since it was read, or absent if it was. */
    keep: (kept: { version: number } | undefined, row: Row & Id, otherwise: ProblemCode = 'conflict') =>
      kept
        ? { ...changed('change', row, { set: row }, otherwise), when: ifUnchanged(kept) }
        : made(row, false, otherwise),
    /** Like `change`, but creates the item if there is none. */
    upsert: (id: Id, change: Change<Row>, otherwise: ProblemCode = 'conflict') =>
      changed('upsert', id, change, otherwise),
    remove: (id: Id, otherwise: ProblemCode = 'not_found', when: Conditions<Row> = []): Write<Row> => ({
      ...common(id, otherwise),
      does: 'remove',
      when: conditions(when),
    }),
    /** Writes nothing: the transaction fails unless the item exists and all of this holds. */
    check: (id: Id, when: Conditions<Row>, otherwise: ProblemCode = 'conflict'): Write<Row> => ({
      ...common(id, otherwise),
      does: 'check',
      when: conditions(when),
    }),
    /** Writes nothing: the transaction fails if the item exists. */
    checkAbsent: (id: Id, otherwise: ProblemCode = 'conflict'): Write<Row> => ({
      ...common(id, otherwise),
      does: 'checkAbsent',
    }),
  }
}

type Derived = By<Record<string, string>, string | readonly [string, string]>
const attributesOf: Record<Exclude<IndexName, 'lsi1'>, [string, string]> = {
  gsi1: ['gsi1pk', 'gsi1sk'],
  gsi2: ['gsi2pk', 'gsi2sk'],
}

/** The index keys and the expiry that follow from an item; for a change, only those that it affects. */
function derive(kind: Kind, options: object, row: object, touched?: ReadonlySet<string>): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  const values = row as Record<string, string | undefined>
  for (const name of ['lsi1', 'gsi1', 'gsi2'] as const) {
    const computed = (options as Partial<Record<typeof name, Derived>>)[name]
    if (!computed || (touched && !computed.from.some((attribute) => touched.has(attribute)))) continue
    const lacking = computed.from.filter((attribute) => !(attribute in row))
    if (touched && lacking.length > 0)
      throw new TypeError(`${kind}: ${name} is computed from ${lacking.join(', ')} too, which the change does not say`)
    const isWhole = computed.from.every((attribute) => values[attribute] !== undefined)
    const value = isWhole ? computed.value(row as never) : undefined
    if (name === 'lsi1') found['lsi1sk'] = value
    else for (const [i, attribute] of attributesOf[name].entries()) found[attribute] = value?.[i]
  }
  const goes = (goesAfter as Partial<Record<Kind, { hours: number; from: string }>>)[kind]
  if (goes && (!touched || touched.has(goes.from))) found['ttl'] = secondsAfter(values[goes.from], goes.hours)
  return found
}

/** That many hours after an instant, or after the start of a day or month in UTC; in seconds since 1970, as DynamoDB requires. */
const secondsAfter = (from: string | undefined, hours: number) =>
  from === undefined ? undefined : Math.floor(Date.parse(from) / 1000) + 3600 * hours

import type { ProblemCode } from '#shared/problems.ts'
import type { Condition, Op } from './expressions.ts'
import type { IndexName } from './indexes.ts'
import type { Kind } from './map.ts'
import { goesAfter, type KindWith } from './retention.ts'
import { get, getMany } from './gets.ts'
import { ifUnchanged, type Stored, type Key, type Reserved, type Write } from './writes.ts'

type Name<Row> = keyof Row & string
type TextName<Row> = { [A in Name<Row>]: NonNullable<Row[A]> extends string ? A : never }[Name<Row>]

/** `['used', '<', 10]`, `['used', '<', { attribute: 'licences' }]` `['note', 'exists']`, or of a list `['flags', 'lacks', 'a']`: of the item before the change. */
export type When<Row> = {
  [A in Name<Row>]-?:
    | readonly [attribute: A, op: Op, value: NonNullable<Row[A]> | { attribute: Name<Row> }]
    | readonly [attribute: A, op: 'exists' | 'not exists']
    | (NonNullable<Row[A]> extends readonly string[] ? readonly [attribute: A, op: 'lacks', element: string] : never)
}[Name<Row>]
/** All of these hold of the item before the change. */
type Conditions<Row> = readonly When<Stored<Row>>[]
type Change<Row> = {
  /** `undefined` takes an attribute away. */
  set?: Partial<Row>
  add?: { [A in Name<Row>]?: number }
  when?: Conditions<Row>
}

/** What is computed from other attributes, and from which. */
type By<Row, T> = { from: readonly TextName<Row>[]; value: (row: never) => T }

/** A key of an index, computed from attributes of an item. An item that lacks one of them does not lie on that index. */
export const by = <const F extends string, T extends string | readonly [string, string]>(
  from: readonly F[],
  value: (row: Record<F, string>) => T,
): { from: readonly F[]; value: (row: Record<F, string>) => T } => ({ from, value })

type Options<Row, Id> = {
  key: (id: Id) => Key
  /** Its place in another order of the same partition. */
  lsi1?: By<Row, string>
  gsi1?: By<Row, readonly [pk: string, sk: string]>
  gsi2?: By<Row, readonly [pk: string, sk: string]>
  /** What its keys say: not kept a second time, and there again when it is read. Of long lists that are read whole. */
  inKey?: (keys: Key & { lsi1sk: string }) => Partial<Row>
  /** The attribute that says who made it, where there is one: `createOnce` then keeps no other. */
  madeBy?: TextName<Row>
}

/** A kind of item in the table: where it lives, and typed ways to read and write it. When it goes, `retention.ts` says. */
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
    /** The item as it was a moment ago, or as it is now when `consistent`. */
    get: async (id: Id, options: { consistent?: boolean } = {}): Promise<Stored<Row> | undefined> => {
      const found = await get<Stored<Row>>(key(id), options)
      return found && whole ? whole(found) : found
    },
    /** Any number of them, in the same order. */
    getMany: async (
      ids: readonly Id[],
      options: { consistent?: boolean } = {},
    ): Promise<(Stored<Row> | undefined)[]> => {
      const found = await getMany<Stored<Row>>(ids.map(key), options)
      return whole ? found.map((row) => row && whole(row)) : found
    },
    /** A row of a range with what its keys say. */
    whole: (row: Stored<Row>): Stored<Row> => whole?.(row) ?? row,
    /** A new item; refused when it is already there. */
    create: (row: Row & Id, otherwise: ProblemCode = 'conflict') => made(row, false, otherwise),
    /**
     * A new item whose id its maker has chosen. When they have made it before, the whole transaction has been done and is
     * not done again: `write()` gives `repeated`. What somebody else made is refused.
     */
    createOnce: (row: Row & Id, otherwise: ProblemCode = 'conflict') => made(row, true, otherwise),
    /**
     * Changes an item that is there. What an index is computed from is given whole, or not at all: its key changes with it.
     */
    change: (id: Id, change: Change<Row>, otherwise: ProblemCode = 'conflict') =>
      changed('change', id, change, otherwise),
    /** The whole of it anew: of an item as it was read, or of none, where there was none. */
    keep: (kept: { version: number } | undefined, row: Row & Id, otherwise: ProblemCode = 'conflict') =>
      kept
        ? { ...changed('change', row, { set: row }, otherwise), when: ifUnchanged(kept) }
        : made(row, false, otherwise),
    /** The same, but an item that is not there is made of it. */
    upsert: (id: Id, change: Change<Row>, otherwise: ProblemCode = 'conflict') =>
      changed('upsert', id, change, otherwise),
    remove: (id: Id, otherwise: ProblemCode = 'not_found', when: Conditions<Row> = []): Write<Row> => ({
      ...common(id, otherwise),
      does: 'remove',
      when: conditions(when),
    }),
    /** Writes nothing: it is there and all of this holds of it, or the transaction does not happen. */
    check: (id: Id, when: Conditions<Row>, otherwise: ProblemCode = 'conflict'): Write<Row> => ({
      ...common(id, otherwise),
      does: 'check',
      when: conditions(when),
    }),
    /** Writes nothing: there is no such item, or the transaction does not happen. */
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

/** The keys of indexes and the expiry that follow from an item; of a change, those that it touches. */
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

/** So many hours after an instant, or after a day or a month begins by UTC: in seconds since 1970, as DynamoDB wants it. */
const secondsAfter = (from: string | undefined, hours: number) =>
  from === undefined ? undefined : Math.floor(Date.parse(from) / 1000) + 3600 * hours

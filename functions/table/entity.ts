import type { ProblemCode } from '#shared/problems.ts'
import type { Condition, Op } from './expressions.ts'
import type { IndexName } from './indexes.ts'
import type { Kind } from './map.ts'
import { timeToLive, type KindWith } from './retention.ts'
import { get, getMany } from './gets.ts'
import { ifUnchanged, type Stored, type Key, type Reserved, type Write } from './writes.ts'

type Name<Row> = keyof Row & string
type TextName<Row> = { [A in Name<Row>]: NonNullable<Row[A]> extends string ? A : never }[Name<Row>]

/**
 * A condition on the item before the write: `['used', '<', 10]`, `['used', '<', { attribute: 'licences' }]`, `['note', 'exists']`, or for a
 * list `['flags', 'lacks', 'a']`.
 */
export type When<Row> = {
  [A in Name<Row>]-?:
    | readonly [attribute: A, op: Op, value: NonNullable<Row[A]> | { attribute: Name<Row> }]
    | readonly [attribute: A, op: 'exists' | 'not exists']
    | (NonNullable<Row[A]> extends readonly string[] ? readonly [attribute: A, op: 'lacks', element: string] : never)
}[Name<Row>]
/** Conditions of which all must hold. */
type Conditions<Row> = readonly When<Stored<Row>>[]
type Change<Row> = {
  /** `undefined` removes an attribute. */
  set?: Partial<Row>
  add?: { [A in Name<Row>]?: number }
  when?: Conditions<Row>
}

/** A value that is computed from other attributes, and the names of these. */
type By<Row, T> = { from: readonly TextName<Row>[]; value: (row: never) => T }

/** A key on an index, computed from attributes. An item that lacks one of them is not on the index. */
export const by = <const F extends string, T extends string | readonly [string, string]>(
  from: readonly F[],
  value: (row: Record<F, string>) => T,
): { from: readonly F[]; value: (row: Record<F, string>) => T } => ({ from, value })

type Options<Row, Id> = {
  key: (id: Id) => Key
  /** Its sort key on the local index. */
  lsi1?: By<Row, string>
  gsi1?: By<Row, readonly [pk: string, sk: string]>
  gsi2?: By<Row, readonly [pk: string, sk: string]>
  /** Attributes that are parsed from the keys: not stored a second time, and added when the item is read. Saves space in long lists. */
  inKey?: (keys: Key & { lsi1sk: string }) => Partial<Row>
  /** An attribute of the kind's own with the creator: then `createOnce` needs no `createdBy`. */
  creatorAttribute?: TextName<Row>
}

/**
 * A kind of item: its keys, and typed functions that read it and that give writes, for `write()`. Whether it expires is in `retention.ts`.
 */
export function entity<Row extends { [R in Reserved]?: never } & object, Id>(
  kind: Kind & KindWith<TextName<Row & Id>>,
  options: Options<Row & Id, Id>,
) {
  const { key } = options
  const indexNames = (['lsi1', 'gsi1', 'gsi2'] as const).filter((index) => options[index])
  const { inKey, creatorAttribute = 'createdBy' } = options
  const addKeyAttributes = inKey && (<Read extends object>(row: Read): Read => ({ ...row, ...inKey(row as never) }))
  const common = (id: Id, otherwise: ProblemCode) => ({
    kind,
    key: key(id),
    indexNames,
    otherwise,
    ...(addKeyAttributes && { addKeyAttributes }),
  })
  const conditions = (when: Conditions<Row>) => when as readonly Condition[]
  const derived = (row: object, touchedNames?: ReadonlySet<string>) => derive(kind, options, row, touchedNames)

  const createWrite = (row: Row & Id, once: boolean, otherwise: ProblemCode): Write<Row> => {
    const item = { ...row, ...derived(row) }
    const keyNames = inKey ? Object.keys(inKey({ lsi1sk: '', ...key(row), ...item })) : []
    const storedAttributes = Object.fromEntries(Object.entries(item).filter(([name]) => !keyNames.includes(name)))
    return { ...common(row, otherwise), operation: 'create', item: storedAttributes, once: once && creatorAttribute }
  }
  const changeWrite = (
    operation: 'change' | 'upsert',
    id: Id,
    change: Change<Row>,
    otherwise: ProblemCode,
  ): Write<Row> => {
    const { set = {}, add = {}, when = [] } = change
    const touchedNames = new Set([...Object.keys(set), ...Object.keys(add)])
    const knownAttributes = { ...id, ...set }
    const sets = {
      set: { ...set, ...derived(knownAttributes, operation === 'change' ? touchedNames : undefined) },
      add,
    }
    return { ...common(id, otherwise), operation, sets, when: conditions(when) }
  }

  return {
    kind,
    key,
    /** The item; undefined if there is none. Eventually consistent, unless `consistent`. */
    get: async (id: Id, options: { consistent?: boolean } = {}): Promise<Stored<Row> | undefined> => {
      const found = await get<Stored<Row>>(key(id), options)
      return found && addKeyAttributes ? addKeyAttributes(found) : found
    },
    /** Any number of items, in the order of the ids. */
    getMany: async (
      ids: readonly Id[],
      options: { consistent?: boolean } = {},
    ): Promise<(Stored<Row> | undefined)[]> => {
      const found = await getMany<Stored<Row>>(ids.map(key), options)
      return addKeyAttributes ? found.map((row) => row && addKeyAttributes(row)) : found
    },
    /** The items of this kind among the rows of a range that holds several kinds. */
    among: (found: readonly Stored<object>[]): Stored<Row>[] =>
      found.filter((row) => row.kind === kind) as unknown as Stored<Row>[],
    /** A row of a range, with the attributes that are only in its keys. */
    withKeyAttributes: (row: Stored<Row>): Stored<Row> => addKeyAttributes?.(row) ?? row,
    /** Creates an item; refused if it exists. */
    create: (row: Row & Id, otherwise: ProblemCode = 'conflict') => createWrite(row, false, otherwise),
    /**
     * Creates an item whose id the caller has chosen. If it exists and the same actor created it, the whole transaction was done before:
     * `write()` gives `repeated`. If somebody else created it, it is refused.
     */
    createOnce: (row: Row & Id, otherwise: ProblemCode = 'conflict') => createWrite(row, true, otherwise),
    /**
     * Changes an existing item. Of the attributes that an index key is computed from, either all are given or none, so that the key can be
     * computed again.
     */
    change: (id: Id, change: Change<Row>, otherwise: ProblemCode = 'conflict') =>
      changeWrite('change', id, change, otherwise),
    /** Sets all of these attributes: of an item that is unchanged since it was read, or of a new one if there was none. */
    save: (stored: { version: number } | undefined, row: Row & Id, otherwise: ProblemCode = 'conflict') =>
      stored
        ? { ...changeWrite('change', row, { set: row }, otherwise), when: ifUnchanged(stored) }
        : createWrite(row, false, otherwise),
    /** Like `change`, but creates the item if it does not exist. */
    upsert: (id: Id, change: Change<Row>, otherwise: ProblemCode = 'conflict') =>
      changeWrite('upsert', id, change, otherwise),
    remove: (id: Id, otherwise: ProblemCode = 'not_found', when: Conditions<Row> = []): Write<Row> => ({
      ...common(id, otherwise),
      operation: 'remove',
      when: conditions(when),
    }),
    /** A condition check: the item exists and fulfills the conditions, or the transaction fails. */
    check: (id: Id, when: Conditions<Row>, otherwise: ProblemCode = 'conflict'): Write<Row> => ({
      ...common(id, otherwise),
      operation: 'check',
      when: conditions(when),
    }),
    /** A condition check: the item does not exist, or the transaction fails. */
    checkAbsent: (id: Id, otherwise: ProblemCode = 'conflict'): Write<Row> => ({
      ...common(id, otherwise),
      operation: 'checkAbsent',
    }),
  }
}

type Derived = By<Record<string, string>, string | readonly [string, string]>
const attributesOf: Record<Exclude<IndexName, 'lsi1'>, [string, string]> = {
  gsi1: ['gsi1pk', 'gsi1sk'],
  gsi2: ['gsi2pk', 'gsi2sk'],
}

/** The index keys and the `ttl` of an item; of a change, those that depend on an attribute that it touches. */
function derive(kind: Kind, options: object, row: object, touchedNames?: ReadonlySet<string>): Record<string, unknown> {
  const derived: Record<string, unknown> = {}
  const values = row as Record<string, string | undefined>
  for (const name of ['lsi1', 'gsi1', 'gsi2'] as const) {
    const computed = (options as Partial<Record<typeof name, Derived>>)[name]
    if (!computed || (touchedNames && !computed.from.some((attribute) => touchedNames.has(attribute)))) continue
    const missing = computed.from.filter((attribute) => !(attribute in row))
    if (touchedNames && missing.length > 0)
      throw new TypeError(`${kind}: ${name} is computed from ${missing.join(', ')} too, which the change does not say`)
    const isComplete = computed.from.every((attribute) => values[attribute] !== undefined)
    const value = isComplete ? computed.value(row as never) : undefined
    if (name === 'lsi1') derived['lsi1sk'] = value
    else for (const [i, attribute] of attributesOf[name].entries()) derived[attribute] = value?.[i]
  }
  const expiry = (timeToLive as Partial<Record<Kind, { hours: number; from: string }>>)[kind]
  if (expiry && (!touchedNames || touchedNames.has(expiry.from)))
    derived['ttl'] = secondsAfter(values[expiry.from], expiry.hours)
  return derived
}

/** So many hours after an instant, or after the start of a day or month in UTC, in seconds since 1970. */
const secondsAfter = (from: string | undefined, hours: number) =>
  from === undefined ? undefined : Math.floor(Date.parse(from) / 1000) + 3600 * hours

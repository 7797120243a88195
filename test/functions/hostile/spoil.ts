import { kindOf } from '#shared/ids.ts'
import type { Dice } from '../dice.ts'
import { branchFor, type Schema, valueOf } from './schema.ts'
import { hugeLengths, type Ids, lengths, noTexts, numbers, rawNumbers, rawToken, spoiltIds, texts } from './words.ts'

/** One position in a request. */
export type Spot = { at: readonly (string | number)[]; value: unknown; schema: Schema }
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Blob)

/** All positions in a value, itself first; only the first three entries of long lists. */
export function spotsOf(value: unknown, schema: Schema, at: Spot['at'] = []): Spot[] {
  const branch = branchFor(schema, value)
  const childSpots = Array.isArray(value)
    ? value.slice(0, 3).flatMap((each, i) => spotsOf(each, branch.items ?? {}, [...at, i]))
    : isRecord(value)
      ? Object.entries(value).flatMap(([name, each]) => {
          const additional = typeof branch.additionalProperties === 'object' ? branch.additionalProperties : {}
          return spotsOf(each, branch.properties?.[name] ?? additional, [...at, name])
        })
      : []
  return [{ at, value, schema }, ...childSpots]
}

const removed = Symbol('gone')
/** The value with the one at a position replaced or removed. Does not modify the original. */
function changedAt(value: unknown, [step, ...rest]: Spot['at'], to: unknown): unknown {
  if (step === undefined) return to
  if (Array.isArray(value)) {
    const changed = value.map((each, i): unknown => (i === step ? changedAt(each, rest, to) : each))
    return changed.filter((each) => each !== removed)
  }
  if (!isRecord(value)) return value
  const changed = Object.entries(value).map(([name, each]) => [name, name === step ? changedAt(each, rest, to) : each])
  // From entries, so that `__proto__` is a field like any other.
  return Object.fromEntries(changed.filter(([, each]) => each !== removed))
}

type SpoilContext = { dice: Dice; ids: Ids; knownTexts: readonly string[] }
type Way = readonly [name: string, share: number, make: (spot: Spot, given: SpoilContext) => unknown]
const nested = (depth: number, list: boolean) => {
  let value: unknown = 'x'
  for (let i = 0; i < depth; i++) value = list ? [value] : { a: value }
  return value
}
const nameOf = ({ at }: Spot) => at.findLast((step) => typeof step === 'string') ?? ''

const anyValueWays: Way[] = [
  ['another right one', 40, (spot, given) => valueOf(spot.schema, nameOf(spot), given)],
  ['gone', 8, () => removed],
  ['null', 4, () => null],
  ['a text', 3, (_, { dice }) => dice.pick(texts)],
  ['a number', 3, (_, { dice }) => dice.pick(numbers)],
  ['a bare number', 2, (_, { dice }) => rawToken(dice.pick(rawNumbers))],
  ['a flag', 2, (_, { dice }) => dice.percent(50)],
  ['a list', 2, ({ value }, { dice }) => dice.pick([[], [value], [[value]], [null], ['']])],
  ['an object', 2, ({ value }, { dice }) => dice.pick<unknown>([{}, { value }, { toString: 'x' }, { length: 1 }])],
  ['nested', 1, (_, { dice }) => nested(dice.pick([2, 30, 300]), dice.percent(50))],
]
const textWays: Way[] = [
  ['another text', 20, (_, { dice }) => dice.pick(texts)],
  ['an id of theirs', 6, (_, { dice, ids }) => dice.pick(ids.own)],
  ['an id of another club', 5, ({ value }, { dice, ids }) => idOfSameKind(String(value), ids.foreign, dice)],
  ['an id of nothing', 5, ({ value }, { dice, ids }) => idOfSameKind(String(value), ids.absent, dice)],
  ['an id of theirs of the kind', 5, ({ value }, { dice, ids }) => idOfSameKind(String(value), ids.own, dice)],
  ['spoilt', 5, ({ value }, { dice }) => dice.pick(spoiltIds(String(value)))],
  ['no text', 5, ({ value }, { dice }) => `${dice.percent(50) ? String(value) : ''}${dice.pick(noTexts)}`],
  ['long', 5, (_, { dice }) => dice.pick(['x', '😀', '<', 'é', ' a', '"', '\\', '\n']).repeat(dice.pick(lengths))],
  ['between spaces', 3, ({ value }) => ` ${String(value)}\t`],
  ['other letters', 2, ({ value }) => String(value).toUpperCase()],
]
const numberWays: Way[] = [
  ['another number', 25, (_, { dice }) => dice.pick(numbers)],
  ['one bare', 10, (_, { dice }) => rawToken(dice.pick(rawNumbers))],
  ['one beside', 10, ({ value }, { dice }) => Number(value) + dice.pick([1, -1, 0.5])],
  ['negative', 5, ({ value }) => -Number(value)],
  ['as text', 5, ({ value }) => String(value)],
]
const listWays: Way[] = [
  ['empty', 8, () => []],
  ['twice the same', 15, ({ value }) => [...(value as unknown[]), ...(value as unknown[])]],
  ['many times the same', 3, ({ value }, { dice }) => repeatUntil(value as unknown[], dice.pick([26, 51, 101, 301]))],
  ['one more', 15, (spot, given) => [...(spot.value as unknown[]), ...newElement(spot, given)]],
  [
    'some more',
    6,
    (spot, given) => [
      ...(spot.value as unknown[]),
      ...Array.from({ length: given.dice.pick([5, 25, 26, 50, 99, 100, 101]) }, () => newElement(spot, given)).flat(),
    ],
  ],
  ['with a hole', 3, ({ value }) => [...(value as unknown[]), null]],
]
const objectWays: Way[] = [
  [
    'a field more',
    10,
    ({ value }, { dice }) => withField(value, dice.pick(['isAdmin', 'id', 'pk', 'sk', 'kind', '$set', 'x', ''])),
  ],
  [
    '__proto__',
    6,
    ({ value }, { dice }) => withField(value, dice.pick(['__proto__', 'constructor', 'prototype', 'toString'])),
  ],
  ['all empty', 2, () => ({})],
]
/** Expensive ones, used rarely. */
const hugeWays: Way[] = [
  ['huge', 1, (_, { dice }) => dice.pick(['x', '😀', '<', '\\']).repeat(dice.pick(hugeLengths))],
  ['10,001 of them', 1, ({ value }) => repeatUntil(Array.isArray(value) ? value : [value], 10_001)],
  ['10,001 fields', 1, () => Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`f${i}`, i]))],
  ['nested very deep', 1, (_, { dice }) => rawToken('['.repeat(dice.pick([3000, 90_000])).concat(']'.repeat(3000)))],
]
const repeatUntil = (list: unknown[], length: number): unknown[] =>
  list.length === 0 ? [] : Array.from({ length }, (_, i) => list[i % list.length])
const newElement = (spot: Spot, given: SpoilContext): unknown[] => [
  valueOf(branchFor(spot.schema, spot.value).items ?? {}, nameOf(spot), given),
]
const withField = (value: unknown, name: string) =>
  Object.fromEntries([...Object.entries(value as object), [name, name === '__proto__' ? { isAdmin: true } : 'x']])
function idOfSameKind(value: string, list: readonly string[], dice: Dice): string {
  const kind = kindOf(value)
  const sameKindIds = kind ? list.filter((id) => kindOf(id) === kind) : list
  return dice.pick(sameKindIds.length > 0 ? sameKindIds : list)
}

const waysFor = (value: unknown): readonly Way[] =>
  typeof value === 'string'
    ? textWays
    : typeof value === 'number'
      ? numberWays
      : Array.isArray(value)
        ? listWays
        : isRecord(value)
          ? objectWays
          : []
function drawWay(ways: readonly Way[], dice: Dice): Way {
  let remaining = dice.below(ways.reduce((sum, [, share]) => sum + share, 0))
  return ways.find(([, share]) => (remaining -= share) < 0) ?? (ways[0] as Way)
}

/** Spoils one position in one way; labels which and how. */
export function spoilValue(
  value: unknown,
  spots: readonly Spot[],
  given: SpoilContext,
): { value: unknown; label: string } {
  const { dice } = given
  const spot = dice.pick(spots)
  const [name, , make] = drawWay(dice.percent(0.3) ? hugeWays : [...anyValueWays, ...waysFor(spot.value)], dice)
  const at = spot.at.map((step) => (typeof step === 'number' ? '0' : step)).join('.')
  return { value: changedAt(value, spot.at, make(spot, given)), label: `${at}: ${name}` }
}
export const isRemoved = (value: unknown): boolean => value === removed
/** Like `spoilValue`, for plain texts: queries, paths and headers. */
export function spoilText(value: string, given: SpoilContext): { value: string | undefined; name: string } {
  const spot: Spot = { at: [], value, schema: {} }
  const { dice } = given
  if (dice.percent(6)) return { value: undefined, name: 'gone' }
  const [name, , make] = drawWay(dice.percent(0.3) ? hugeWays.slice(0, 1) : textWays, dice)
  return { value: String(make(spot, given)), name }
}

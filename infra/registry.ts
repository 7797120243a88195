import * as areas from '#functions/areas.ts'
import type { FunctionRecord, Functions, Watched } from '#functions/registry.ts'

/** Every function of the product, by its name. */
const all: Functions = Object.assign({}, ...Object.values<Functions>(areas))

const each = <T>(lists: readonly (readonly T[] | undefined)[]): T[] => [...new Set(lists.flatMap((list) => list ?? []))]

/** What answers programs may read whatever those areas may that it hands on to, write none of it, and open nothing that is sealed. */
function withWhatItReads(record: FunctionRecord): FunctionRecord {
  if (!('token' in record.on)) return record
  const { token } = record.on
  const behind = Object.values(all).filter(({ on }) => 'api' in on && token.includes(on.api))
  return {
    ...record,
    may: { ...record.may, read: each([record.may.read, ...behind.map(({ may }) => may.read)]) },
    indexes: each(behind.map(({ indexes }) => indexes)),
    secrets: each(behind.map(({ secrets }) => secrets)).filter((name) => name !== 'seals'),
    // Pictures are shown at addresses that are signed.
    media: { files: ['get'] },
  }
}

/** Whatever answers requests counts for which club it does. */
export const registry: Functions = Object.fromEntries(
  Object.entries(all).map(([name, own]) => {
    const record = withWhatItReads(own)
    const answers = 'api' in record.on || 'token' in record.on
    return [name, answers ? { ...record, may: { ...record.may, write: [...record.may.write, 'USAGE'] } } : record]
  }),
)

type Trigger = FunctionRecord['on']
type By = Trigger extends infer One ? (One extends unknown ? keyof One : never) : never
export type Called<B extends By> = FunctionRecord & { on: Extract<Trigger, { [K in B]: unknown }> }

/** The functions that are called so, with their names: `calledBy('api')`. */
export const calledBy = <B extends By>(by: B, all: Functions = registry): [string, Called<B>][] =>
  Object.entries(all).filter((entry): entry is [string, Called<B>] => by in entry[1].on)

/** Which changes of the table each worker hears of, by its name. */
export const watching: Readonly<Record<string, readonly Watched[]>> = Object.fromEntries(
  calledBy('stream').map(([name, { on }]) => [name, on.stream]),
)

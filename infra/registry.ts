import * as areas from '#functions/areas.ts'
import type { ChangeFilter, FunctionRecord, Functions } from '#functions/registry.ts'

/** Every function of the product, by name. */
const all: Functions = Object.assign({}, ...Object.values<Functions>(areas))

const unique = <T>(lists: readonly (readonly T[] | undefined)[]): T[] => [
  ...new Set(lists.flatMap((list) => list ?? [])),
]

/**
 * Adds to the function that answers access tokens the right to read what the areas read whose handlers it calls; not to write, or to
 * decrypt.
 */
function withReadRights(record: FunctionRecord): FunctionRecord {
  if (!('token' in record.on)) return record
  const { token } = record.on
  const calledFunctions = Object.values(all).filter(({ on }) => 'api' in on && token.includes(on.api))
  return {
    ...record,
    may: { ...record.may, read: unique([record.may.read, ...calledFunctions.map(({ may }) => may.read)]) },
    indexes: unique(calledFunctions.map(({ indexes }) => indexes)),
    secrets: unique(calledFunctions.map(({ secrets }) => secrets)).filter((name) => name !== 'seals'),
    // Pictures are shown at signed addresses.
    media: { files: ['get'] },
  }
}

/** All functions by name. Those that answer requests may also write the usage of clubs. */
export const registry: Functions = Object.fromEntries(
  Object.entries(all).map(([name, ownRecord]) => {
    const record = withReadRights(ownRecord)
    const answersRequests = 'api' in record.on || 'token' in record.on
    return [
      name,
      answersRequests ? { ...record, may: { ...record.may, write: [...record.may.write, 'USAGE'] } } : record,
    ]
  }),
)

type Trigger = FunctionRecord['on']
type TriggerKind = Trigger extends infer One ? (One extends unknown ? keyof One : never) : never
export type Triggered<B extends TriggerKind> = FunctionRecord & { on: Extract<Trigger, { [K in B]: unknown }> }

/** The functions with this kind of trigger, with their names: `triggeredBy('api')`. */
export const triggeredBy = <B extends TriggerKind>(trigger: B, all: Functions = registry): [string, Triggered<B>][] =>
  Object.entries(all).filter((entry): entry is [string, Triggered<B>] => trigger in entry[1].on)

/** The filters of changes in the table of each worker, by its name. */
export const changeFilters: Readonly<Record<string, readonly ChangeFilter[]>> = Object.fromEntries(
  triggeredBy('stream').map(([name, { on }]) => [name, on.stream]),
)

import { randomBytes } from 'node:crypto'
import { readJson, writeAtomically } from '../../files.ts'
import { missing } from './refusal.ts'
import { shapeOf } from './shapes.ts'

/** An object of Stripe's API; fields such as `ownNumber` belong to the stand-in. */
export type Thing = { id: string; object: string; created: number; [field: string]: unknown }
type StoredResponse = { digest: string; status: number; answer: unknown }
type StoredState = { things: Record<string, Record<string, Thing>>; answered: Record<string, StoredResponse> }

/** The id of the platform's own account; clubs have accounts of their own. */
export const platform = 'platform'

/** The state of the stand-in by account, kept in a file between starts. */
export type Books = {
  now: () => number
  /** Creates an object. `T` is its type in Stripe's package. */
  make: <T extends object>(account: string, object: string, prefix: string, fields: Partial<T>) => Thing & T
  get: <T extends object>(account: string, id: string, what: string) => Thing & T
  find: <T extends object>(account: string, id: string | null | undefined) => (Thing & T) | undefined
  /** The objects of one kind, newest first. */
  all: <T extends object>(account: string, object: string) => (Thing & T)[]
  accounts: () => string[]
  /** Removes an object that was never completed. */
  drop: (account: string, id: string) => void
  /** Responses by idempotency key. */
  answered: Record<string, StoredResponse>
  keep: () => void
}

/** @param now milliseconds since 1970 */
export function openBooks({ now: millis, file }: { now: () => number; file?: string }): Books {
  const kept = readKept(file)
  const now = (): number => Math.floor(millis() / 1000)
  const of = (account: string): Record<string, Thing> => (kept.things[account] ??= {})
  // Only own properties count, so that ids such as `constructor` find nothing.
  const thingOf = (account: string, id: string) => (Object.hasOwn(of(account), id) ? of(account)[id] : undefined)
  return {
    now,
    make<T extends object>(account: string, object: string, prefix: string, fields: Partial<T>) {
      const id = `${prefix}_${randomBytes(12).toString('hex')}`
      const thing = { id, object, created: now(), ...shapeOf(object), ...fields } as unknown as Thing & T
      of(account)[thing.id] = thing
      return thing
    },
    get<T extends object>(account: string, id: string, what: string) {
      const thing = thingOf(account, id)
      if (!thing || letters(thing.object) !== letters(what)) throw missing(what, id)
      return thing as Thing & T
    },
    find: <T extends object>(account: string, id: string | null | undefined) =>
      thingOf(account, id ?? '') as (Thing & T) | undefined,
    all: <T extends object>(account: string, object: string) =>
      Object.values(of(account))
        .filter((thing) => thing.object === object)
        .toReversed() as (Thing & T)[],
    accounts: () => Object.keys(kept.things),
    drop(account, id) {
      delete of(account)[id]
    },
    answered: kept.answered,
    keep: () => file && writeAtomically(file, JSON.stringify(kept)),
  }
}

/**
 * Stripe's names vary: `checkout.session` in responses and `checkout session` in errors, `payment_method` and
 * `PaymentMethod`.
 */
const letters = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '')

const readKept = (file: string | undefined): StoredState =>
  (file ? readJson<StoredState>(file) : undefined) ?? { things: {}, answered: {} }

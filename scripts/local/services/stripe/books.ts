import { randomBytes } from 'node:crypto'
import { readJson, writeAtomically } from '../../files.ts'
import { missing } from './refusal.ts'
import { shapeOf } from './shapes.ts'

/** An object of Stripe's API; fields such as `ownNumber` belong to the stand-in. */
export type StripeObject = { id: string; object: string; created: number; [field: string]: unknown }
type StoredResponse = { digest: string; status: number; answer: unknown }
type StoredState = { things: Record<string, Record<string, StripeObject>>; answered: Record<string, StoredResponse> }

/** The id of the platform's own account; clubs have accounts of their own. */
export const platform = 'platform'

/** The state of the stand-in by account, kept in a file between starts. */
export type Books = {
  now: () => number
  /** Creates an object. `T` is its type in Stripe's package. */
  make: <T extends object>(account: string, object: string, prefix: string, fields: Partial<T>) => StripeObject & T
  get: <T extends object>(account: string, id: string, what: string) => StripeObject & T
  find: <T extends object>(account: string, id: string | null | undefined) => (StripeObject & T) | undefined
  /** The objects of one kind, newest first. */
  all: <T extends object>(account: string, object: string) => (StripeObject & T)[]
  accounts: () => string[]
  /** Removes an object that was never completed. */
  drop: (account: string, id: string) => void
  /** Responses by idempotency key. */
  answered: Record<string, StoredResponse>
  keep: () => void
}

/** @param now milliseconds since 1970 */
export function openBooks({ now: millis, file }: { now: () => number; file?: string }): Books {
  const state = readKept(file)
  const now = (): number => Math.floor(millis() / 1000)
  const objectsOf = (account: string): Record<string, StripeObject> => (state.things[account] ??= {})
  // Only own properties count, so that ids such as `constructor` find nothing.
  const findObject = (account: string, id: string) =>
    Object.hasOwn(objectsOf(account), id) ? objectsOf(account)[id] : undefined
  return {
    now,
    make<T extends object>(account: string, object: string, prefix: string, fields: Partial<T>) {
      const id = `${prefix}_${randomBytes(12).toString('hex')}`
      const stripeObject = { id, object, created: now(), ...shapeOf(object), ...fields } as unknown as StripeObject & T
      objectsOf(account)[stripeObject.id] = stripeObject
      return stripeObject
    },
    get<T extends object>(account: string, id: string, type: string) {
      const stripeObject = findObject(account, id)
      if (!stripeObject || letters(stripeObject.object) !== letters(type)) throw missing(type, id)
      return stripeObject as StripeObject & T
    },
    find: <T extends object>(account: string, id: string | null | undefined) =>
      findObject(account, id ?? '') as (StripeObject & T) | undefined,
    all: <T extends object>(account: string, object: string) =>
      Object.values(objectsOf(account))
        .filter((stripeObject) => stripeObject.object === object)
        .toReversed() as (StripeObject & T)[],
    accounts: () => Object.keys(state.things),
    drop(account, id) {
      delete objectsOf(account)[id]
    },
    answered: state.answered,
    keep: () => file && writeAtomically(file, JSON.stringify(state)),
  }
}

/**
 * Stripe's names vary: `checkout.session` in responses and `checkout session` in errors, `payment_method` and
 * `PaymentMethod`.
 */
const letters = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '')

const readKept = (file: string | undefined): StoredState =>
  (file ? readJson<StoredState>(file) : undefined) ?? { things: {}, answered: {} }

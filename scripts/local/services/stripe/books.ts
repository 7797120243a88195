import { randomBytes } from 'node:crypto'
import { readJson, writeWhole } from '../../files.ts'
import { missing } from './refusal.ts'
import { shapeOf } from './shapes.ts'

/** One object of Stripe's, as its API gives it; names such as `ownNumber` are the stand-in's own. */
export type Thing = { id: string; object: string; created: number; [field: string]: unknown }
type Answered = { digest: string; status: number; answer: unknown }
type Kept = { things: Record<string, Record<string, Thing>>; answered: Record<string, Answered> }

/** The account that the platform itself is; clubs have accounts of their own. */
export const platform = 'platform'

/** Everything that the stand-in knows, by account, kept in a file from one start to the next. */
export type Books = {
  now: () => number
  /** A new object. `T` is what Stripe's own types say of it. */
  make: <T extends object>(account: string, object: string, prefix: string, fields: Partial<T>) => Thing & T
  get: <T extends object>(account: string, id: string, what: string) => Thing & T
  find: <T extends object>(account: string, id: string | null | undefined) => (Thing & T) | undefined
  /** Those of one kind, the newest first. */
  all: <T extends object>(account: string, object: string) => (Thing & T)[]
  accounts: () => string[]
  /** Takes back what has not come about. */
  drop: (account: string, id: string) => void
  /** Answers given by idempotency key. */
  answered: Record<string, Answered>
  keep: () => void
}

/** @param now milliseconds since 1970 */
export function openBooks({ now: millis, file }: { now: () => number; file?: string }): Books {
  const kept = readKept(file)
  const now = (): number => Math.floor(millis() / 1000)
  const of = (account: string): Record<string, Thing> => (kept.things[account] ??= {})
  // Whatever name is asked for, `constructor` say, only what is in the books is found.
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
    keep: () => file && writeWhole(file, JSON.stringify(kept)),
  }
}

/** Stripe calls one thing `checkout.session` in its answers and `checkout session` in its refusals, and another `payment_method` and `PaymentMethod`. */
const letters = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '')

const readKept = (file: string | undefined): Kept =>
  (file ? readJson<Kept>(file) : undefined) ?? { things: {}, answered: {} }

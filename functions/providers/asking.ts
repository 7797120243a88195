import Stripe from 'stripe'
import type { StripeClient } from './askedOfStripe.ts'
import { Problem, type ProblemCode } from '#shared/problems.ts'
import { stripeClient } from './stripeClient.ts'

/** What Stripe did not answer, or not as it should, may work in a moment: `busy`. */
export function orBusy(error: unknown): unknown {
  const { errors } = Stripe
  const isTransient =
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeRateLimitError ||
    // The same is under way by the same key (409): a worker may have come first.
    (error instanceof errors.StripeError && ((error.statusCode ?? 0) >= 500 || error.statusCode === 409))
  return isTransient ? new Problem('busy') : error
}

/** The same calls, of which what passes by itself is `busy`. */
export const busyInstead = <Calls extends object>(calls: Calls): Calls =>
  Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [
      name,
      async (...given: unknown[]) => {
        try {
          return await (call as (...given: unknown[]) => Promise<unknown>)(...given)
        } catch (error) {
          throw orBusy(error)
        }
      },
    ]),
  ) as Calls

/** What has been taken away at Stripe, or is on an account that is not connected to ours any more: nothing comes of asking again. */
export const isGone = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripePermissionError ||
  (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404)

/** What is not to be seen any more. */
export function orUndefined(error: unknown): undefined {
  if (!isGone(error)) throw error
}

/** What Stripe will not do for an account, however often it is asked; what is under way by the same key (409) is none. */
export const isRefused = (
  error: unknown,
): error is InstanceType<typeof Stripe.errors.StripePermissionError | typeof Stripe.errors.StripeInvalidRequestError> =>
  error instanceof Stripe.errors.StripePermissionError ||
  (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 409)

/** Asks our own account at Stripe. A declined card is a refusal of ours, and what may work in a moment is `busy`. */
export async function asked<T>(work: (stripe: StripeClient) => Promise<T>): Promise<T> {
  try {
    return await work(await stripeClient())
  } catch (error) {
    throw error instanceof Stripe.errors.StripeCardError ? new Problem('payment_failed') : orBusy(error)
  }
}

/**
 * Has another refusal of ours stand for what Stripe will not do as it was asked, however often it is: a code that is not for
 * this, a thing that is not there. What is under way by the same key (409) is none.
 */
export const refusedAs =
  (code: ProblemCode) =>
  (error: unknown): never => {
    const isFinal = error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 409
    throw isFinal ? new Problem(code) : error
  }

/** What Stripe will not do may have been done by another call at the same time: how it stands, it says. */
export const isDone =
  <T>(now: () => Promise<T>) =>
  (error: unknown): Promise<T> => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return now()
    throw error
  }

export const instantOf = (seconds: number): string => new Date(seconds * 1000).toISOString()
export const idOf = (it: string | { id: string } | null | undefined): string | undefined =>
  typeof it === 'string' ? it : it?.id
/** The subscription that a bill is of. */
export const subscriptionOf = ({ parent }: Stripe.Invoice) => idOf(parent?.subscription_details?.subscription)

import Stripe from 'stripe'
import type { StripeClient } from './askedOfStripe.ts'
import { Problem, type ProblemCode } from '#shared/problems.ts'
import { stripeClient } from './stripeClient.ts'

/** Turns transient Stripe errors into `busy`. */
export function orBusy(error: unknown): unknown {
  const { errors } = Stripe
  const isTransient =
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeRateLimitError ||
    // A request with the same idempotency key is in progress (409): another worker may have been first.
    (error instanceof errors.StripeError && ((error.statusCode ?? 0) >= 500 || error.statusCode === 409))
  return isTransient ? new Problem('busy') : error
}

/** Wraps each call so that transient errors become `busy`. */
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

/** Whether the object was deleted at Stripe, or its account is no longer connected to ours: asking again is pointless. */
export const isGone = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripePermissionError ||
  (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404)

/** For `catch`: undefined if the object is gone, throws otherwise. */
export function orUndefined(error: unknown): undefined {
  if (!isGone(error)) throw error
}

/** Whether Stripe refuses for good. A request in progress with the same key (409) is not a refusal. */
export const isRefused = (
  error: unknown,
): error is InstanceType<typeof Stripe.errors.StripePermissionError | typeof Stripe.errors.StripeInvalidRequestError> =>
  error instanceof Stripe.errors.StripePermissionError ||
  (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 409)

/** Calls Stripe with our own account. A declined card becomes `payment_failed`, a transient error `busy`. */
export async function asked<T>(work: (stripe: StripeClient) => Promise<T>): Promise<T> {
  try {
    return await work(await stripeClient())
  } catch (error) {
    throw error instanceof Stripe.errors.StripeCardError ? new Problem('payment_failed') : orBusy(error)
  }
}

/**
 * For `catch`: throws the Problem `code` if Stripe refuses for good, such as for an invalid code or a missing object. A request
 * in progress with the same key (409) is not a refusal.
 */
export const refusedAs =
  (code: ProblemCode) =>
  (error: unknown): never => {
    const isFinal = error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 409
    throw isFinal ? new Problem(code) : error
  }

/** For `catch`: if Stripe refuses, a concurrent call may have done it already, so the current state is returned. */
export const isDone =
  <T>(now: () => Promise<T>) =>
  (error: unknown): Promise<T> => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return now()
    throw error
  }

export const instantOf = (seconds: number): string => new Date(seconds * 1000).toISOString()
export const idOf = (it: string | { id: string } | null | undefined): string | undefined =>
  typeof it === 'string' ? it : it?.id
/** The id of an invoice's subscription. */
export const subscriptionOf = ({ parent }: Stripe.Invoice) => idOf(parent?.subscription_details?.subscription)

import Stripe from 'stripe'
import type { StripeClient } from './stripeResources.ts'
import { Problem, type ProblemCode } from '#shared/problems.ts'
import { stripeClient } from './stripeClient.ts'

/** The Problem `busy` for an error of Stripe that may pass in a moment; any other error as it is. */
export function busyIfTransient(error: unknown): unknown {
  const { errors } = Stripe
  const isTransient =
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeRateLimitError ||
    // 409: a request with the same idempotency key is under way.
    (error instanceof errors.StripeError && ((error.statusCode ?? 0) >= 500 || error.statusCode === 409))
  return isTransient ? new Problem('busy') : error
}

/** The same functions, which throw `busy` for errors of Stripe that may pass in a moment. */
export const busyWhereTransient = <Calls extends object>(calls: Calls): Calls =>
  Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [
      name,
      async (...args: unknown[]) => {
        try {
          return await (call as (...args: unknown[]) => Promise<unknown>)(...args)
        } catch (error) {
          throw busyIfTransient(error)
        }
      },
    ]),
  ) as Calls

/** Whether an object was deleted at Stripe, or is on an account that is not connected to ours any more: retrying is useless. */
export const isGone = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripePermissionError ||
  (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404)

/** For `catch`: gives undefined for an object that is gone, and throws all other errors. */
export function undefinedIfGone(error: unknown): undefined {
  if (!isGone(error)) throw error
}

/** Whether Stripe refuses a request for good. Not for 409, which means that one with the same idempotency key is under way. */
export const isRefused = (
  error: unknown,
): error is InstanceType<typeof Stripe.errors.StripePermissionError | typeof Stripe.errors.StripeInvalidRequestError> =>
  error instanceof Stripe.errors.StripePermissionError ||
  (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 409)

/** Calls Stripe for our own account. Throws `payment_failed` for a declined card, and `busy` for errors that may pass in a moment. */
export async function withStripe<T>(work: (stripe: StripeClient) => Promise<T>): Promise<T> {
  try {
    return await work(await stripeClient())
  } catch (error) {
    throw error instanceof Stripe.errors.StripeCardError ? new Problem('payment_failed') : busyIfTransient(error)
  }
}

/**
 * For `catch`: throws this Problem where Stripe refuses a request as invalid, such as a promotion code that does not apply. Not for 409,
 * which means that a request with the same idempotency key is under way.
 */
export const refusedAs =
  (code: ProblemCode) =>
  (error: unknown): never => {
    const isFinal = error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 409
    throw isFinal ? new Problem(code) : error
  }

/** For `catch`: where Stripe refuses a request as invalid, another call may have done it already: reads the object again. */
export const readIfDone =
  <T>(now: () => Promise<T>) =>
  (error: unknown): Promise<T> => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return now()
    throw error
  }

export const instantOf = (seconds: number): string => new Date(seconds * 1000).toISOString()
export const idOf = (reference: string | { id: string } | null | undefined): string | undefined =>
  typeof reference === 'string' ? reference : reference?.id
/** The id of the subscription of an invoice. */
export const subscriptionOf = ({ parent }: Stripe.Invoice) => idOf(parent?.subscription_details?.subscription)

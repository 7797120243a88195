import Stripe from 'stripe'
import { Problem, type ProblemCode } from '#shared/problems.ts'
import { stripeClient } from './stripeClient.ts'

/** Asks our own account at Stripe. A declined card is a refusal of ours, and what may work in a moment is `busy`. */
export async function asked<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
  try {
    return await work(await stripeClient())
  } catch (error) {
    const { errors } = Stripe
    if (error instanceof errors.StripeCardError) throw new Problem('payment_failed')
    const isPassing =
      error instanceof errors.StripeConnectionError ||
      error instanceof errors.StripeRateLimitError ||
      (error instanceof errors.StripeError && (error.statusCode ?? 0) >= 500)
    throw isPassing ? new Problem('busy') : error
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

export const instantOf = (seconds: number): string => new Date(seconds * 1000).toISOString()
export const idOf = (it: string | { id: string } | null | undefined): string | undefined =>
  typeof it === 'string' ? it : it?.id

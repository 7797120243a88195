import type { Context } from '../iam/conditions.ts'

/**
 * A permission that the caller's role must have: the IAM action, the resource's ARN (or `*`), and the values of IAM
 * condition keys for this call.
 */
export type Need = { action: string; resource: string; context?: Context }

/** The region and account in the app's ARNs. */
export type Place = { region: string; account: string }

/** The body of a request in one of AWS's JSON protocols. */
export type JsonBody = Record<string, unknown>

/** A value that should be a string; anything else counts as empty here, and the service rejects it. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

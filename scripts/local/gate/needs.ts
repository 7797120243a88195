import type { Context } from '../iam/conditions.ts'

/**
 * One thing that the caller's role must allow: IAM's name of the action, the ARN it is about (or `*`), and what IAM's
 * condition keys say of this call.
 */
export type Need = { action: string; resource: string; context?: Context }

/** What the ARNs of an app are made of. */
export type Place = { region: string; account: string }

/** The body of a request in one of AWS's JSON protocols. */
export type JsonBody = Record<string, unknown>

/** A value that should be a text: anything else is the service's to complain about. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

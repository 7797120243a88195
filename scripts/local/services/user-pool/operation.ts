import * as z from 'zod/mini'
import { invalidParameter } from './errors.ts'
import type { Service } from './context.ts'

/** An operation of Cognito's API. Returns the response, or throws a CognitoError. */
export type Operation = (service: Service, request: unknown) => Promise<object>

/** An operation that validates its request first, with Cognito's wording for errors. */
export function operation<Input extends z.core.$ZodObject>(
  input: Input,
  run: (service: Service, request: z.infer<Input>) => Promise<object> | object,
): Operation {
  return async (service, request) => {
    const parsed = z.safeParse(input, request)
    if (parsed.success) return run(service, parsed.data)
    const problems = parsed.error.issues.map((issue) => {
      const at = issue.path.map(String).join('.')
      const place = `${at.slice(0, 1).toLowerCase()}${at.slice(1)}`
      return `Value at '${place}' failed to satisfy constraint: ${issue.message}`
    })
    const count = problems.length === 1 ? '1 validation error' : `${problems.length} validation errors`
    throw invalidParameter(`${count} detected: ${problems.join('; ')}`)
  }
}

const notNull = 'Member must not be null'

export const text = z.string(notNull)
/** An e-mail address or a sub. Control characters and spaces are rejected, so they never reach a key. */
export const username = z
  .string(notNull)
  .check(
    z.maxLength(128, 'Member must have length less than or equal to 128'),
    z.regex(
      /^[\p{L}\p{M}\p{S}\p{N}\p{P}]+$/u,
      'Member must satisfy regular expression pattern: [\\p{L}\\p{M}\\p{S}\\p{N}\\p{P}]+',
    ),
  )
export const password = z
  .string(notNull)
  .check(
    z.maxLength(256, 'Member must have length less than or equal to 256'),
    z.regex(/^\S+(.*\S+)?$/s, 'Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$'),
  )
export const metadata = z.optional(z.record(z.string(), z.string()))

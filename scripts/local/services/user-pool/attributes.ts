import * as z from 'zod/mini'
import { invalidParameter, notAuthorized } from './errors.ts'
import type { Client, Pool } from './context.ts'
import type { User } from './store.ts'

/** Attributes in the API's format. */
export const attributeList = z.array(z.object({ Name: z.string(), Value: z.optional(z.string()) }))
export type AttributeList = z.infer<typeof attributeList>

export const toRecord = (list: AttributeList = []) =>
  Object.fromEntries(list.map(({ Name, Value }) => [Name, Value ?? '']))

/** A user's attributes in the API's format, sub first. */
export const listAttributes = (user: User, names?: string[]): AttributeList =>
  Object.entries({ sub: user.sub, ...user.attributes })
    .filter(([name]) => !names || names.includes(name))
    .map(([Name, Value]) => ({ Name, Value }))

/** Throws for attributes that are not in the pool's schema, or are too short or too long. */
export function checkSchema(pool: Pool, attributes: Record<string, string>): void {
  const problems = Object.entries(attributes).flatMap(([name, value]) => {
    const rule = pool.settings.schema.get(name)
    if (!rule || name === 'sub') return `${name}: Attribute does not exist in the schema.`
    if (value.length < rule.minLength) return `${name}: String must be longer than ${rule.minLength} characters`
    if (value.length > rule.maxLength) return `${name}: String must be no longer than ${rule.maxLength} characters`
    return []
  })
  if (problems.length) throw schemaError(problems)
}

/** The names of required attributes that a user lacks. */
export const missingAttributes = (pool: Pool, attributes: Record<string, string>) =>
  [...pool.settings.schema].filter(([name, rule]) => rule.required && !attributes[name]).map(([name]) => name)

/** For sign-up: all required attributes must be there, and only those that the client may write. */
export function checkWritten(client: Client, attributes: Record<string, string>): void {
  checkChanged(client, attributes)
  const missing = missingAttributes(client.pool, attributes)
  if (missing.length) throw schemaError(missing.map((name) => `${name}: The attribute is required`))
}

/** For changes: only attributes that the client may write. */
export function checkChanged(client: Client, attributes: Record<string, string>): void {
  const { canWrite } = client.settings
  const forbidden = Object.keys(attributes).some(
    (name) => name.endsWith('_verified') || (canWrite !== undefined && !canWrite.includes(name)),
  )
  if (forbidden) throw notAuthorized('A client attempted to write unauthorized attribute')
  checkSchema(client.pool, attributes)
}

/** Throws for a username that is not an e-mail address. */
export function checkEmail(username: string): void {
  if (!/^[^\s@<>,;"()\\]+@[^\s@<>,;"()\\]+\.[^\s@<>,;"()\\]+$/.test(username)) {
    throw invalidParameter('Username should be an email.')
  }
}

const schemaError = (problems: string[]) =>
  invalidParameter(`Attributes did not conform to the schema: ${problems.join('\n')}\n`)

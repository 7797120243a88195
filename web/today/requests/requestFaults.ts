import { whyCannotEmail } from '#shared/rules/emails.ts'
import { whyCannotName } from '#shared/rules/nameInput.ts'

/** A request: the coach's address, and the name of the player or team. */
export type RequestValues = { email: string; name: string }
export type RequestFault = NonNullable<ReturnType<typeof whyCannotEmail> | ReturnType<typeof whyCannotName>>

/** The fault of each invalid field, by the server's own rules. */
export function findRequestFaults(values: RequestValues): { [Field in keyof RequestValues]?: RequestFault } {
  const [email, name] = [whyCannotEmail(values.email), whyCannotName(values.name)]
  return { ...(email && { email }), ...(name && { name }) }
}

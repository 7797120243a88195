import { whyCannotEmail } from '#shared/rules/emails.ts'
import { whyCannotName } from '#shared/rules/names.ts'

/** A request: the coach's address, and the name of the player or team. */
export type Asked = { email: string; name: string }
export type AskFault = NonNullable<ReturnType<typeof whyCannotEmail> | ReturnType<typeof whyCannotName>>

/** The fault of each invalid field, by the server's own rules. */
export function askFaults(asked: Asked): { [Field in keyof Asked]?: AskFault } {
  const [email, name] = [whyCannotEmail(asked.email), whyCannotName(asked.name)]
  return { ...(email && { email }), ...(name && { name }) }
}

import { whyCannotEmail } from '#shared/rules/emails.ts'
import { whyCannotName } from '#shared/rules/names.ts'

/** What is asked: the coach's address, and the name of the player or the team. */
export type Asked = { email: string; name: string }
export type AskFault = NonNullable<ReturnType<typeof whyCannotEmail> | ReturnType<typeof whyCannotName>>

/** What is wrong with each field, as the server would find it; nothing for a field that is right. */
export function askFaults(asked: Asked): { [Field in keyof Asked]?: AskFault } {
  const [email, name] = [whyCannotEmail(asked.email), whyCannotName(asked.name)]
  return { ...(email && { email }), ...(name && { name }) }
}

import type { FaultCode } from '../sentences.ts'

/** What the user pool asks of a password (`infra/identity.ts`), so that a form says it before. */
export const whyCannotPassword = (password: string): FaultCode | undefined =>
  [/^.{12,}$/s, /[a-z]/, /[A-Z]/, /\d/].every((part) => part.test(password)) ? undefined : 'weak_password'

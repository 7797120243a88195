import { confirmResetPassword, confirmSignUp, resendSignUpCode, resetPassword, signIn, signUp } from 'aws-amplify/auth'
import type { FaultCode } from '#shared/problems.ts'
import { whyCannotEmail } from '#shared/rules/emails.ts'
import { whyCannotName } from '#shared/rules/names.ts'

type Words = {
  /** The sentence of something that is wrong with a value. */
  fault: (code: FaultCode) => string
  /** What a field is called. */
  label: (field: Field) => string
  noMoreToday: string
}
type Field = 'email' | 'password' | 'code' | 'newPassword' | 'firstName' | 'lastName'

/**
 * What the sign-in forms do, for the Authenticator: the user pool is asked when everything is filled in, and whoever forgot
 * something is told in the product's own sentences. When no more mail goes out today the pool says so in a sentence for
 * whoever runs it, by a code that it has for other limits as well: `noMoreToday` takes its place.
 */
export function servicesIn({ fault, label, noMoreToday }: Words, changed: (email: string) => void) {
  const inWords = (error: unknown): never => {
    throw error instanceof Error && /daily e-?mail limit/i.test(error.message) ? new Error(noMoreToday) : error
  }
  const faultOf = (value = '', why?: (value: string) => FaultCode | undefined) =>
    value.trim() === '' ? 'required' : why?.(value.trim())
  /** The first value with a fault, by the name of its field. */
  const check = (
    ...values: [field: Field, value: string | undefined, why?: (value: string) => FaultCode | undefined][]
  ) => {
    for (const [field, value, why] of values) {
      const code = faultOf(value, why)
      if (code) throw new Error(`${label(field)}: ${fault(code)}`)
    }
  }
  // Each has two forms, and is given whatever it is called with: what was typed comes last.
  const asking = <Ask extends (...given: never[]) => Promise<unknown>>(
    ask: Ask,
    { before, after }: { before?: (typed: Parameters<Ask>[0]) => void; after?: (typed: Parameters<Ask>[0]) => void },
  ) =>
    (async (...given: Parameters<Ask>) => {
      const typed = given.at(-1) as Parameters<Ask>[0]
      before?.(typed)
      const answer = await ask(...given).catch(inWords)
      after?.(typed)
      return answer
    }) as Ask
  return {
    handleSignIn: asking(signIn, {
      before: ({ username, password }) => check(['email', username, whyCannotEmail], ['password', password]),
    }),
    /** What a new account lacks, at its fields; the library asks when the form is sent. */
    async validateRequiredFieldsForAuthMethod(typed: Record<string, string>) {
      if (!typed['__authMethod']) return null
      const rules = { given_name: whyCannotName, family_name: whyCannotName, email: whyCannotEmail }
      const wrong = ['given_name', 'family_name', 'email', 'password', 'confirm_password'].flatMap((name) => {
        const code = faultOf(typed[name], rules[name as keyof typeof rules])
        return code ? [[name, fault(code)] as const] : []
      })
      return wrong.length > 0 ? Object.fromEntries(wrong) : null
    },
    handleSignUp: asking(signUp, {
      before({ username, password, options }) {
        const { given_name: first, family_name: last } = options?.userAttributes ?? {}
        check(
          ['firstName', first, whyCannotName],
          ['lastName', last, whyCannotName],
          ['email', username, whyCannotEmail],
          ['password', password],
        )
      },
    }),
    handleConfirmSignUp: asking(confirmSignUp, { before: ({ confirmationCode }) => check(['code', confirmationCode]) }),
    handleResendSignUpCode: asking(resendSignUpCode, {}),
    handleForgotPassword: asking(resetPassword, {
      before: ({ username }) => check(['email', username, whyCannotEmail]),
    }),
    handleForgotPasswordSubmit: asking(confirmResetPassword, {
      before: ({ confirmationCode, newPassword }) => check(['code', confirmationCode], ['newPassword', newPassword]),
      after: ({ username }) => changed(username),
    }),
  }
}

import { confirmResetPassword, confirmSignUp, resendSignUpCode, resetPassword, signIn, signUp } from 'aws-amplify/auth'
import type { FaultCode } from '#shared/problems.ts'
import type { ValueFault } from '#shared/rules/faults.ts'
import { whyCannotEmail } from '#shared/rules/emails.ts'
import { whyCannotName } from '#shared/rules/names.ts'
import type { Owner } from './guesses.ts'
import { whyCannotNewPassword } from './newPassword.ts'

type Words = {
  /** The sentence of something that is wrong with a value. */
  fault: (fault: ValueFault) => string
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
export function servicesIn(
  { fault, label, noMoreToday }: Words,
  done: (what: 'changed' | 'confirmed', email: string) => void,
) {
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
      if (code) throw new Error(`${label(field)}: ${fault({ code })}`)
    }
  }
  const checkNew = async (field: Field, password: string, owner: Owner) => {
    const wrong = await whyCannotNewPassword(password, owner)
    if (wrong) throw new Error(`${label(field)}: ${fault(wrong)}`)
  }
  // Each has two forms, and is given whatever it is called with: what was typed comes last.
  const asking = <Ask extends (...given: never[]) => Promise<unknown>>(
    ask: Ask,
    {
      before,
      after,
    }: { before?: (typed: Parameters<Ask>[0]) => void | Promise<void>; after?: (typed: Parameters<Ask>[0]) => void },
  ) =>
    (async (...given: Parameters<Ask>) => {
      const typed = given.at(-1) as Parameters<Ask>[0]
      await before?.(typed)
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
        return code ? [[name, fault({ code })] as const] : []
      })
      return wrong.length > 0 ? Object.fromEntries(wrong) : null
    },
    /** At the field of a new account's password once that is left, or the form is sent. */
    async validateFormPassword(typed: Record<string, string>, left: Record<string, boolean>) {
      const { password = '', given_name: firstName, family_name: lastName, email } = typed
      // That it is missing is said when the form is sent, as of the others.
      if (password.trim() === '' || !(left['password'] || typed['__authMethod'])) return null
      const wrong = await whyCannotNewPassword(password, { firstName, lastName, email })
      // With a fault at a field the library lets nobody send the form: what is to be tried again is said when it is sent.
      return wrong && wrong.code !== 'password_not_looked_at' ? { password: fault(wrong) } : null
    },
    handleSignUp: asking(signUp, {
      async before({ username, password = '', options }) {
        const { given_name: first, family_name: last } = options?.userAttributes ?? {}
        check(
          ['firstName', first, whyCannotName],
          ['lastName', last, whyCannotName],
          ['email', username, whyCannotEmail],
          ['password', password],
        )
        await checkNew('password', password, { firstName: first, lastName: last, email: username })
      },
    }),
    handleConfirmSignUp: asking(confirmSignUp, {
      before: ({ confirmationCode }) => check(['code', confirmationCode]),
      // Who has come back to it since they signed up is not signed in by it.
      after: ({ username }) => done('confirmed', username),
    }),
    handleResendSignUpCode: asking(resendSignUpCode, {}),
    handleForgotPassword: asking(resetPassword, {
      before: ({ username }) => check(['email', username, whyCannotEmail]),
    }),
    handleForgotPasswordSubmit: asking(confirmResetPassword, {
      async before({ username, confirmationCode, newPassword }) {
        check(['code', confirmationCode], ['newPassword', newPassword])
        await checkNew('newPassword', newPassword, { email: username })
      },
      after: ({ username }) => done('changed', username),
    }),
  }
}

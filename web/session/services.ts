import { confirmResetPassword, confirmSignUp, resendSignUpCode, resetPassword, signIn, signUp } from 'aws-amplify/auth'
import type { FaultCode } from '#shared/problems.ts'
import type { ValueFault } from '#shared/rules/faults.ts'
import { whyCannotEmail } from '#shared/rules/emails.ts'
import { whyCannotName } from '#shared/rules/names.ts'
import type { Owner } from './guesses.ts'
import { whyCannotNewPassword } from './newPassword.ts'

type Words = {
  /** The message for a fault. */
  fault: (fault: ValueFault) => string
  /** The label of a field. */
  label: (field: Field) => string
  noMoreToday: string
}
type Field = 'email' | 'password' | 'code' | 'newPassword' | 'firstName' | 'lastName'

/**
 * The handlers of the sign-in forms for the Authenticator: they validate first, with our own messages, and only then call the
 * user pool. Once its daily email limit is reached, the pool returns a message meant for its operator, with a code it also uses
 * for other limits: `noMoreToday` replaces that message.
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
  /** Throws for the first invalid value, naming its field. */
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
  // Each of the library's functions has an overload with a context first: the input is the last argument.
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
    /** Faults of a new account's fields; called by the library on submit. */
    async validateRequiredFieldsForAuthMethod(typed: Record<string, string>) {
      if (!typed['__authMethod']) return null
      const rules = { given_name: whyCannotName, family_name: whyCannotName, email: whyCannotEmail }
      const wrong = ['given_name', 'family_name', 'email', 'password', 'confirm_password'].flatMap((name) => {
        const code = faultOf(typed[name], rules[name as keyof typeof rules])
        return code ? [[name, fault({ code })] as const] : []
      })
      return wrong.length > 0 ? Object.fromEntries(wrong) : null
    },
    /** Checks the password of a new account once its field is left, or on submit. */
    async validateFormPassword(typed: Record<string, string>, left: Record<string, boolean>) {
      const { password = '', given_name: firstName, family_name: lastName, email } = typed
      // A missing password is reported on submit, like the other fields.
      if (password.trim() === '' || !(left['password'] || typed['__authMethod'])) return null
      const wrong = await whyCannotNewPassword(password, { firstName, lastName, email })
      // A field error would block submitting, so a failed check, which can be retried, is reported on submit.
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
      // Returning later to confirm does not sign the user in.
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

import { confirmResetPassword, confirmSignUp, resendSignUpCode, resetPassword, signIn, signUp } from 'aws-amplify/auth'
import type { FaultCode } from '#shared/problems.ts'
import type { ValueFault } from '#shared/rules/faults.ts'
import { whyCannotEmail } from '#shared/rules/emails.ts'
import { whyCannotName } from '#shared/rules/nameInput.ts'
import type { Owner } from './passwordStrength.ts'
import { findNewPasswordFault } from './newPassword.ts'

type SignInTexts = {
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
export function createServices(
  { fault, label, noMoreToday }: SignInTexts,
  onDone: (what: 'changed' | 'confirmed', email: string) => void,
) {
  const translateError = (error: unknown): never => {
    throw error instanceof Error && /daily e-?mail limit/i.test(error.message) ? new Error(noMoreToday) : error
  }
  const findFault = (value = '', findInvalid?: (value: string) => FaultCode | undefined) =>
    value.trim() === '' ? 'required' : findInvalid?.(value.trim())
  /** Throws for the first invalid value, naming its field. */
  const check = (
    ...values: [field: Field, value: string | undefined, why?: (value: string) => FaultCode | undefined][]
  ) => {
    for (const [field, value, findInvalid] of values) {
      const code = findFault(value, findInvalid)
      if (code) throw new Error(`${label(field)}: ${fault({ code })}`)
    }
  }
  const checkNewPassword = async (field: Field, password: string, owner: Owner) => {
    const newFault = await findNewPasswordFault(password, owner)
    if (newFault) throw new Error(`${label(field)}: ${fault(newFault)}`)
  }
  // Each of the library's functions has an overload with a context first: the input is the last argument.
  const withChecks = <Ask extends (...given: never[]) => Promise<unknown>>(
    poolFunction: Ask,
    {
      before,
      after,
    }: { before?: (values: Parameters<Ask>[0]) => void | Promise<void>; after?: (values: Parameters<Ask>[0]) => void },
  ) =>
    (async (...args: Parameters<Ask>) => {
      const values = args.at(-1) as Parameters<Ask>[0]
      await before?.(values)
      const result = await poolFunction(...args).catch(translateError)
      after?.(values)
      return result
    }) as Ask
  return {
    handleSignIn: withChecks(signIn, {
      before: ({ username, password }) => check(['email', username, whyCannotEmail], ['password', password]),
    }),
    /** Faults of a new account's fields; called by the library on submit. */
    async validateRequiredFieldsForAuthMethod(values: Record<string, string>) {
      if (!values['__authMethod']) return null
      const rules = { given_name: whyCannotName, family_name: whyCannotName, email: whyCannotEmail }
      const faults = ['given_name', 'family_name', 'email', 'password', 'confirm_password'].flatMap((name) => {
        const code = findFault(values[name], rules[name as keyof typeof rules])
        return code ? [[name, fault({ code })] as const] : []
      })
      return faults.length > 0 ? Object.fromEntries(faults) : null
    },
    /** Checks the password of a new account once its field is left, or on submit. */
    async validateFormPassword(values: Record<string, string>, touchedFields: Record<string, boolean>) {
      const { password = '', given_name: firstName, family_name: lastName, email } = values
      // A missing password is reported on submit, like the other fields.
      if (password.trim() === '' || !(touchedFields['password'] || values['__authMethod'])) return null
      const newFault = await findNewPasswordFault(password, { firstName, lastName, email })
      // A field error would block submitting, so a failed check, which can be retried, is reported on submit.
      return newFault && newFault.code !== 'password_not_looked_at' ? { password: fault(newFault) } : null
    },
    handleSignUp: withChecks(signUp, {
      async before({ username, password = '', options }) {
        const { given_name: firstName, family_name: lastName } = options?.userAttributes ?? {}
        check(
          ['firstName', firstName, whyCannotName],
          ['lastName', lastName, whyCannotName],
          ['email', username, whyCannotEmail],
          ['password', password],
        )
        await checkNewPassword('password', password, { firstName, lastName, email: username })
      },
    }),
    handleConfirmSignUp: withChecks(confirmSignUp, {
      before: ({ confirmationCode }) => check(['code', confirmationCode]),
      // Returning later to confirm does not sign the user in.
      after: ({ username }) => onDone('confirmed', username),
    }),
    handleResendSignUpCode: withChecks(resendSignUpCode, {}),
    handleForgotPassword: withChecks(resetPassword, {
      before: ({ username }) => check(['email', username, whyCannotEmail]),
    }),
    handleForgotPasswordSubmit: withChecks(confirmResetPassword, {
      async before({ username, confirmationCode, newPassword }) {
        check(['code', confirmationCode], ['newPassword', newPassword])
        await checkNewPassword('newPassword', newPassword, { email: username })
      },
      after: ({ username }) => onDone('changed', username),
    }),
  }
}

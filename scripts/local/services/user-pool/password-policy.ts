import { CognitoError } from './errors.ts'

/** The template's `Policies.PasswordPolicy`. */
export type PasswordPolicy = {
  minimumLength: number
  requireUppercase: boolean
  requireLowercase: boolean
  requireNumbers: boolean
  requireSymbols: boolean
}

/** The characters that Cognito counts as symbols; a space counts inside a password, not at its ends. */
const symbols = /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+\- ]/

/** Throws InvalidPasswordException with the first rule that a password breaks. */
export function checkPassword(policy: PasswordPolicy, password: string): void {
  const brokenRule =
    password.length < policy.minimumLength
      ? 'Password not long enough'
      : policy.requireUppercase && !/[A-Z]/.test(password)
        ? 'Password must have uppercase characters'
        : policy.requireLowercase && !/[a-z]/.test(password)
          ? 'Password must have lowercase characters'
          : policy.requireNumbers && !/\d/.test(password)
            ? 'Password must have numeric characters'
            : policy.requireSymbols && !symbols.test(password)
              ? 'Password must have symbol characters'
              : undefined
  if (brokenRule)
    throw new CognitoError('InvalidPasswordException', `Password did not conform with policy: ${brokenRule}`)
}

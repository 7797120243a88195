import { resendSignUpCode, resetPassword, signUp } from 'aws-amplify/auth'

/**
 * What the sign-in forms ask for that sends a code, for the Authenticator. When no more mail goes out today the user pool
 * says so in a sentence for whoever runs it, by a code that it has for other limits as well: `noMoreToday` takes its place.
 */
export function codesBy(noMoreToday: string) {
  const inWords = (error: unknown): never => {
    throw error instanceof Error && /daily e-?mail limit/i.test(error.message) ? new Error(noMoreToday) : error
  }
  // Each has two forms, and is given whatever it is called with.
  const told = <Ask extends (...given: never[]) => Promise<unknown>>(ask: Ask) =>
    ((...given: Parameters<Ask>) => ask(...given).catch(inWords)) as Ask
  return {
    handleSignUp: told(signUp),
    handleResendSignUpCode: told(resendSignUpCode),
    handleForgotPassword: told(resetPassword),
  }
}

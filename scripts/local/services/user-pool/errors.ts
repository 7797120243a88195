/** A refusal as Cognito says it: `name` is what the SDKs and Amplify look at, `message` what people get to see. */
export class CognitoError extends Error {
  constructor(name: string, message: string) {
    super(message)
    this.name = name
  }
}

export const notAuthorized = (message = 'Incorrect username or password.') =>
  new CognitoError('NotAuthorizedException', message)

export const invalidParameter = (message: string) => new CognitoError('InvalidParameterException', message)

export const userNotFound = () => new CognitoError('UserNotFoundException', 'User does not exist.')

export const aliasExists = () =>
  new CognitoError('AliasExistsException', 'An account with the given email already exists.')

export const codeMismatch = () =>
  new CognitoError('CodeMismatchException', 'Invalid verification code provided, please try again.')

export const codeExpired = () =>
  new CognitoError('ExpiredCodeException', 'Invalid code provided, please request a code again.')
/** Of a sign-in that was left half done for too long, or is over. */
export const sessionOver = () => notAuthorized('Invalid session for the user, session is expired.')

/** An error in Cognito's format: SDKs and Amplify use `name`, people see `message`. */
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
/** For a sign-in that was started too long ago, or is finished. */
export const sessionOver = () => notAuthorized('Invalid session for the user, session is expired.')

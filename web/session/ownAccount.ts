import { loadConfig } from './config.ts'
import { callPool } from './pool.ts'

/** The user pool refused a request about the user's account; `wrongCode` if the code is wrong or expired. */
export class PoolProblem extends Error {
  readonly wrongCode: boolean
  constructor(type: string) {
    super(`The user pool refused: ${type}`)
    this.wrongCode = /\b(EnableSoftwareTokenMFA|CodeMismatch|ExpiredCode)Exception/.test(type)
  }
}

/** Calls the user pool with the user's access token. Rejects with a PoolProblem if it refuses. */
export async function callPoolAs(
  operation: string,
  AccessToken: string,
  body: object = {},
): Promise<Record<string, unknown>> {
  const response = await callPool(
    await loadConfig(),
    operation,
    { AccessToken, ...body },
    { signal: AbortSignal.timeout(15_000) },
  )
  const result = (await response.json()) as Record<string, unknown>
  // A server error may have taken effect all the same.
  if (response.status >= 500) throw new Error(`The user pool answered ${response.status}`)
  if (!response.ok) throw new PoolProblem(String(result['__type']))
  return result
}

/** Changes the password: false if the previous one is wrong. */
export async function changePassword(
  token: string,
  PreviousPassword: string,
  ProposedPassword: string,
): Promise<boolean> {
  try {
    await callPoolAs('ChangePassword', token, { PreviousPassword, ProposedPassword })
    return true
  } catch (error) {
    if (error instanceof PoolProblem && /\bNotAuthorizedException/.test(error.message)) return false
    throw error
  }
}

/** Ends all sign-ins of the user, including this one: changing the password does not. */
export const signOutEverywhere = (token: string) => callPoolAs('GlobalSignOut', token)

/** Why a new address is refused: another account has it, it is not valid, or there were too many requests. */
export type AddressFault = 'taken' | 'invalid' | 'tooOften'
const addressFaults: readonly [RegExp, AddressFault][] = [
  [/\bAliasExistsException/, 'taken'],
  [/\bInvalidParameterException/, 'invalid'],
  [/\b(LimitExceeded|TooManyRequests)Exception/, 'tooOften'],
]
async function toAddressFault(request: Promise<unknown>): Promise<AddressFault | undefined> {
  try {
    await request
    return undefined
  } catch (error) {
    const [, fault] =
      addressFaults.find(([errorPattern]) => error instanceof PoolProblem && errorPattern.test(error.message)) ?? []
    if (!fault) throw error
    return fault
  }
}

type Attribute = { Name: string; Value: string }
/** The user's email address: a new one takes effect once it is confirmed by the mailed code. */
export const emailAddress = {
  requestChange: (token: string, email: string) =>
    toAddressFault(callPoolAs('UpdateUserAttributes', token, { UserAttributes: [{ Name: 'email', Value: email }] })),
  confirm: (token: string, Code: string) =>
    toAddressFault(callPoolAs('VerifyUserAttribute', token, { AttributeName: 'email', Code })),
  /** The confirmed address. */
  read: async (token: string): Promise<string | undefined> => {
    const { UserAttributes = [] } = (await callPoolAs('GetUser', token)) as { UserAttributes?: Attribute[] }
    return UserAttributes.find(({ Name }) => Name === 'email')?.Value
  },
}

/** The user's second factor: an authenticator app. */
export const secondFactor = {
  isOn: async (token: string): Promise<boolean> => {
    const { UserMFASettingList: settings = [] } = (await callPoolAs('GetUser', token)) as {
      UserMFASettingList?: string[]
    }
    return settings.includes('SOFTWARE_TOKEN_MFA')
  },
  /** Returns a secret for the app; it takes effect with the first correct code. */
  begin: async (token: string): Promise<string> =>
    String((await callPoolAs('AssociateSoftwareToken', token))['SecretCode']),
  turnOn: async (token: string, UserCode: string): Promise<void> => {
    await callPoolAs('VerifySoftwareToken', token, { UserCode })
    await callPoolAs('SetUserMFAPreference', token, { SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } })
  },
  turnOff: async (token: string): Promise<void> => {
    await callPoolAs('SetUserMFAPreference', token, {
      SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
    })
  },
}

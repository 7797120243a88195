import { loadConfig } from './config.ts'
import { ask } from './pool.ts'

/** Why the user pool refused something about an account: the code is not right, or is over, or anything else. */
export class PoolProblem extends Error {
  readonly wrongCode: boolean
  constructor(type: string) {
    super(`The user pool refused: ${type}`)
    this.wrongCode = /\b(EnableSoftwareTokenMFA|CodeMismatch|ExpiredCode)Exception/.test(type)
  }
}

/** Asks the user pool with somebody's own access token. Rejects with a PoolProblem where it refuses. */
export async function askAs(what: string, AccessToken: string, body: object = {}): Promise<Record<string, unknown>> {
  const response = await ask(
    await loadConfig(),
    what,
    { AccessToken, ...body },
    { signal: AbortSignal.timeout(15_000) },
  )
  const answer = (await response.json()) as Record<string, unknown>
  // What failed on its side may have been done all the same.
  if (response.status >= 500) throw new Error(`The user pool answered ${response.status}`)
  if (!response.ok) throw new PoolProblem(String(answer['__type']))
  return answer
}

/** Another password for whoever has this access token: false where what they say is the one before is not. */
export async function changePassword(
  token: string,
  PreviousPassword: string,
  ProposedPassword: string,
): Promise<boolean> {
  try {
    await askAs('ChangePassword', token, { PreviousPassword, ProposedPassword })
    return true
  } catch (error) {
    if (error instanceof PoolProblem && /\bNotAuthorizedException/.test(error.message)) return false
    throw error
  }
}

/** Ends each sign-in of whoever has this access token, this one too: the user pool lets them go on after another password. */
export const signOutEverywhere = (token: string) => askAs('GlobalSignOut', token)

/** What stands against an address, for whoever asks for it: an account that has it, or that it is none. */
export type AddressFault = 'taken' | 'invalid' | 'tooOften'
const addressFaults: readonly [RegExp, AddressFault][] = [
  [/\bAliasExistsException/, 'taken'],
  [/\bInvalidParameterException/, 'invalid'],
  [/\b(LimitExceeded|TooManyRequests)Exception/, 'tooOften'],
]
async function faultOf(work: Promise<unknown>): Promise<AddressFault | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    const [, fault] = addressFaults.find(([names]) => error instanceof PoolProblem && names.test(error.message)) ?? []
    if (!fault) throw error
    return fault
  }
}

type Attribute = { Name: string; Value: string }
/** The address of whoever has this access token: another one counts from the code on that is mailed to it. */
export const address = {
  want: (token: string, email: string) =>
    faultOf(askAs('UpdateUserAttributes', token, { UserAttributes: [{ Name: 'email', Value: email }] })),
  confirm: (token: string, Code: string) =>
    faultOf(askAs('VerifyUserAttribute', token, { AttributeName: 'email', Code })),
  /** The one that counts. */
  now: async (token: string): Promise<string | undefined> => {
    const { UserAttributes = [] } = (await askAs('GetUser', token)) as { UserAttributes?: Attribute[] }
    return UserAttributes.find(({ Name }) => Name === 'email')?.Value
  },
}

/** The second factor of whoever has this access token: by an authenticator app. */
export const secondFactor = {
  isOn: async (token: string): Promise<boolean> => {
    const { UserMFASettingList: list = [] } = (await askAs('GetUser', token)) as { UserMFASettingList?: string[] }
    return list.includes('SOFTWARE_TOKEN_MFA')
  },
  /** A key for the app; it counts from the first right code on. */
  begin: async (token: string): Promise<string> => String((await askAs('AssociateSoftwareToken', token))['SecretCode']),
  turnOn: async (token: string, UserCode: string): Promise<void> => {
    await askAs('VerifySoftwareToken', token, { UserCode })
    await askAs('SetUserMFAPreference', token, { SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } })
  },
  turnOff: async (token: string): Promise<void> => {
    await askAs('SetUserMFAPreference', token, { SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false } })
  },
}

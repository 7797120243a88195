import { loadConfig } from './config.ts'
import { ask } from './pool.ts'

/** Why the user pool refused something about a second factor: the code is not right, or anything else. */
export class FactorProblem extends Error {
  readonly wrongCode: boolean
  constructor(type: string) {
    super(`The user pool refused: ${type}`)
    this.wrongCode = /\b(EnableSoftwareTokenMFA|CodeMismatch)Exception/.test(type)
  }
}

async function askAs(what: string, AccessToken: string, body: object = {}): Promise<Record<string, unknown>> {
  const response = await ask(
    await loadConfig(),
    what,
    { AccessToken, ...body },
    { signal: AbortSignal.timeout(15_000) },
  )
  const answer = (await response.json()) as Record<string, unknown>
  if (!response.ok) throw new FactorProblem(String(answer['__type']))
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
    if (error instanceof FactorProblem && /\bNotAuthorizedException/.test(error.message)) return false
    throw error
  }
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

import { maxPasskeys } from '#shared/rules/passkeys.ts'
import { askAs } from './ownAccount.ts'
import type { Making } from './webAuthn.ts'

/** `createdAt` is an instant. The name is chosen by the user pool after the kind of device. */
export type Passkey = { id: string; name: string; createdAt: string }
type Listed = { CredentialId: string; FriendlyCredentialName: string; CreatedAt: number }

/** The user's passkeys, which the user pool stores. */
export const passkeys = {
  /** Newest first. */
  list: async (token: string): Promise<Passkey[]> => {
    const asked = await askAs('ListWebAuthnCredentials', token, { MaxResults: maxPasskeys })
    const { Credentials = [] } = asked as { Credentials?: Listed[] }
    return Credentials.toSorted((one, other) => other.CreatedAt - one.CreatedAt).map((each) => ({
      id: each.CredentialId,
      name: each.FriendlyCredentialName,
      createdAt: new Date(each.CreatedAt * 1000).toISOString(),
    }))
  },
  /** Returns the options for creating a passkey in the browser. */
  begin: async (token: string): Promise<Making> =>
    (await askAs('StartWebAuthnRegistration', token))['CredentialCreationOptions'] as Making,
  /** Registers a created passkey. */
  add: async (token: string, made: object): Promise<void> => {
    await askAs('CompleteWebAuthnRegistration', token, { Credential: made })
  },
  remove: async (token: string, CredentialId: string): Promise<void> => {
    await askAs('DeleteWebAuthnCredential', token, { CredentialId })
  },
}

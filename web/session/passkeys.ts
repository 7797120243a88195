import { maxPasskeys } from '#shared/rules/passkeys.ts'
import { callPoolAs } from './ownAccount.ts'
import type { CreationOptions } from './webAuthn.ts'

/** `createdAt` is an instant. The name is chosen by the user pool after the kind of device. */
export type Passkey = { id: string; name: string; createdAt: string }
type PoolCredential = { CredentialId: string; FriendlyCredentialName: string; CreatedAt: number }

/** The user's passkeys, which the user pool stores. */
export const passkeys = {
  /** Newest first. */
  list: async (token: string): Promise<Passkey[]> => {
    const response = await callPoolAs('ListWebAuthnCredentials', token, { MaxResults: maxPasskeys })
    const { Credentials = [] } = response as { Credentials?: PoolCredential[] }
    return Credentials.toSorted((one, other) => other.CreatedAt - one.CreatedAt).map((each) => ({
      id: each.CredentialId,
      name: each.FriendlyCredentialName,
      createdAt: new Date(each.CreatedAt * 1000).toISOString(),
    }))
  },
  /** Returns the options for creating a passkey in the browser. */
  begin: async (token: string): Promise<CreationOptions> =>
    (await callPoolAs('StartWebAuthnRegistration', token))['CredentialCreationOptions'] as CreationOptions,
  /** Registers a created passkey. */
  add: async (token: string, credential: object): Promise<void> => {
    await callPoolAs('CompleteWebAuthnRegistration', token, { Credential: credential })
  },
  remove: async (token: string, CredentialId: string): Promise<void> => {
    await callPoolAs('DeleteWebAuthnCredential', token, { CredentialId })
  },
}

import { mostPasskeys } from '#shared/rules/passkeys.ts'
import { askAs } from './ownAccount.ts'
import type { Making } from './webAuthn.ts'

/** `createdAt`: an instant. The name is the user pool's, by what kind of device it is on. */
export type Passkey = { id: string; name: string; createdAt: string }
type Listed = { CredentialId: string; FriendlyCredentialName: string; CreatedAt: number }

/** The passkeys of whoever has this access token; the user pool itself keeps them. */
export const passkeys = {
  /** The newest first. */
  list: async (token: string): Promise<Passkey[]> => {
    const asked = await askAs('ListWebAuthnCredentials', token, { MaxResults: mostPasskeys })
    const { Credentials = [] } = asked as { Credentials?: Listed[] }
    return Credentials.toSorted((one, other) => other.CreatedAt - one.CreatedAt).map((each) => ({
      id: each.CredentialId,
      name: each.FriendlyCredentialName,
      createdAt: new Date(each.CreatedAt * 1000).toISOString(),
    }))
  },
  /** What the browser has a passkey made with. */
  begin: async (token: string): Promise<Making> =>
    (await askAs('StartWebAuthnRegistration', token))['CredentialCreationOptions'] as Making,
  /** What it has made counts from now on. */
  add: async (token: string, made: object): Promise<void> => {
    await askAs('CompleteWebAuthnRegistration', token, { Credential: made })
  },
  remove: async (token: string, CredentialId: string): Promise<void> => {
    await askAs('DeleteWebAuthnCredential', token, { CredentialId })
  },
}

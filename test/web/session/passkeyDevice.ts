import { vi } from 'vitest'

/** Mocks what jsdom lacks: a browser with passkeys, and the responses of its authenticator. */
export function deviceWithPasskeys() {
  const bytes = (text: string) => new TextEncoder().encode(text).buffer
  class Credential {
    readonly id = 'one'
    readonly type = 'public-key'
    readonly rawId = bytes('one')
    readonly response: object
    constructor(response: object) {
      this.response = response
    }
    getClientExtensionResults = () => ({})
  }
  class FakeAttestation {
    readonly clientDataJSON = bytes('said')
    readonly attestationObject = bytes('made')
    getTransports = () => ['internal']
  }
  class FakeAssertion {
    readonly clientDataJSON = bytes('said')
    readonly authenticatorData = bytes('data')
    readonly signature = bytes('~~?')
    readonly userHandle = null
  }
  vi.stubGlobal('PublicKeyCredential', Credential)
  vi.stubGlobal('AuthenticatorAttestationResponse', FakeAttestation)
  vi.stubGlobal('AuthenticatorAssertionResponse', FakeAssertion)
  const create = vi.fn<(asked: CredentialCreationOptions) => Promise<unknown>>(
    async () => new Credential(new FakeAttestation()),
  )
  const get = vi.fn<(asked: CredentialRequestOptions) => Promise<unknown>>(
    async () => new Credential(new FakeAssertion()),
  )
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create, get } })
  return { create, get }
}

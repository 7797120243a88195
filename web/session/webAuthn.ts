import type { Config } from './config.ts'

/** Converts WebAuthn options and responses between the browser's types and the user pool's JSON, with bytes as base64url. */

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.codePointAt(0) ?? 0)

const toBase64Url = (bytes: ArrayBuffer): string =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCodePoint(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Whether the stage has passkeys and this page is on their domain: browsers offer them nowhere else. */
export const hasPasskeys = ({ passkeys }: Partial<Config>): boolean =>
  passkeys !== undefined && (location.hostname === passkeys.domain || location.hostname.endsWith(`.${passkeys.domain}`))

/** Whether this browser supports passkeys. */
export const supportsPasskeys = (): boolean => 'PublicKeyCredential' in window

type KnownCredential = Omit<PublicKeyCredentialDescriptor, 'id'> & { id: string }
const withBytes = (credentials: readonly KnownCredential[] = []): PublicKeyCredentialDescriptor[] =>
  credentials.map(({ id, ...rest }) => ({ ...rest, id: toBytes(id) }))

/** Options for creating a passkey, and for signing in with one. */
export type CreationOptions = Omit<PublicKeyCredentialCreationOptions, 'challenge' | 'user' | 'excludeCredentials'> & {
  challenge: string
  user: Omit<PublicKeyCredentialUserEntity, 'id'> & { id: string }
  excludeCredentials?: readonly KnownCredential[]
}
export type AssertionOptions = Omit<PublicKeyCredentialRequestOptions, 'challenge' | 'allowCredentials'> & {
  challenge: string
  allowCredentials?: readonly KnownCredential[]
}

/** Creates a passkey on a device the user chooses. Rejects with the browser's DOMException on failure. */
export async function createPasskey({
  challenge,
  user,
  excludeCredentials,
  ...rest
}: CreationOptions): Promise<object> {
  const publicKey = {
    ...rest,
    challenge: toBytes(challenge),
    user: { ...user, id: toBytes(user.id) },
    excludeCredentials: withBytes(excludeCredentials),
  }
  const credential = await navigator.credentials.create({ publicKey })
  if (
    !(credential instanceof PublicKeyCredential) ||
    !(credential.response instanceof AuthenticatorAttestationResponse)
  )
    throw new DOMException('No passkey was made', 'NotSupportedError')
  const { clientDataJSON, attestationObject } = credential.response
  return {
    ...toCredentialJson(credential),
    response: {
      clientDataJSON: toBase64Url(clientDataJSON),
      attestationObject: toBase64Url(attestationObject),
      transports: credential.response.getTransports(),
    },
  }
}

/** Signs the challenge with a passkey. Rejects with the browser's DOMException on failure. */
export async function signWithPasskey({ challenge, allowCredentials, ...rest }: AssertionOptions): Promise<object> {
  const publicKey = { ...rest, challenge: toBytes(challenge), allowCredentials: withBytes(allowCredentials) }
  const credential = await navigator.credentials.get({ publicKey })
  if (!(credential instanceof PublicKeyCredential) || !(credential.response instanceof AuthenticatorAssertionResponse))
    throw new DOMException('No passkey was proven', 'NotSupportedError')
  const { clientDataJSON, authenticatorData, signature, userHandle } = credential.response
  return {
    ...toCredentialJson(credential),
    response: {
      clientDataJSON: toBase64Url(clientDataJSON),
      authenticatorData: toBase64Url(authenticatorData),
      signature: toBase64Url(signature),
      ...(userHandle && { userHandle: toBase64Url(userHandle) }),
    },
  }
}

const toCredentialJson = (credential: PublicKeyCredential) => ({
  id: credential.id,
  rawId: toBase64Url(credential.rawId),
  type: credential.type,
  clientExtensionResults: credential.getClientExtensionResults(),
  ...(credential.authenticatorAttachment && { authenticatorAttachment: credential.authenticatorAttachment }),
})

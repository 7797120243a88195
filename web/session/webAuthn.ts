import type { Config } from './config.ts'

/** Converts WebAuthn options and responses between the browser's types and the user pool's JSON, with bytes as base64url. */

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.codePointAt(0) ?? 0)

const textOf = (bytes: ArrayBuffer): string =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCodePoint(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Whether the stage has passkeys and this page is on their domain: browsers offer them nowhere else. */
export const hasPasskeys = ({ passkeys }: Partial<Config>): boolean =>
  passkeys !== undefined && (location.hostname === passkeys.domain || location.hostname.endsWith(`.${passkeys.domain}`))

/** Whether this browser supports passkeys. */
export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in window

type Known = Omit<PublicKeyCredentialDescriptor, 'id'> & { id: string }
const withBytes = (known: readonly Known[] = []): PublicKeyCredentialDescriptor[] =>
  known.map(({ id, ...rest }) => ({ ...rest, id: bytesOf(id) }))

/** Options for creating a passkey, and for signing in with one. */
export type Making = Omit<PublicKeyCredentialCreationOptions, 'challenge' | 'user' | 'excludeCredentials'> & {
  challenge: string
  user: Omit<PublicKeyCredentialUserEntity, 'id'> & { id: string }
  excludeCredentials?: readonly Known[]
}
export type Proving = Omit<PublicKeyCredentialRequestOptions, 'challenge' | 'allowCredentials'> & {
  challenge: string
  allowCredentials?: readonly Known[]
}

/** Creates a passkey on a device the user chooses. Rejects with the browser's DOMException on failure. */
export async function makePasskey({ challenge, user, excludeCredentials, ...rest }: Making): Promise<object> {
  const publicKey = {
    ...rest,
    challenge: bytesOf(challenge),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: withBytes(excludeCredentials),
  }
  const made = await navigator.credentials.create({ publicKey })
  if (!(made instanceof PublicKeyCredential) || !(made.response instanceof AuthenticatorAttestationResponse))
    throw new DOMException('No passkey was made', 'NotSupportedError')
  const { clientDataJSON, attestationObject } = made.response
  return {
    ...saidOf(made),
    response: {
      clientDataJSON: textOf(clientDataJSON),
      attestationObject: textOf(attestationObject),
      transports: made.response.getTransports(),
    },
  }
}

/** Signs the challenge with a passkey. Rejects with the browser's DOMException on failure. */
export async function provePasskey({ challenge, allowCredentials, ...rest }: Proving): Promise<object> {
  const publicKey = { ...rest, challenge: bytesOf(challenge), allowCredentials: withBytes(allowCredentials) }
  const proven = await navigator.credentials.get({ publicKey })
  if (!(proven instanceof PublicKeyCredential) || !(proven.response instanceof AuthenticatorAssertionResponse))
    throw new DOMException('No passkey was proven', 'NotSupportedError')
  const { clientDataJSON, authenticatorData, signature, userHandle } = proven.response
  return {
    ...saidOf(proven),
    response: {
      clientDataJSON: textOf(clientDataJSON),
      authenticatorData: textOf(authenticatorData),
      signature: textOf(signature),
      ...(userHandle && { userHandle: textOf(userHandle) }),
    },
  }
}

const saidOf = (credential: PublicKeyCredential) => ({
  id: credential.id,
  rawId: textOf(credential.rawId),
  type: credential.type,
  clientExtensionResults: credential.getClientExtensionResults(),
  ...(credential.authenticatorAttachment && { authenticatorAttachment: credential.authenticatorAttachment }),
})

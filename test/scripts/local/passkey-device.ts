import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** The part of a browser's request that a device uses. */
type ChallengeOptions = { challenge: string }
type Change = {
  /** The page's origin. */
  origin?: string
  /** The relying party as seen by the device. */
  domain?: string
  /** Whether the device verified its user. */
  verified?: boolean
  /** The signature counter that it reports. */
  counter?: number
}

const digest = (data: Buffer | string) => createHash('sha256').update(data).digest()
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

/** A device with one ES256 passkey, and what a browser passes on from it: without attestation. */
export function passkeyDevice() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const bytes = randomBytes(32)
  const id = bytes.toString('base64url')
  let signatureCount = 0

  const clientData = (type: string, { challenge }: ChallengeOptions, { origin = 'http://localhost:3000' }: Change) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const head = (flags: number, { domain = 'localhost', verified = true, counter = ++signatureCount }: Change) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([digest(domain), Buffer.from([flags | 1 | (verified ? 4 : 0)]), count])
  }
  const sharedFields = { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }

  return {
    id,
    made(options: ChallengeOptions, change: Change = {}) {
      const key = [hex('a5 01 02 03 26 20 01 21 58 20'), Buffer.from(x, 'base64url'), hex('22 58 20')]
      const credential = [Buffer.alloc(16), hex('0020'), bytes, ...key, Buffer.from(y, 'base64url')]
      const data = Buffer.concat([head(0x40, change), ...credential])
      const attestation = [hex('a3 63'), 'fmt', hex('64'), 'none', hex('67'), 'attStmt', hex('a0 68'), 'authData']
      const object = Buffer.concat([
        ...attestation.map((part) => Buffer.from(part)),
        hex('58'),
        Buffer.from([data.length]),
        data,
      ])
      return {
        ...sharedFields,
        authenticatorAttachment: 'platform' as const,
        response: {
          clientDataJSON: clientData('webauthn.create', options, change).toString('base64url'),
          attestationObject: object.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    proven(options: ChallengeOptions, change: Change = {}): string {
      const [clientJson, data] = [clientData('webauthn.get', options, change), head(0, change)]
      const signature = sign('sha256', Buffer.concat([data, digest(clientJson)]), privateKey)
      const response = { clientDataJSON: clientJson, authenticatorData: data, signature }
      const texts = Object.entries(response).map(([name, value]) => [name, value.toString('base64url')])
      return JSON.stringify({ ...sharedFields, response: Object.fromEntries(texts) as object })
    },
  }
}

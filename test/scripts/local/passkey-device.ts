import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** What a browser is asked with, as far as a device looks at it. */
type Asked = { challenge: string }
type Change = {
  /** Where the page is from. */
  origin?: string
  /** The relying party that the device takes it for. */
  domain?: string
  /** Whether it knows who holds it. */
  verified?: boolean
  /** How often it says that it has signed. */
  counter?: number
}

const digest = (data: Buffer | string) => createHash('sha256').update(data).digest()
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

/** A device with one passkey of ES256, and what a browser hands on of what it says: without a word of who has made it. */
export function passkeyDevice() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const bytes = randomBytes(32)
  const id = bytes.toString('base64url')
  let signed = 0

  const clientData = (type: string, { challenge }: Asked, { origin = 'http://localhost:3000' }: Change) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const head = (flags: number, { domain = 'localhost', verified = true, counter = ++signed }: Change) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([digest(domain), Buffer.from([flags | 1 | (verified ? 4 : 0)]), count])
  }
  const shared = { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }

  return {
    id,
    made(asked: Asked, change: Change = {}) {
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
        ...shared,
        authenticatorAttachment: 'platform' as const,
        response: {
          clientDataJSON: clientData('webauthn.create', asked, change).toString('base64url'),
          attestationObject: object.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    proven(asked: Asked, change: Change = {}): string {
      const [said, data] = [clientData('webauthn.get', asked, change), head(0, change)]
      const signature = sign('sha256', Buffer.concat([data, digest(said)]), privateKey)
      const response = { clientDataJSON: said, authenticatorData: data, signature }
      const texts = Object.entries(response).map(([name, value]) => [name, value.toString('base64url')])
      return JSON.stringify({ ...shared, response: Object.fromEntries(texts) as object })
    },
  }
}

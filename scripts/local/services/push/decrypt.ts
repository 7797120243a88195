import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, verify } from 'node:crypto'

/** A browser’s keys for a subscription: the private one never leaves it. */
export type BrowserKeys = { privateKey: string; p256dh: string; auth: string }

/** Decrypts a message as the receiver does by RFC 8291. Throws for a message that is not encrypted for these keys. */
export function decrypt(body: Buffer, { privateKey, p256dh, auth }: BrowserKeys): string {
  const curve: ECDH = createECDH('prime256v1')
  curve.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  const [salt, senderKey] = [body.subarray(0, 16), body.subarray(21, 21 + (body[20] ?? 0))]
  const record = body.subarray(21 + senderKey.length)
  const derive = (key: Uint8Array, secret: Uint8Array, info: Uint8Array | string, length: number) =>
    Buffer.from(hkdfSync('sha256', key, secret, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(p256dh, 'base64url'), senderKey])
  const key = derive(curve.computeSecret(senderKey), Buffer.from(auth, 'base64url'), info, 32)
  const contentKey = derive(key, salt, 'Content-Encoding: aes128gcm\0', 16)
  const decipher = createDecipheriv('aes-128-gcm', contentKey, derive(key, salt, 'Content-Encoding: nonce\0', 12))
  decipher.setAuthTag(record.subarray(-16))
  const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return text.subarray(0, text.lastIndexOf(2)).toString()
}

/** The claims of a VAPID token (RFC 8292); undefined if it is not signed with the key that it names. */
export function claimsIn(authorization: string): { aud: string; exp: number; sub: string } | undefined {
  const {
    said: vapidHeader = '',
    signature = '',
    key = '',
  } = /^vapid t=(?<said>[\w-]+\.[\w-]+)\.(?<signature>[\w-]+), k=(?<key>[\w-]+)$/.exec(authorization)?.groups ?? {}
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65) return undefined
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const verifyOptions = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', Buffer.from(vapidHeader), verifyOptions, Buffer.from(signature, 'base64url'))) return undefined
  return JSON.parse(Buffer.from(vapidHeader.split('.')[1] ?? '', 'base64url').toString()) as never
}

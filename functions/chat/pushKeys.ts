import { createECDH, createHash, createPrivateKey, type KeyObject } from 'node:crypto'
import { keyNamed, keysOf } from '../secrets/signing.ts'

/** A key by which push services know us (VAPID), and its public half as browsers are told it. */
export type PushKey = { id: string; publicKey: string; privateKey: KeyObject }

/** Of a secret that AWS has made: its hash is the private number, so that no key is ever typed or copied. */
export function pushKeyOf({ id, value }: { id: string; value: string }): PushKey {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(createHash('sha256').update(`push ${value}`).digest())
  const point = curve.getPublicKey()
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const d = curve.getPrivateKey().toString('base64url').padStart(43, 'A')
  const jwk = { kty: 'EC', crv: 'P-256', x: part(1), y: part(33), d }
  return { id, publicKey: point.toString('base64url'), privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) }
}

/** The key that devices are told now; and that of this name, as long as it counts. */
export const currentPushKey = async (): Promise<PushKey> => pushKeyOf((await keysOf('push')).current)
export async function pushKeyNamed(id: string): Promise<PushKey | undefined> {
  const found = await keyNamed('push', id)
  return found && pushKeyOf(found)
}

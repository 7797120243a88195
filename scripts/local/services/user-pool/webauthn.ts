import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { Pool } from './reach.ts'

/** Passkeys, as browsers speak of them: WebAuthn of level 3, its bytes in base64url. */

/** How long a device may take, in milliseconds, as the browser is told. */
export const patience = 180_000

export const newChallenge = (): string => randomBytes(32).toString('base64url')

const bytes = z.string().check(z.regex(/^[\w-]+$/))
const shared = {
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.enum(['platform', 'cross-platform'])),
}
/** What a browser says of a passkey that was made. */
export const Made = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.optional(z.array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']))),
  }),
})
/** What it says of one that was proven. */
export const Proven = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: z.optional(z.string()),
  }),
})

const ClientData = z.object({ challenge: z.string(), origin: z.string() })

/** Which challenge was answered, and on a page of which origin, as the browser has it signed. */
export function clientDataIn(text: string): z.infer<typeof ClientData> | undefined {
  try {
    return z.safeParse(ClientData, JSON.parse(Buffer.from(text, 'base64url').toString())).data
  } catch {
    return undefined
  }
}

/** Whether a page of that origin may use passkeys of the domain: one of it or below it, that came safely or from this machine. */
export function isOriginOf(domain: string, origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && /(^|\.)localhost$/.test(hostname))
  return isSafe && (hostname === domain || hostname.endsWith(`.${domain}`))
}

export const verificationOf = ({ settings }: Pool) => (settings.passkeys?.verified ? 'required' : 'preferred')

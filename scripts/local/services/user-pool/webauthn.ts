import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { Pool } from './context.ts'

/** The passkey data that browsers send: WebAuthn Level 3, with bytes in base64url. */

/** How many milliseconds the browser gives the authenticator. */
export const challengeTimeout = 180_000

export const newChallenge = (): string => randomBytes(32).toString('base64url')

const bytes = z.string().check(z.regex(/^[\w-]+$/))
const sharedFields = {
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.enum(['platform', 'cross-platform'])),
}
/** A browser's response for a created passkey. */
export const RegistrationResponse = z.object({
  ...sharedFields,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.optional(z.array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']))),
  }),
})
/** A browser's response for a signed challenge. */
export const AuthenticationResponse = z.object({
  ...sharedFields,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: z.optional(z.string()),
  }),
})

const ClientData = z.object({ challenge: z.string(), origin: z.string() })

/** The challenge and the page's origin from the client data, which the authenticator has signed. */
export function clientDataIn(text: string): z.infer<typeof ClientData> | undefined {
  try {
    return z.safeParse(ClientData, JSON.parse(Buffer.from(text, 'base64url').toString())).data
  } catch {
    return undefined
  }
}

/**
 * Whether a page of that origin may use passkeys of the domain: its host must be the domain or a subdomain, over https
 * or on this machine.
 */
export function isOriginOf(domain: string, origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && /(^|\.)localhost$/.test(hostname))
  return isSafe && (hostname === domain || hostname.endsWith(`.${domain}`))
}

export const verificationOf = ({ settings }: Pool) => (settings.passkeys?.verified ? 'required' : 'preferred')

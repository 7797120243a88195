import { randomBytes } from 'node:crypto'
import type { LinkPurpose } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { isSigned, signatureOf } from '../secrets/signing.ts'

/**
 * A signed link that allows one action without signing in, once: on the item with the id `about`, in the name of the user `userId`. `nonce`
 * makes it unique, and is stored when it is used; see table/usedLinks.ts. It contains no personal data but ids.
 */
export type Link = {
  about: string
  userId: string
  nonce: string
  /** Instants. A link from before the user's sessions were ended is refused. */
  made: string
  ends: string
  /** Further values, depending on the purpose. */
  data: readonly (string | number)[]
}

/** The token of a link: content and signature in base64url, separated by a dot. About 260 characters. */
export async function writeLink(purpose: LinkPurpose, link: Omit<Link, 'nonce'>): Promise<string> {
  const { about, userId, made, ends, data } = link
  const parts: Parts = [about, userId, randomBytes(9).toString('base64url'), secondsOf(made), secondsOf(ends), ...data]
  const body = Buffer.from(JSON.stringify(parts)).toString('base64url')
  return `${body}.${await signatureOf('links', signedText(purpose, body))}`
}

/** Verifies the token of a link. Throws `link_altered` if its signature is not valid for this purpose, and `link_expired`. */
export async function readLink(purpose: LinkPurpose, token: string, now: string): Promise<Link> {
  const [body = '', signature = '', ...extraParts] = token.split('.')
  const isValid = extraParts.length === 0 && (await isSigned('links', signedText(purpose, body), signature))
  if (!isValid) throw new Problem('link_altered')
  const [about, userId, nonce, made, ends, ...data] = JSON.parse(Buffer.from(body, 'base64url').toString()) as Parts
  if (Date.parse(now) >= ends * 1000) throw new Problem('link_expired')
  return { about, userId, nonce, made: instantOf(made), ends: instantOf(ends), data }
}

type Parts = [about: string, userId: string, nonce: string, made: number, ends: number, ...data: (string | number)[]]

/** The signed text starts with its purpose, so that no other signature of the product can be used for it. */
const signedText = (purpose: LinkPurpose, body: string) => `link: ${purpose}\n${body}`
const secondsOf = (instant: string) => Math.floor(Date.parse(instant) / 1000)
const instantOf = (seconds: number) => new Date(seconds * 1000).toISOString()

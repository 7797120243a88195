import { randomBytes } from 'node:crypto'
import type { LinkPurpose } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { isSigned, signatureOf } from '../secrets/signing.ts'

/**
 * A link of ours that does one thing, once, for whoever holds it: for this purpose, about this (an id), in the name of this
 * person. `nonce` is its own and known to nobody before it is used; see table/usedLinks.ts. No name is in it.
 */
export type Link = {
  about: string
  userId: string
  nonce: string
  /** Instants. One that was made before the person's sessions were ended is worth nothing. */
  made: string
  ends: string
  /** What else it stands for, as its purpose has it. */
  data: readonly (string | number)[]
}

/** Base64url in two parts: what it stands for, and our signature, which names its key. About 260 characters. */
export async function writeLink(purpose: LinkPurpose, link: Omit<Link, 'nonce'>): Promise<string> {
  const { about, userId, made, ends, data } = link
  const parts: Parts = [about, userId, randomBytes(9).toString('base64url'), secondsOf(made), secondsOf(ends), ...data]
  const body = Buffer.from(JSON.stringify(parts)).toString('base64url')
  return `${body}.${await signatureOf('links', signedText(purpose, body))}`
}

/**
 * What a token stands for. `link_altered` when it is not, to the last character, one that this stage has written for this
 * purpose; `link_expired` when it has ended.
 */
export async function readLink(purpose: LinkPurpose, token: string, now: string): Promise<Link> {
  const [body = '', signature = '', ...others] = token.split('.')
  const isOurs = others.length === 0 && (await isSigned('links', signedText(purpose, body), signature))
  if (!isOurs) throw new Problem('link_altered')
  const [about, userId, nonce, made, ends, ...data] = JSON.parse(Buffer.from(body, 'base64url').toString()) as Parts
  if (Date.parse(now) >= ends * 1000) throw new Problem('link_expired')
  return { about, userId, nonce, made: instantOf(made), ends: instantOf(ends), data }
}

type Parts = [about: string, userId: string, nonce: string, made: number, ends: number, ...data: (string | number)[]]

/** Says first what is signed, so that no other signature of the product can be taken for one. */
const signedText = (purpose: LinkPurpose, body: string) => `link: ${purpose}\n${body}`
const secondsOf = (instant: string) => Math.floor(Date.parse(instant) / 1000)
const instantOf = (seconds: number) => new Date(seconds * 1000).toISOString()

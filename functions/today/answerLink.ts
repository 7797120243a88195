import { createHash } from 'node:crypto'
import { Problem } from '#shared/problems.ts'
import { isSigned, signatureOf } from '../signing.ts'

/**
 * What a link in an availability mail stands for: one answer of one parent, upon the answer that stood when it was
 * written (`upon`). `ends` is an instant. No name is in it.
 */
export type AnswerLink = {
  inviteId: string
  userId: string
  wanted: 'Accepted' | 'Declined'
  upon: string
  ends: string
}

/** Base64url in two parts: what it stands for, and our signature. About 220 characters. */
export async function tokenOf({ inviteId, userId, wanted, upon, ends }: AnswerLink): Promise<string> {
  const parts = [inviteId, userId, wanted === 'Accepted' ? 1 : 0, upon, Date.parse(ends) / 1000]
  const body = Buffer.from(JSON.stringify(parts)).toString('base64url')
  return `${body}.${await signatureOf('links', signedText(body))}`
}

/** What a token stands for. `link_altered` when it is not, to the last character, one that this stage has written. */
export async function linkOf(token: string): Promise<AnswerLink> {
  const [body = '', signature = '', ...others] = token.split('.')
  if (others.length > 0 || !(await isSigned('links', signedText(body), signature))) throw new Problem('link_altered')
  type Parts = [inviteId: string, userId: string, yes: 0 | 1, upon: string, ends: number]
  const [inviteId, userId, yes, upon, ends] = JSON.parse(Buffer.from(body, 'base64url').toString()) as Parts
  const wanted = yes ? 'Accepted' : 'Declined'
  return { inviteId, userId, wanted, upon, ends: new Date(ends * 1000).toISOString() }
}

/** What the answer of a link is called: always the same, so that a link answers once, however often it is tapped. */
export const answerIdOf = (token: string): string => createHash('sha256').update(token).digest('base64url').slice(0, 18)

/** Says first what is signed, so that no other signature of the product can be taken for one. */
const signedText = (body: string) => `answer link\n${body}`

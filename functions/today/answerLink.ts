import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { Problem } from '#shared/problems.ts'

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
export function tokenOf({ inviteId, userId, wanted, upon, ends }: AnswerLink): string {
  const parts = [inviteId, userId, wanted === 'Accepted' ? 1 : 0, upon, Date.parse(ends) / 1000]
  const body = Buffer.from(JSON.stringify(parts)).toString('base64url')
  return `${body}.${signature(body)}`
}

/** What a token stands for. `link_altered` when it is not, to the last character, one that this stage has written. */
export function linkOf(token: string): AnswerLink {
  const [body = ''] = token.split('.', 1)
  const right = Buffer.from(`${body}.${signature(body)}`)
  const given = Buffer.from(token)
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw new Problem('link_altered')
  type Parts = [inviteId: string, userId: string, yes: 0 | 1, upon: string, ends: number]
  const [inviteId, userId, yes, upon, ends] = JSON.parse(Buffer.from(body, 'base64url').toString()) as Parts
  const wanted = yes ? 'Accepted' : 'Declined'
  return { inviteId, userId, wanted, upon, ends: new Date(ends * 1000).toISOString() }
}

/** What the answer of a link is called: always the same, so that a link answers once, however often it is tapped. */
export const answerIdOf = (token: string): string => createHash('sha256').update(token).digest('base64url').slice(0, 18)

/** Says first what is signed, so that no other signature of the product can be taken for one. */
const signature = (body: string) => createHmac('sha256', secret()).update(`answer link\n${body}`).digest('base64url')

function secret(): string {
  const { LINK_SECRET } = process.env
  if (!LINK_SECRET) throw new Error('LINK_SECRET is not set')
  return LINK_SECRET
}

import { faultAt, Problem } from '#shared/problems.ts'
import { isSigned, signatureOf } from '../secrets/signing.ts'

/**
 * Where the next page of a list begins, as callers get it: opaque, and signed together with the list it belongs to,
 * so that a cursor of one team opens nothing in another's list.
 */
type Position = Record<string, string>

export async function cursorAt(list: string, position: Position | undefined): Promise<string | null> {
  if (!position) return null
  const body = Buffer.from(JSON.stringify(position)).toString('base64url')
  return `${body}.${await signatureOf('cursors', `${list}\n${body}`)}`
}

/** The position a cursor stands for; a bad request when it was altered or belongs to another list. */
export async function positionOf(list: string, cursor: string | undefined): Promise<Position | undefined> {
  if (cursor === undefined) return undefined
  const [body = '', signature = ''] = cursor.split('.')
  if (!(await isSigned('cursors', `${list}\n${body}`, signature)))
    throw new Problem('bad_request', [faultAt('cursor', 'invalid', { message: 'This is not a place in this list.' })])
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as Position
}

import { faultAt, Problem } from '#shared/problems.ts'
import { isSigned, signatureOf } from '../secrets/signing.ts'

/**
 * Where the next page of a list starts: opaque to callers, and signed together with its list, so that a cursor for one team's
 * list does not work for another's.
 */
type Position = Record<string, string>

export async function cursorAt(list: string, position: Position | undefined): Promise<string | null> {
  if (!position) return null
  const body = Buffer.from(JSON.stringify(position)).toString('base64url')
  return `${body}.${await signatureOf('cursors', `${list}\n${body}`)}`
}

/** The position in a cursor. Throws `bad_request` if it was altered or belongs to another list. */
export async function positionOf(list: string, cursor: string | undefined): Promise<Position | undefined> {
  if (cursor === undefined) return undefined
  const [body = '', signature = ''] = cursor.split('.')
  if (!(await isSigned('cursors', `${list}\n${body}`, signature)))
    throw new Problem('bad_request', [faultAt('cursor', 'invalid', { message: 'This is not a place in this list.' })])
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as Position
}

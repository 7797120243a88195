import { faultAt, Problem } from '#shared/problems.ts'
import { isSigned, signatureOf } from '../secrets/signing.ts'

/**
 * Cursors of paged lists: opaque, and signed together with the name of the list, so that a cursor of one team is not valid for the list of
 * another.
 */
type Position = Record<string, string>

/** The cursor at a position, DynamoDB's start key; null after the last page. */
export async function cursorAt(list: string, position: Position | undefined): Promise<string | null> {
  if (!position) return null
  const body = Buffer.from(JSON.stringify(position)).toString('base64url')
  return `${body}.${await signatureOf('cursors', `${list}\n${body}`)}`
}

/** The start key in a cursor. Throws `bad_request` if it was altered or is of another list. */
export async function positionOf(list: string, cursor: string | undefined): Promise<Position | undefined> {
  if (cursor === undefined) return undefined
  const [body = '', signature = ''] = cursor.split('.')
  if (!(await isSigned('cursors', `${list}\n${body}`, signature)))
    throw new Problem('bad_request', [faultAt('cursor', 'invalid', { message: 'This is not a place in this list.' })])
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as Position
}

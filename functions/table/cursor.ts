import { createHmac, timingSafeEqual } from 'node:crypto'
import { faultAt, Problem } from '#shared/problems.ts'

/**
 * Where the next page of a list begins, as callers get it: opaque, and signed together with the list it belongs to,
 * so that a cursor of one team opens nothing in another's list.
 */
type Position = Record<string, string>

const secret = () => {
  const { CURSOR_SECRET } = process.env
  if (!CURSOR_SECRET) throw new Error('CURSOR_SECRET is not set')
  return CURSOR_SECRET
}
const signature = (list: string, body: string) =>
  createHmac('sha256', secret()).update(`${list}\n${body}`).digest('base64url').slice(0, 22)

export function cursorAt(list: string, position: Position | undefined): string | null {
  if (!position) return null
  const body = Buffer.from(JSON.stringify(position)).toString('base64url')
  return `${body}.${signature(list, body)}`
}

/** The position a cursor stands for; a bad request when it was altered or belongs to another list. */
export function positionOf(list: string, cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined
  const [body = '', signed = ''] = cursor.split('.')
  const right = Buffer.from(signature(list, body))
  const given = Buffer.from(signed)
  if (given.length !== right.length || !timingSafeEqual(given, right))
    throw new Problem('bad_request', [faultAt('cursor', 'invalid', { message: 'This is not a place in this list.' })])
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as Position
}

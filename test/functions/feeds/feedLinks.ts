import ICAL from 'ical.js'
import { randomBytes } from 'node:crypto'
import { handler } from '#functions/feeds/changedHandler.ts'
import { call, send } from '../call.ts'
import { deliverTo } from '../workers.ts'

export const aFeedId = (): string => randomBytes(16).toString('base64url')
export const phone = { label: 'Phone', language: 'en' } as const

/** Fetches a link as a calendar app does: without signing in. */
export async function fetchFeed(path: string, options: { now?: string; etag?: string } = {}) {
  const { now, etag } = options
  const feedFile = path.split('/').at(-1) ?? ''
  const key = 'GET /rest-api/calendar/feed/{feedFile}'
  const headers: Record<string, string> = etag === undefined ? {} : { 'if-none-match': etag }
  const {
    status,
    body,
    headers: responseHeaders,
  } = await send(key, { as: undefined, feedFile, headers, ...(now && { now }) })
  return {
    status,
    text: typeof body === 'string' ? body : '',
    etag: String(responseHeaders['etag'] ?? ''),
    headers: responseHeaders,
  }
}

export async function aFamilyLink(userId: string, feedId = aFeedId()): Promise<string> {
  const created = await call('POST /rest-api/feeds/family', { as: userId, body: { ...phone, feedId } })
  return pathOf(created)
}
export async function aTeamLink(userId: string, teamId: string, feedId = aFeedId()): Promise<string> {
  return pathOf(await call('POST /rest-api/feeds/team/{teamId}', { as: userId, teamId, body: { ...phone, feedId } }))
}
const pathOf = ({ status, body }: { status: number; body: { path: string } }): string => {
  if (status !== 200) throw new Error(`The calendar link was not created: ${status}.`)
  return body.path
}

/** Tells the worker about an item, as the dispatcher does. */
export const deliverChange = (kind: string, key: { pk: string; sk: string }): Promise<void> =>
  deliverTo(handler, { kind, ...key, at: '2026-11-21T18:00:00Z' })

/** The events of a calendar, parsed strictly. */
export function eventsIn(text: string) {
  for (const line of text.split('\r\n')) if (Buffer.byteLength(line) > 75) throw new Error(`Too long a line: ${line}`)
  if (/[^\r]\n/.test(text)) throw new Error('A line ends without CR.')
  const root = ICAL.Component.fromString(text)
  return root.getAllSubcomponents('vevent').map((component) => {
    const { uid, summary, description, location, startDate, endDate, sequence } = new ICAL.Event(component, {
      strictExceptions: true,
    })
    const first = (name: string) => String(component.getFirstPropertyValue(name))
    return {
      uid,
      summary,
      description,
      location,
      sequence,
      start: startDate.toJSDate().toISOString(),
      end: endDate.toJSDate().toISOString(),
      zone: startDate.zone.tzid,
      status: first('status'),
      modified: first('last-modified'),
      transparency: first('transp'),
    }
  })
}

import { isId, type Kind } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'

/** What reaches us from outside, checked before anything is made of it. */

const kindOfParam: Record<string, Kind> = {
  orgId: 'organization',
  teamId: 'team',
  playerId: 'player',
  eventId: 'event',
  inviteFile: 'invite',
}

/**
 * The parameters of the path. Ids become table keys, so each must be written as an id of its kind; an address that
 * cannot exist is simply not found. The spec's `{id}.json` comes as one segment: its ending is taken off here.
 */
export function pathParams(sent: Record<string, string | undefined> = {}): Record<string, string> {
  const params: Record<string, string> = {}
  for (const [name, text = ''] of Object.entries(sent)) {
    const kind = kindOfParam[name]
    const value = name.endsWith('File') ? text.replace(/\.json$/, '') : text
    if (kind ? !isId(kind, value) : !/^[\w.-]{1,64}$/.test(value)) throw new Problem('not_found')
    params[name] = value
  }
  return params
}

// Tab and line breaks are allowed in what people write; the other control characters, and halves of characters, are not.
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/ // oxlint-disable-line no-control-regex
const isText = (text: string) => !control.test(text) && text.isWellFormed()

/** Query values as they came, unless one of them holds what no text holds. */
export function refuseControls(sent: Record<string, string | undefined>): Record<string, string | undefined> {
  for (const [at, value = ''] of Object.entries(sent))
    if (!isText(value) || !isText(at)) throw new Problem('bad_request', [{ at, message: 'This is not text.' }])
  return sent
}

/** The most a body may hold, in bytes; files go to their own place by a presigned address. */
export const mostBytes = 256 * 1024

/** The body as JSON. Not JSON, or too much of it, is a bad request; no body at all is `undefined`. */
export function fromJson({ body, isBase64Encoded }: { body?: string; isBase64Encoded?: boolean }): unknown {
  if (!body) return undefined
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')
  if (bytes.length > mostBytes) throw new Problem('too_large')
  try {
    return JSON.parse(bytes.toString('utf8'), (_key, value: unknown) => {
      if (typeof value === 'string' && !isText(value)) throw new SyntaxError('control character')
      return value
    })
  } catch {
    throw new Problem('bad_request', [{ at: 'body', message: 'This is not JSON.' }])
  }
}

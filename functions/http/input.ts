import { paramOf } from '#shared/api/params.ts'
import type { Upload } from '#shared/api/media.ts'
import { faultAt, Problem } from '#shared/problems.ts'

/** Reads path, query and body of a request, and checks that they are well-formed; the contract's schemas check the values. */

/**
 * The path parameters. Ids become table keys, so each must have the shape that its name requires; throws `not_found` otherwise.
 */
export function pathParams(values: Record<string, string | undefined> = {}): Record<string, string> {
  const params: Record<string, string> = {}
  for (const [name, text = ''] of Object.entries(values)) {
    const value = paramOf(name, text)
    if (value === undefined) throw new Problem('not_found')
    params[name] = value
  }
  return params
}

// Tab and line breaks are allowed in texts; other control characters and lone surrogates are not.
const controlCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/ // oxlint-disable-line no-control-regex
const isText = (text: string) => !controlCharacter.test(text) && text.isWellFormed()

/** Returns the values unchanged. Throws `bad_request` if one has control characters or lone surrogates. */
export function refuseControls(values: Record<string, string | undefined>): Record<string, string | undefined> {
  for (const [at, value = ''] of Object.entries(values))
    if (!isText(value) || !isText(at)) throw new Problem('bad_request', [faultAt(at, 'not_text')])
  return values
}

type RequestBody = { body?: string; isBase64Encoded?: boolean; headers?: Record<string, string | undefined> }

/** The bytes of a body. Throws `too_large` if there are more than `max`. */
export function bodyBytes({ body = '', isBase64Encoded }: RequestBody, max: number): Buffer {
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')
  if (bytes.length > max) throw new Problem('too_large')
  return bytes
}

/** The largest JSON body, in bytes. */
export const maxBytes = 256 * 1024

/** The parsed body; undefined if there is none. Throws `bad_request` if it is not JSON, and `too_large`. */
export function jsonBody(request: RequestBody): unknown {
  if (!request.body) return undefined
  const bytes = bodyBytes(request, maxBytes)
  try {
    return JSON.parse(bytes.toString('utf8'), (key, value: unknown) => {
      if (!isText(key) || (typeof value === 'string' && !isText(value))) throw new SyntaxError('control character')
      return value
    })
  } catch {
    throw new Problem('bad_request', [faultAt('body', 'invalid', { message: 'This is not JSON.' })])
  }
}

/** The fields and files of a multipart form; several of the same name are a list. Throws `bad_request` and `too_large`. */
export async function formBody(request: RequestBody, max: number): Promise<Record<string, unknown>> {
  const bytes = new Uint8Array(bodyBytes(request, max))
  const type = request.headers?.['content-type'] ?? ''
  // The whole body is in memory already, and bounded: no streaming parser is needed.
  const form = await formIn(bytes, type).catch(() => undefined)
  if (!form || !type.toLowerCase().startsWith('multipart/form-data'))
    throw new Problem('bad_request', [faultAt('body', 'invalid', { message: 'This is not a form.' })])
  const names = [...new Set(form.keys())]
  const fields = await Promise.all(
    names.map(async (name): Promise<[string, unknown]> => {
      const values = await Promise.all(form.getAll(name).map((value) => fieldOf(name, value)))
      return [name, values.length > 1 ? values : values[0]]
    }),
  )
  return Object.fromEntries(fields)
}

/** Rejects also where the type is no valid header value, for which `new Response` throws synchronously. */
const formIn = async (bytes: Uint8Array<ArrayBuffer>, type: string) =>
  new Response(bytes, { headers: { 'content-type': type } }).formData()

async function fieldOf(at: string, value: string | File): Promise<string | Upload> {
  const text = typeof value === 'string' ? value : value.name
  refuseControls({ [at]: text })
  return typeof value === 'string'
    ? value
    : { name: value.name, type: value.type, bytes: new Uint8Array(await value.arrayBuffer()) }
}

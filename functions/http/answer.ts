import type { APIGatewayProxyStructuredResultV2 as Result } from 'aws-lambda'
import { type FileAnswer, isMedia, type RedirectAnswer } from '#shared/api/media.ts'
import type { Received } from './parse.ts'

type SetsCookies = { cookies: readonly string[] }

/** The response for what a handler returned. Throws if that does not match the contract. */
export const toResult = async (
  { route: { returns, setsCookies }, headers }: Received,
  answer: unknown,
): Promise<Result> =>
  isMedia(returns)
    ? returns.as === 'redirect'
      ? redirect(answer as RedirectAnswer)
      : download(returns.type, answer as FileAnswer, headers['if-none-match'])
    : // Parsing drops every field that is not in the contract, such as keys and secrets.
      { ...json(200, returns.parse(answer)), ...(setsCookies && { cookies: [...(answer as SetsCookies).cookies] }) }

export const json = (statusCode: number, body: unknown, headers: Record<string, string> = {}): Result => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  body: JSON.stringify(body),
})

/** The URL of the request may contain the token of a link: it is not cached, and not sent as referrer. */
const redirect = ({ to }: RedirectAnswer): Result => ({
  statusCode: 303,
  headers: { location: to, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
})

/** A file is always saved and never shown: scripts in it must not run on our own origin. */
async function download(defaultType: string, answer: FileAnswer, ifNoneMatch = ''): Promise<Result> {
  const { name, content, etag, type = defaultType } = answer
  // Weak, since the body may be compressed or not.
  const etagHeaders: Record<string, string> = etag === undefined ? {} : { etag: `W/"${etag}"` }
  if (etag !== undefined && ifNoneMatch.includes(`"${etag}"`))
    return { statusCode: 304, headers: { ...etagHeaders, 'cache-control': 'private, no-cache' } }
  const bytes = await bytesOf(content)
  return {
    statusCode: 200,
    headers: {
      'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name.toWellFormed())}`,
      'x-content-type-options': 'nosniff',
      'cache-control': etag === undefined ? 'no-store' : 'private, no-cache',
      ...etagHeaders,
    },
    body: bytes.toString('base64'),
    isBase64Encoded: true,
  }
}

async function bytesOf(content: FileAnswer['content']): Promise<Buffer> {
  if (typeof content === 'string') return Buffer.from(content)
  if (content instanceof Uint8Array) return Buffer.from(content)
  const parts: Buffer[] = []
  for await (const part of content) parts.push(typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))
  return Buffer.concat(parts)
}

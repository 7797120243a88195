import type { MiddlewareObj } from '@middy/core'
import type {
  APIGatewayProxyEventV2WithJWTAuthorizer as Event,
  APIGatewayProxyStructuredResultV2 as Result,
} from 'aws-lambda'
import { Problem } from '#shared/problems.ts'
import { brotli, gzipped } from '../runtime/compression.ts'

/** In bytes. A smaller body fits into one packet either way. */
const minBytes = 1024
const texts = /^(text\/|application\/(json|xml|javascript)\b|image\/svg)/

const encodings = {
  // Above quality 5, compressing takes longer than it saves in transfer.
  br: (bytes: Buffer) => brotli(bytes, 5),
  gzip: gzipped,
}

/** Lambda's limit for a response, in bytes, less room for all beside the body. */
const maxBytes = 6 * 1024 * 1024 - 32 * 1024
/** The size of the body in the response, in which text is escaped as JSON. */
const sizeOf = ({ body = '', isBase64Encoded }: Result): number =>
  isBase64Encoded || body.length < maxBytes / 6 ? body.length : Buffer.byteLength(JSON.stringify(body))
/** Throws `answer_too_large` for a response above Lambda's limit, such as the exports of a large club without compression. */
function refuseTooLarge(answer: Result): Result {
  if (sizeOf(answer) > maxBytes) throw new Problem('answer_too_large')
  return answer
}

/** Compresses text by `accept-encoding`. CloudFront compresses only cacheable responses, which ours are not. */
export const compress = (): MiddlewareObj<Event, Result> => ({
  after: async (request) => {
    const { event, response } = request
    const type = String(response?.headers?.['content-type'] ?? '')
    const encoding = encodingFor(event.headers['accept-encoding'])
    if (!response?.body) return
    if (!texts.test(type)) return void refuseTooLarge(response)
    const headers = { ...response.headers, vary: 'accept-encoding' }
    const bytes = Buffer.from(response.body, response.isBase64Encoded ? 'base64' : 'utf8')
    request.response = refuseTooLarge(
      encoding && bytes.length >= minBytes
        ? {
            ...response,
            headers: { ...headers, 'content-encoding': encoding },
            body: (await encodings[encoding](bytes)).toString('base64'),
            isBase64Encoded: true,
          }
        : { ...response, headers },
    )
  },
})

function encodingFor(accepted = ''): keyof typeof encodings | undefined {
  const acceptedEncodings = accepted
    .split(',')
    .map((each) =>
      each
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/),
    )
    .filter(([, weight = '']) => !/^q=0(\.0*)?$/.test(weight))
    .map(([name]) => name)
  return (['br', 'gzip'] as const).find((each) => acceptedEncodings.includes(each))
}

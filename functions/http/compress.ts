import type { MiddlewareObj } from '@middy/core'
import type {
  APIGatewayProxyEventV2WithJWTAuthorizer as Event,
  APIGatewayProxyStructuredResultV2 as Result,
} from 'aws-lambda'
import { brotli, gzipped } from '../compressed.ts'

/** In bytes. What is smaller fits into one packet either way. */
const smallest = 1024
const texts = /^(text\/|application\/(json|xml|javascript)\b|image\/svg)/

const encodings = {
  // Beyond 5 an answer takes longer to compress than it saves on its way.
  br: (bytes: Buffer) => brotli(bytes, 5),
  gzip: gzipped,
}

/** Compresses answers for who takes it. CloudFront compresses only what it may keep, and it keeps no answer of ours. */
export const compress = (): MiddlewareObj<Event, Result> => ({
  after: async (request) => {
    const { event, response } = request
    const type = String(response?.headers?.['content-type'] ?? '')
    const encoding = encodingFor(event.headers['accept-encoding'])
    if (!response?.body || !texts.test(type)) return
    const headers = { ...response.headers, vary: 'accept-encoding' }
    const bytes = Buffer.from(response.body, response.isBase64Encoded ? 'base64' : 'utf8')
    request.response =
      encoding && bytes.length >= smallest
        ? {
            ...response,
            headers: { ...headers, 'content-encoding': encoding },
            body: (await encodings[encoding](bytes)).toString('base64'),
            isBase64Encoded: true,
          }
        : { ...response, headers }
  },
})

function encodingFor(accepted = ''): keyof typeof encodings | undefined {
  const taken = accepted
    .split(',')
    .map((each) =>
      each
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/),
    )
    .filter(([, weight = '']) => !/^q=0(\.0*)?$/.test(weight))
    .map(([name]) => name)
  return (['br', 'gzip'] as const).find((each) => taken.includes(each))
}

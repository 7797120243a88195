import { mkdirSync, writeFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import * as z from 'zod/mini'
import { routes } from '#shared/api/index.ts'
import { DeliveredChange } from '#shared/api/developers.ts'
import { isMedia, type Redirect } from '#shared/api/media.ts'
import { paramNames } from '#shared/api/params.ts'
import type { Route } from '#shared/api/route.ts'
import { tokenAreaOf } from '#shared/api/tokens.ts'
import { isOpen, textOf } from '#shared/permissions.ts'
import { type ProblemCode, problems } from '#shared/sentences.ts'

type Schema = z.ZodMiniType
const jsonSchema = (schema: Schema, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
const content = (schema: object) => ({ 'application/json': { schema } })

const refusal = jsonSchema(
  z.object({
    code: z.string(),
    message: z.string(),
    faults: z.optional(
      z.array(z.object({ at: z.string(), code: z.string(), message: z.string(), limit: z.optional(z.number()) })),
    ),
  }),
  'output',
)
/** Problem codes that every signed-in route may return; `ofWriting` adds those of every route that writes. */
const common: ProblemCode[] = ['bad_request', 'not_allowed', 'not_found', 'busy']
const ofWriting: ProblemCode[] = ['conflict']

/** Problem codes of the checks before a route's own work; the caller and the club decide which of them are possible. */
const ofDoor: ProblemCode[] = [
  ...(['not_signed_in', 'password_needed', 'second_factor_needed', 'club_second_factor'] as const),
  ...(['guardian_does', 'only_themselves', 'in_place_over', 'limited_functionality'] as const),
  ...(['link_altered', 'link_expired', 'answer_too_large'] as const),
]

/** The problem codes that a route may return, in addition to those of the checks before it. */
export const mayRefuse = (key: string, { refuses = [], spends, body }: Route): ProblemCode[] => [
  ...new Set([
    ...common,
    ...(key.startsWith('GET ') ? [] : ofWriting),
    ...(body ? (['too_large'] as const) : []),
    ...refuses,
    ...(spends ? (['out_of_budget'] as const) : []),
  ]),
]

function refusals(codes: readonly ProblemCode[]) {
  const byStatus = Object.groupBy(codes, (code) => String(problems[code][0]))
  return Object.entries(byStatus).map(([status, list = []]) => [
    status,
    {
      description: list.map((code) => `${code}: ${problems[code][1]}`).join(' '),
      content: content({ $ref: '#/components/schemas/Problem' }),
    },
  ])
}

const retryAfterHeader = {
  'retry-after': { description: 'Seconds until the request can be retried.', schema: { type: 'integer' } },
}
/** For every call with a token: all programs of a club share a budget per minute, and each token has one per day. */
const tooManyRequests = {
  description:
    'out_of_budget: The rate limit is exceeded: of all programs of the club per minute, or of the token per day.',
  headers: retryAfterHeader,
  content: content({ $ref: '#/components/schemas/Problem' }),
}

const header = (name: string, description: string) => ({
  ...{ name, in: 'header', required: true, description },
  schema: { type: 'string' },
})
/** The requests that we send to a club's webhook addresses. */
const webhooks = {
  change: {
    post: {
      operationId: 'webhook_change',
      summary:
        'Notifies a webhook of a club that an object was added, changed or removed, by its id only. The kind `test` is a test delivery. Deliveries may be repeated and may arrive out of order.',
      parameters: [
        header('Touchline-Delivery', 'The id of the change, which stays the same when the delivery is repeated.'),
        header(
          'Touchline-Signature',
          't=<Unix time in seconds> and, separated by commas, v1=<hex HMAC-SHA256 of that time, a dot and the raw body, keyed with the secret of the webhook>. For one day after the secret was replaced, there is one v1 for each valid secret. Accept the request if one of them matches and the time is within the last few minutes.',
        ),
      ],
      requestBody: { required: true, content: content(jsonSchema(DeliveredChange, 'output')) },
      responses: {
        '2XX': { description: 'The delivery succeeded. Respond within five seconds; the response body is ignored.' },
        default: {
          description: 'The delivery failed and is retried with increasing delays. Redirects are not followed.',
        },
      },
    },
  },
}

/** The request body: JSON, a form, or bytes. */
function requestContent(body: NonNullable<Route['body']>) {
  if (!isMedia(body)) return content(jsonSchema(body, 'input'))
  if (body.as === 'multipart') return { 'multipart/form-data': { schema: jsonSchema(body.schema, 'input') } }
  return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
}

const answerContent = (returns: Exclude<Route['returns'], Redirect>) =>
  isMedia(returns)
    ? Object.fromEntries(
        [returns.type, ...returns.others].map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
      )
    : content(jsonSchema(returns, 'output'))

const successResponse = (returns: Route['returns']) =>
  isMedia(returns) && returns.as === 'redirect'
    ? {
        303: {
          description: 'Redirects to a page of the web app.',
          headers: { location: { schema: { type: 'string' } } },
        },
      }
    : { 200: { description: 'The request succeeded.', content: answerContent(returns) } }

function queryParameters(schema: Schema | undefined) {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: value,
  }))
}

/**
 * The contract as an OpenAPI 3.1 document, derived entirely from the routes: schemas give their JSON Schema, route keys
 * the method and path.
 */
export function openapi() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { area, key, route } of routes) {
    const [method = '', path = ''] = key.split(' ')
    const token = tokenAreaOf(area, key, route)
    paths[path] ??= {}
    paths[path][method.toLowerCase()] = {
      operationId: key.replace(/[^\w]+/g, '_'),
      tags: [area],
      summary: route.does,
      'x-can': textOf(route.can),
      // The area that an access token needs for this route; without it, tokens cannot call the route.
      ...(token && { 'x-token': token }),
      security: isOpen(route.can) ? [] : [{ signedIn: [] }, ...(token ? [{ accessToken: [] }] : [])],
      parameters: [
        ...paramNames(path).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
        ...queryParameters(route.query),
      ],
      ...(route.body && { requestBody: { required: true, content: requestContent(route.body) } }),
      responses: {
        ...successResponse(route.returns),
        ...(!isOpen(route.can) && { 401: { description: 'Not signed in, or the token is invalid or has expired.' } }),
        ...(token && { 429: tooManyRequests }),
        ...Object.fromEntries(refusals(mayRefuse(key, route))),
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Touchline',
      version: '1',
      description: [
        'The API of Touchline, for its own web app and for programs with an access token.',
        'In addition to the errors listed for each route, every route may return the following, with the same schema:',
        ...ofDoor.map((code) => `- \`${code}\` (${problems[code][0]}): ${problems[code][1]}`),
      ].join('\n'),
    },
    servers: [{ url: '/' }],
    components: {
      schemas: { Problem: refusal },
      securitySchemes: {
        signedIn: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'tlp_…',
          description:
            'Created in My Profile. Gives read access to one club, limited to the chosen areas and to what its owner may currently read.',
        },
      },
    },
    paths,
    webhooks,
  }
}

/** Validates the document against OpenAPI's own schema: the errors as JSON, or undefined when it is valid. */
export async function validate(document: Record<string, unknown>): Promise<string | undefined> {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  return valid ? undefined : JSON.stringify(errors)
}

if (import.meta.main) {
  const document = openapi()
  const errors = await validate(document)
  if (errors) {
    console.error(`The contract does not make a valid OpenAPI document: ${errors}`)
    process.exit(1)
  }
  const file = new URL('../.build/openapi.json', import.meta.url)
  mkdirSync(new URL('.', file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`)
  console.log(`${routes.length} routes in .build/openapi.json`)
}

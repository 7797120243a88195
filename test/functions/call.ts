import type {
  APIGatewayProxyEventV2WithJWTAuthorizer as Event,
  APIGatewayProxyStructuredResultV2 as Result,
} from 'aws-lambda'
import { CognitoIdentityProviderClient, GetUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import { mockClient } from 'aws-sdk-client-mock'
import middy from '@middy/core'
import { parse } from '#functions/http/parse.ts'
import { refuse } from '#functions/http/refuse.ts'
import { type Api, areas, routes } from '#shared/api/index.ts'
import { isMedia } from '#shared/api/media.ts'
import type { Answer, Area, Input, Route } from '#shared/api/route.ts'
import { isStaff } from '#shared/permissions.ts'
import type { Fault, ProblemCode } from '#shared/problems.ts'
import { inRoleOf } from './roles.ts'
import { withinClub } from './tenants.ts'

/** The user pool as the functions see it: accepts every token unless a test overrides it. */
export const userPool = mockClient(CognitoIdentityProviderClient)
/** Resets the user pool to its default behavior before each test. */
export function acceptEveryToken(): void {
  userPool.reset()
  userPool.on(GetUserCommand).resolves({ Username: 'u', UserAttributes: [] })
}

/**
 * `session`: the sign-in that the token comes from, a new one by default. `signedIn`: when that was, the day before by default
 * unless the route requires a more recent sign-in. `client`: the client of the user pool. `inPlace`: the cookies of a staff
 * member acting on someone's behalf, as a browser sends them.
 */
export type CallOptions = {
  as: string | undefined
  groups?: string[]
  now?: string
  session?: string
  signedIn?: string
  client?: string
  inPlace?: readonly string[]
  /** Token type; an access token by default. */
  use?: 'access' | 'id'
}
type Refusal = { code: ProblemCode; message: string; faults?: Fault[] }
export type CallResult<K extends keyof Api> = {
  status: number
  body: Answer<Api[K]>
  refusal: Refusal
  /** The `Set-Cookie` headers. */
  cookies: string[]
  headers: Record<string, unknown>
  /** The raw bytes, for files that are not text. */
  bytes: Buffer
}

const noon = '2026-11-21T18:00:00Z'
type Handler = (event: Event, context: object) => Promise<Result>
/** Areas whose function does not start in the `handler.ts` of a folder with the area's name. */
const elsewhere: Record<string, () => Promise<unknown>> = {
  moderation: () => import('../../functions/chat/moderationHandler.ts'),
  duplicates: () => import('../../functions/teams/duplicatesHandler.ts'),
  pictures: () => import('../../functions/teams/picturesHandler.ts'),
  reports: () => import('../../functions/teams/reportHandler.ts'),
  planning: () => import('../../functions/calendar/planHandler.ts'),
  attendance: () => import('../../functions/calendar/attendanceHandler.ts'),
  pay: () => import('../../functions/money/payHandler.ts'),
  receipts: () => import('../../functions/money/receiptsHandler.ts'),
}
const handlerOf = async (area: string) => {
  const loaded = await (elsewhere[area]?.() ?? import(`../../functions/${area}/handler.ts`))
  return (loaded as { handler: Handler }).handler
}

/** A JSON response parsed by the contract, without anything the contract does not promise. */
export const parseResponse = ({ returns }: Route, body: unknown): unknown =>
  isMedia(returns) ? body : returns.parse(body)

type Inputs = { [K in keyof Api]: Input<K, Api[K]> & CallOptions }
/**
 * `Inputs[K]`, spelled out per attribute: otherwise the compiler checks each argument against the input of every route before it
 * picks the one that is meant, which takes half of its total time.
 */
type CallInput<K extends keyof Api> = { [Name in keyof Inputs[K]]: Inputs[K][Name] }

/** Calls a route as the gateway would: through its function's own handler, backed by a real table. */
export async function call<K extends keyof Api>(key: K, input: CallInput<K>): Promise<CallResult<K>> {
  return (await send(key, input)) as CallResult<K>
}

/**
 * Claims of a one-hour access token issued ten minutes ago to someone who signed in the day before. All values are strings, as
 * the gateway passes them.
 */
function claimsOf(
  sub: string,
  { groups = [], now = noon, session = crypto.randomUUID(), signedIn, client, use = 'access' }: CallOptions,
) {
  const seconds = Date.parse(now) / 1000
  return {
    sub,
    token_use: use,
    'cognito:groups': `[${groups.join(' ')}]`,
    origin_jti: session,
    ...(client && { client_id: client }),
    auth_time: String(signedIn ? Date.parse(signedIn) / 1000 : seconds - 86_400),
    exp: String(seconds + 3000),
  }
}

export type RequestOptions = CallOptions & {
  query?: Record<string, unknown>
  body?: unknown
  rawBody?: string
  base64?: boolean
  headers?: Record<string, string>
} & Record<string, unknown>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null))

/** Encodes fields as a form, in base64 as the gateway passes bytes. */
async function formOf(fields: unknown): Promise<{ type: string; text: string }> {
  const form = new FormData()
  // List items are appended separately, as repeated fields.
  for (const [name, values] of Object.entries(fields as Record<string, unknown>))
    for (const value of [values].flat()) form.append(name, value instanceof Blob ? value : textOf(value))
  const encoded = new Response(form)
  const text = Buffer.from(await encoded.arrayBuffer()).toString('base64')
  return { type: encoded.headers.get('content-type') ?? '', text }
}

/** A request as the gateway passes it. */
async function eventOf(
  key: string,
  {
    as,
    groups = [],
    now = noon,
    session,
    signedIn,
    client,
    use,
    inPlace,
    query,
    body,
    rawBody,
    base64,
    headers,
    ...params
  }: RequestOptions,
): Promise<Event> {
  const line = lineOf(key)
  // Signed in a moment ago where the route requires a recent sign-in; `fresh.test.ts` tests older ones.
  const isTyped = line !== undefined && (line.route.signedInWithin !== undefined || isStaff(line.route.can))
  const typedAt = isTyped ? new Date(Date.parse(now) - 5000).toISOString() : undefined
  const bodySchema = line?.route.body
  const form =
    isMedia(bodySchema) && bodySchema.as === 'multipart' && body !== undefined ? await formOf(body) : undefined
  return {
    version: '2.0',
    // The gateway accepts no route with a trailing slash.
    routeKey: key.replace(/\/$/, ''),
    headers: {
      ...(as && { authorization: `Bearer token of ${as}` }),
      ...(form && { 'content-type': form.type }),
      ...headers,
    },
    ...(inPlace !== undefined && { cookies: ['other=1', ...inPlace] }),
    pathParameters: params,
    queryStringParameters: query && Object.fromEntries(Object.entries(query).filter(([, v]) => v !== undefined)),
    body: rawBody ?? form?.text ?? (body === undefined ? undefined : JSON.stringify(body)),
    isBase64Encoded: base64 ?? form !== undefined,
    requestContext: {
      requestId: crypto.randomUUID(),
      timeEpoch: Date.parse(now),
      ...(as && {
        authorizer: {
          jwt: {
            claims: claimsOf(as, {
              ...{ as, groups, now },
              ...(session && { session }),
              ...(signedIn ? { signedIn } : typedAt && { signedIn: typedAt }),
              ...(client && { client }),
              ...(use && { use }),
            }),
          },
        },
      }),
    },
  } as unknown as Event
}

const lines = new Map(routes.map((line): [string, (typeof routes)[number]] => [line.key, line]))
const lineOf = (key: string) => lines.get(key)

/**
 * Runs only the checks that `serve()` starts with in a route's function. Returns what the contract refuses, or undefined if the
 * request is let in. Reads nothing.
 */
export async function validateRequest(
  key: string,
  requestOptions: RequestOptions,
): Promise<{ status: number; refusal: Refusal } | undefined> {
  const validator = validators.get(lineOf(key)?.area ?? 'today')
  const { statusCode: status = 0, body = '' } =
    (await validator?.(await eventOf(key, requestOptions), {} as never)) ?? {}
  return status === accepted ? undefined : { status, refusal: JSON.parse(body) as Refusal }
}
const accepted = 100
const validators = new Map(
  Object.entries<Area>(areas).map(([name, area]) => [
    name,
    middy<Event, Result>()
      .use(refuse())
      .use(parse(area))
      .handler(() => Promise.resolve({ statusCode: accepted })),
  ]),
)

/** Like `call`, for any request, valid or not. */
export async function send(key: string, requestOptions: RequestOptions) {
  const { as, groups = [], query, body, rawBody } = requestOptions
  const line = lineOf(key)
  const handler = await handlerOf(line?.area ?? 'today')
  const event = await eventOf(key, requestOptions)
  const result = await withinClub(
    { key, can: line?.route.can ?? 'anyone', as, groups, sent: [event.pathParameters, query, body, rawBody] },
    () => inRoleOf(line?.area ?? 'today', () => handler(event, {})),
    ({ statusCode = 500 }) => statusCode < 400,
  )
  // Files are returned as bytes.
  const bytes = Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8')
  const answer: unknown = result.isBase64Encoded ? bytes.toString() : JSON.parse(result.body ?? 'null')
  const { statusCode: status = 0, headers: responseHeaders = {}, cookies = [] } = result
  return { status, body: answer, refusal: answer as Refusal, headers: responseHeaders, cookies, bytes }
}

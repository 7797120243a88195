import type { HttpRequest, HttpResponse } from '../../http.ts'

/** `CorsConfiguration` of an `AWS::ApiGatewayV2::Api`. */
export type Cors = {
  AllowOrigins?: string[]
  AllowMethods?: string[]
  AllowHeaders?: string[]
  ExposeHeaders?: string[]
  AllowCredentials?: boolean
  MaxAge?: number
}

const isAllowed = ({ AllowOrigins = [] }: Cors, origin: string): boolean =>
  AllowOrigins.some(
    (allowed) =>
      allowed === '*' || allowed === origin || (allowed.endsWith('://*') && origin.startsWith(allowed.slice(0, -1))),
  )

/** API Gateway's own response to a preflight request; undefined for any other request. */
export function preflight(cors: Cors, { method, headers }: HttpRequest): HttpResponse | undefined {
  const { origin } = headers
  if (method !== 'OPTIONS' || !origin || !headers['access-control-request-method']) return undefined
  const { AllowMethods = [], AllowHeaders = [], MaxAge } = cors
  const allowed = isAllowed(cors, origin) && {
    ...corsHeaders(cors, origin),
    'access-control-allow-methods': AllowMethods.join(','),
    'access-control-allow-headers': AllowHeaders.join(','),
    ...(MaxAge !== undefined && { 'access-control-max-age': String(MaxAge) }),
  }
  return { status: 204, headers: allowed || {}, body: Buffer.alloc(0) }
}

/** The headers that let a page of another origin read a response; they replace those of the function. */
export function corsHeaders(cors: Cors, origin: string | undefined): Record<string, string> {
  if (!origin || !isAllowed(cors, origin)) return {}
  const { AllowOrigins = [], ExposeHeaders = [], AllowCredentials = false } = cors
  return {
    'access-control-allow-origin': AllowOrigins.includes('*') && !AllowCredentials ? '*' : origin,
    vary: 'origin',
    ...(AllowCredentials && { 'access-control-allow-credentials': 'true' }),
    ...(ExposeHeaders.length > 0 && { 'access-control-expose-headers': ExposeHeaders.join(',') }),
  }
}

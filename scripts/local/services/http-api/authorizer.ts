import { JwtVerifier } from 'aws-jwt-verify'
import type { JwtPayload } from 'aws-jwt-verify/jwt-model'
import type { Jwks } from 'aws-jwt-verify/jwk'
import type { Assembly, Clock, Resource } from '../../types.ts'
import { type HttpRequest, type HttpResponse, jsonResponse } from '../../http.ts'

/** The value of `requestContext.authorizer.jwt` in a function's event. */
export type JwtContext = { claims: Record<string, string>; scopes: string[] | null }

/** Returns the claims of a request's token, or the refusal. */
export type Authorize = (request: HttpRequest, scopes: readonly string[]) => JwtContext | { refusal: HttpResponse }

/** aws-jwt-verify uses the machine's clock; this many seconds of grace disable its check in favour of ours. */
const SWITCHED_OFF = 1e12

const unauthorized = (reason?: string): { refusal: HttpResponse } => ({
  refusal: jsonResponse(
    401,
    { message: 'Unauthorized' },
    { 'www-authenticate': reason ? `Bearer scope="" error="invalid_token" error_description="${reason}"` : 'Bearer' },
  ),
})

/**
 * A JWT authorizer of the assembly. Checks signature, issuer, audience (`aud`, or `client_id` if there is none), `exp`,
 * `nbf` and `iat` by the local cloud's clock, and the route's scopes.
 */
export function jwtAuthorizer(
  assembly: Assembly,
  authorizer: Resource,
  clock: Clock,
  jwks: (poolId: string) => unknown,
): Authorize {
  const { IdentitySource, JwtConfiguration } = assembly.resolve<{
    IdentitySource: string[]
    JwtConfiguration: { Issuer: string; Audience: string[] }
  }>(authorizer.stack, authorizer.properties)
  const { Issuer, Audience } = JwtConfiguration
  const verifier = JwtVerifier.create({
    issuer: Issuer,
    audience: null,
    jwksUri: `${Issuer}/.well-known/jwks.json`,
    graceSeconds: SWITCHED_OFF,
  })
  // The pool is one of the assembly's: its keys are passed in instead of fetched.
  verifier.cacheJwks(jwks(Issuer.slice(Issuer.lastIndexOf('/') + 1)) as Jwks)

  return (request, scopes) => {
    const token = IdentitySource.map((source) => identity(source, request)).find((value) => value)
    if (!token) return unauthorized()
    let claims: JwtPayload
    try {
      claims = verifier.verifySync(token)
    } catch {
      return unauthorized('the token could not be verified')
    }
    const now = Math.floor(clock.now() / 1000)
    const audiences: unknown[] = [claims.aud ?? claims.client_id].flat()
    if (!Audience.some((audience) => audiences.includes(audience)))
      return unauthorized('the token does not have a valid audience')
    if (typeof claims.exp !== 'number' || claims.exp <= now) return unauthorized('the token has expired')
    if ((claims.nbf ?? 0) > now || (claims.iat ?? 0) > now) return unauthorized('the token is not valid yet')

    const grantedScopes = scopesOf(claims)
    if (scopes.length > 0 && !scopes.some((scope) => grantedScopes.includes(scope))) {
      const challenge = `Bearer scope="${scopes.join(' ')}" error="insufficient_scope"`
      return { refusal: jsonResponse(403, { message: 'Forbidden' }, { 'www-authenticate': challenge }) }
    }
    return { claims: flatten(claims), scopes: scopes.length > 0 ? grantedScopes : null }
  }
}

function identity(source: string, request: HttpRequest): string | undefined {
  const name = source.slice(source.lastIndexOf('.') + 1)
  if (source.startsWith('$request.querystring.')) return new URLSearchParams(request.query).get(name) ?? undefined
  return request.headers[name.toLowerCase()]?.replace(/^Bearer +/i, '').trim()
}

// A list, or one string separated by spaces.
function scopesOf({ scp, scope }: JwtPayload): string[] {
  const scopes = scp ?? scope
  return Array.isArray(scopes) ? scopes.map(String) : typeof scopes === 'string' ? scopes.split(' ') : []
}

// In API Gateway's format: all strings, lists in brackets separated by spaces, without nulls.
function flatten(claims: JwtPayload): Record<string, string> {
  const text = (value: unknown): string =>
    Array.isArray(value) ? `[${value.join(' ')}]` : typeof value === 'string' ? value : JSON.stringify(value)
  const presentClaims = Object.entries(claims).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(presentClaims.map(([name, value]) => [name, text(value)]))
}

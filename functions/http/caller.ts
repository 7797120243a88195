import type { APIGatewayProxyEventV2WithJWTAuthorizer as Event } from 'aws-lambda'
import { Problem } from '#shared/problems.ts'
import type { Link } from './links.ts'

/**
 * The claims of the access token. `signedIn` and `ends` are in seconds since 1970; `session` is the id of the sign-in, the same after each
 * renewal; `bearer` is the token itself, for calls of the user pool on the caller's behalf. `byPasskey`: the caller signed in with a
 * passkey, without a password and a second factor. `club` and `areas`: what an access token of a program is limited to.
 */
export type Token = {
  signedIn: number
  ends: number
  session: string
  bearer: string
  byPasskey?: true
  club?: string
  areas?: readonly string[]
}
/** The signed-in caller, by the claims that the gateway has verified. */
export type Person = { userId: string; groups: readonly string[]; token: Token }
/** The caller: a signed-in user; staff who act in a user's place (`staffId`); or the user for whom a link was made, by that link. */
export type Caller = Person | (Person & { staffId: string }) | { userId: string; link: Link }

/**
 * Whether the caller typed their password in the last minutes; a renewed token still has the time of the sign-in. False after a sign-in
 * with a passkey, since the user pool lets anyone with a stolen token add one; for staff who act in somebody's place; and for programs.
 */
export const isFresh = (
  { token, staffId }: { userId: string; token?: Token; staffId?: string },
  minutes: number,
  now: string,
): boolean =>
  token !== undefined &&
  staffId === undefined &&
  token.club === undefined &&
  token.byPasskey === undefined &&
  Date.parse(now) / 1000 - token.signedIn <= minutes * 60

/** The caller of a request. Throws `not_signed_in` for an id token, which the gateway accepts too. */
export function personOf({ requestContext, headers }: Event): Person {
  const claims = requestContext.authorizer?.jwt?.claims ?? {}
  const { sub: userId, token_use: use, auth_time: signedIn, exp: ends, origin_jti: session = '', club, areas } = claims
  if (use !== 'access' || typeof userId !== 'string' || !/^[\w-]{1,64}$/.test(userId))
    throw new Problem('not_signed_in')
  const passkeyClient = process.env.PASSKEY_CLIENT
  const byPasskey = passkeyClient !== undefined && claims['client_id'] === passkeyClient
  // The gateway accepts a token with or without its scheme, and passes numbers on as text.
  const bearer = headers['authorization']?.replace(/^bearer\s+/i, '') ?? ''
  return {
    userId,
    groups: groupsOf(claims['cognito:groups']),
    token: {
      signedIn: Number(signedIn),
      ends: Number(ends),
      session: String(session),
      bearer,
      ...(byPasskey && { byPasskey }),
      ...(club ? { club: String(club), areas: String(areas).split(' ') } : {}),
    },
  }
}

/** The gateway passes groups on as `[ROLE_ADMIN ROLE_SALES]`. */
const groupsOf = (claim: unknown): string[] =>
  typeof claim === 'string'
    ? claim
        .replace(/^\[|\]$/g, '')
        .split(/[\s,]+/)
        .filter(Boolean)
    : []

import type { APIGatewayProxyEventV2WithJWTAuthorizer as Event } from 'aws-lambda'
import { Problem } from '#shared/problems.ts'

/**
 * The access token. `signedIn` and `ends` are its claims, in seconds since 1970. `session` identifies the sign-in and stays the
 * same after each renewal. `bearer` is the raw token, for calling the user pool on the caller's behalf. `byPasskey`: signed in
 * with a passkey, so without password and second factor. `club` and `areas`: for a program's token, the only club that it can
 * access, and which areas of it.
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
/** The signed-in person, from the claims of the token that the gateway has verified. */
export type Person = { userId: string; groups: readonly string[]; token: Token }

/**
 * Whether the caller typed their password in the last `minutes`: a renewed token keeps the time of its sign-in. A passkey does
 * not count, since the user pool lets anyone with a stolen token add one. Neither do staff acting on someone's behalf, nor
 * programs.
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

/** The caller, from the request's token. Throws `not_signed_in` for id tokens, which the gateway accepts too. */
export function personOf({ requestContext, headers }: Event): Person {
  const claims = requestContext.authorizer?.jwt?.claims ?? {}
  const { sub: userId, token_use: use, auth_time: signedIn, exp: ends, origin_jti: session = '', club, areas } = claims
  if (use !== 'access' || typeof userId !== 'string' || !/^[\w-]{1,64}$/.test(userId))
    throw new Problem('not_signed_in')
  const passkeyClient = process.env.PASSKEY_CLIENT
  const byPasskey = passkeyClient !== undefined && claims['client_id'] === passkeyClient
  // The gateway accepts a token with or without its scheme, and passes numbers as text.
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

/** The gateway passes groups as `[ROLE_ADMIN ROLE_SALES]`. */
const groupsOf = (claim: unknown): string[] =>
  typeof claim === 'string'
    ? claim
        .replace(/^\[|\]$/g, '')
        .split(/[\s,]+/)
        .filter(Boolean)
    : []

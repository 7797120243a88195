import type { APIGatewayProxyEventV2WithJWTAuthorizer as Event } from 'aws-lambda'
import { Problem } from '#shared/problems.ts'

/**
 * The access token: when the caller signed in and when it ends, in seconds since 1970, as it says itself; `session` is the sign-in
 * that it comes from, the same after each renewal; `bearer` is its text, for asking the user pool on the caller's behalf.
 * `byPasskey`: no password was typed for it, and no second factor asked. `club` and `areas`: of an access token, the only club that
 * it reaches, and what of it.
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
/** Who has signed in, as the token says that the gateway has checked. */
export type Person = { userId: string; groups: readonly string[]; token: Token }

/**
 * Whether they typed their password in the last minutes: renewed, a token still says when that was. A passkey is none: the user pool lets
 * whoever has stolen a token add one. Nobody's who acts in another's place counts, nor a program's.
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

/** The gateway lets id tokens pass too; those are not for us. */
export function personOf({ requestContext, headers }: Event): Person {
  const claims = requestContext.authorizer?.jwt?.claims ?? {}
  const { sub: userId, token_use: use, auth_time: signedIn, exp: ends, origin_jti: session = '', club, areas } = claims
  if (use !== 'access' || typeof userId !== 'string' || !/^[\w-]{1,64}$/.test(userId))
    throw new Problem('not_signed_in')
  const passkeyClient = process.env.PASSKEY_CLIENT
  const byPasskey = passkeyClient !== undefined && claims['client_id'] === passkeyClient
  // The gateway takes a token with its scheme or without, and hands numbers on as text.
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

/** The gateway hands groups on as `[ROLE_ADMIN ROLE_SALES]`. */
const groupsOf = (claim: unknown): string[] =>
  typeof claim === 'string'
    ? claim
        .replace(/^\[|\]$/g, '')
        .split(/[\s,]+/)
        .filter(Boolean)
    : []

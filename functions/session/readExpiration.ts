import type { session } from '#shared/api/session.ts'
import type { CallOf } from '../serve.ts'

/** Lifetime of a refresh token, in days, as set in the user pool's client. */
const refreshDays = Number(process.env.REFRESH_TOKEN_DAYS)

/**
 * When the session ends, in milliseconds: for the access token its own expiry; for the refresh token, which was issued with the
 * password, its lifetime from then. Renewing an access token does not extend the refresh token.
 */
export async function readExpiration({ token }: CallOf<typeof session, 'GET /rest-api/users/expiration-token'>) {
  const ends = {
    authTokenExpiration: token.ends * 1000,
    refreshTokenExpiration: (token.signedIn + refreshDays * 24 * 60 * 60) * 1000,
  }
  return { data: Buffer.from(JSON.stringify(ends)).toString('base64url') }
}

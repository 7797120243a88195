import type { session } from '#shared/api/session.ts'
import type { CallOf } from '../serve.ts'

/** The validity of a refresh token, in days, as set on the user pool's client. */
const refreshDays = Number(process.env.REFRESH_TOKEN_DAYS)

/**
 * When the caller's access token and refresh token expire, in milliseconds since 1970. A refresh token's validity counts from the sign-in:
 * renewing an access token does not extend it.
 */
export async function readExpiration({ token }: CallOf<typeof session, 'GET /rest-api/users/expiration-token'>) {
  const ends = {
    authTokenExpiration: token.ends * 1000,
    refreshTokenExpiration: (token.signedIn + refreshDays * 24 * 60 * 60) * 1000,
  }
  return { data: Buffer.from(JSON.stringify(ends)).toString('base64url') }
}

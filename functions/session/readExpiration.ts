import type { session } from '#shared/api/session.ts'
import type { CallOf } from '../serve.ts'

/** How long a refresh token lives, in days: what the user pool's client is set to. */
const refreshDays = Number(process.env.REFRESH_TOKEN_DAYS)

/**
 * When the session ends, in milliseconds: the access token at its own end; the refresh token, which came with the
 * password, its validity after that. Renewing an access token does not make the refresh token live longer.
 */
export async function readExpiration({ token }: CallOf<typeof session, 'GET /rest-api/users/expiration-token'>) {
  const ends = {
    authTokenExpiration: token.ends * 1000,
    refreshTokenExpiration: (token.signedIn + refreshDays * 24 * 60 * 60) * 1000,
  }
  return { data: Buffer.from(JSON.stringify(ends)).toString('base64url') }
}

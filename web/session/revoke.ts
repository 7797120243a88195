import type { Api } from '#shared/api/index.ts'
import { storedConfig } from './config.ts'
import { callPool } from './pool.ts'
import { parseClaims } from './stored.ts'

/**
 * Ends a session, even if the page is closed meanwhile: revokes the refresh token at the user pool, and the access token at our
 * own API. Rejects after 5 seconds. Changes nothing on the device.
 */
export async function revoke(refreshToken: string, accessToken: string): Promise<void> {
  const options = { signal: AbortSignal.timeout(5000), keepalive: true }
  const config = storedConfig() ?? {}
  const [method = '', address = ''] = endRoute.split(' ')
  const headers = { authorization: `Bearer ${accessToken}` }
  const ClientId = parseClaims(accessToken)?.client_id ?? config.userPoolClientId
  await Promise.all([
    callPool(config, 'RevokeToken', { ClientId, Token: refreshToken }, options),
    fetch(address, { ...options, method, headers }),
  ])
}
const endRoute: keyof Api = 'POST /rest-api/session/end'

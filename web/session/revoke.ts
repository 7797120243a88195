import type { Api } from '#shared/api/index.ts'
import { storedConfig } from './config.ts'
import { ask } from './pool.ts'
import { claimsOf } from './stored.ts'

/**
 * Ends a session, also when the page is closed meanwhile: at the user pool, so that its refresh token is worth nothing any
 * more, and at our own API, so that its access token is not either. Rejects when that takes more than 5 seconds. Nothing on
 * the device changes.
 */
export async function revoke(refreshToken: string, accessToken: string): Promise<void> {
  const options = { signal: AbortSignal.timeout(5000), keepalive: true }
  const config = storedConfig() ?? {}
  const [method = '', address = ''] = end.split(' ')
  const headers = { authorization: `Bearer ${accessToken}` }
  const ClientId = claimsOf(accessToken)?.client_id ?? config.userPoolClientId
  await Promise.all([
    ask(config, 'RevokeToken', { ClientId, Token: refreshToken }, options),
    fetch(address, { ...options, method, headers }),
  ])
}
const end: keyof Api = 'POST /rest-api/session/end'

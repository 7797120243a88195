import { Problem } from '#shared/problems.ts'
import { providerKeys } from './keys.ts'

/** In milliseconds. The gateway gives up after 30 seconds, and a second call must fit. */
const timeout = 12_000

/** PayPal has refused, and would refuse again. `issue` is its code for the reason. */
export class PayPalRefusal extends Error {
  readonly status: number
  readonly issue: string
  constructor(status: number, issue: string) {
    super(`PayPal refuses: ${status} ${issue}`)
    this.status = status
    this.issue = issue
  }
}

/** Whether PayPal does not show us an object, any more or at all: asking again is pointless. */
export const isHidden = (error: unknown): boolean =>
  error instanceof PayPalRefusal && (error.status === 404 || error.status === 403)

let token: { of: string; bearer: string; until: number } | undefined

/** The platform's own access token, used until a minute before it expires. */
async function bearer(): Promise<string> {
  const { client, secret } = (await providerKeys('paypal')).current
  if (token?.of === client && performance.now() < token.until) return token.bearer
  const response = await sendRequest('POST', '/v1/oauth2/token', {
    headers: {
      authorization: `Basic ${Buffer.from(`${client}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  })
  // If PayPal does not know the credentials, the stage is not set up.
  if (!response.ok) throw response.status < 500 ? new Problem('payments_off') : new Problem('busy')
  const { access_token, expires_in } = (await response.json()) as { access_token: string; expires_in: number }
  token = { of: client, bearer: access_token, until: performance.now() + (expires_in - 60) * 1000 }
  return access_token
}

type RequestParts = { headers: Record<string, string>; body?: string }
const sendRequest = (method: string, path: string, { headers, body }: RequestParts): Promise<Response> =>
  fetch(`${process.env.PAYPAL_ADDRESS ?? ''}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
    // Following a redirect would send the credentials to another host.
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  }).catch(() => {
    // No response, or none in time: a retry may work.
    throw new Problem('busy')
  })

type ErrorBody = { name?: string; details?: { issue?: string }[] }

/** Calls PayPal's API. `key` is the idempotency key. */
export async function payPal<Answer>(
  method: 'GET' | 'POST',
  path: string,
  { body, key }: { body?: object; key?: string } = {},
): Promise<Answer> {
  const answer = await sendRequest(method, path, {
    headers: {
      authorization: `Bearer ${await bearer()}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
      ...(key !== undefined && { 'paypal-request-id': key }),
    },
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  })
  if (answer.ok) return (await answer.json()) as Answer
  // PayPal has revoked the token early.
  if (answer.status === 401) token = undefined
  if (answer.status === 401 || answer.status === 429 || answer.status >= 500) throw new Problem('busy')
  const { name = '', details = [] } = (await answer.json().catch(() => ({}))) as ErrorBody
  throw new PayPalRefusal(answer.status, details[0]?.issue ?? name)
}

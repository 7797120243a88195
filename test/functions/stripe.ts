import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stripeKeys } from '#scripts/local/services/outside.ts'
import { stripeStandIn } from '#scripts/local/services/stripe/standIn.ts'

/** What stands in for Stripe in the local cloud, for all tests of functions. For it, it is always the noon of theirs. */
export async function setup() {
  if (process.env.STRIPE_ADDRESS) return undefined
  const { handle } = stripeStandIn({
    key: stripeKeys.key,
    now: () => Date.parse('2026-11-21T18:00:00Z'),
    hooks: () => [],
  })
  const server = createServer((request, response) => {
    handle(request, response, new URL(request.url ?? '/', 'http://127.0.0.1').pathname).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  Object.assign(process.env, {
    STRIPE_ADDRESS: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    STRIPE_SECRET: 'touchline/local/stripe',
  })
  return () => {
    server.close()
    server.closeAllConnections()
  }
}

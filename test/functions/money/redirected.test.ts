import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isValidKey } from '#functions/providers/fluidpayClient.ts'
import { payPal } from '#functions/providers/paypalClient.ts'
import { stripeClient } from '#functions/providers/stripeClient.ts'

/** A provider that redirects every call, including its body, to another address. */
const asked: string[] = []
const server = createServer(({ url = '' }, response) => {
  asked.push(url)
  if (url.startsWith('/elsewhere')) response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  else response.writeHead(307, { location: `/elsewhere${url}` }).end()
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

beforeEach(() => {
  asked.length = 0
  for (const name of ['FLUIDPAY', 'PAYPAL', 'STRIPE']) vi.stubEnv(`${name}_ADDRESS`, address)
})
afterEach(() => vi.unstubAllEnvs())
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

it.each([
  ['FluidPay', () => isValidKey('key-of-a-club')],
  ['PayPal', () => payPal('GET', '/v2/checkout/orders/1')],
  ['Stripe', async () => (await stripeClient()).accounts.retrieve('acct_1', {}, { maxNetworkRetries: 0 })],
])('credentials for %s are not sent on when a call is redirected', async (_name, ask) => {
  await expect(ask()).rejects.toThrow()
  expect(asked).not.toEqual([])
  expect(asked.filter((path) => path.startsWith('/elsewhere'))).toEqual([])
})

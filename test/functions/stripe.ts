import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { payPalKeys, stripeKeys } from '#scripts/local/services/external.ts'
import type { Handle } from '#scripts/local/types.ts'
import { payPalStandIn } from '#scripts/local/services/paypal/standIn.ts'
import { fluidPayStandIn } from '#scripts/local/services/fluidpay/standIn.ts'
import { jsonResponse, send } from '#scripts/local/http.ts'
import { stripeStandIn } from '#scripts/local/services/stripe/standIn.ts'
import { contractChecker } from './contractChecker.ts'
import * as payPalContract from './paypalContract.ts'
import * as stripeContract from './stripeContract.ts'

/** The stand-ins' clock is fixed at noon. */
const now = () => Date.parse('2026-11-21T18:00:00Z')
const webhookEndpoints = () => []

/** The local cloud's stand-ins for Stripe, PayPal and FluidPay, for all function tests. */
export async function setup() {
  if (process.env.STRIPE_ADDRESS) return undefined
  const contractWatch = contractChecker(stripeContract)
  const watchPayPal = contractChecker(payPalContract)
  const { handle } = stripeStandIn({ key: stripeKeys.key, now, endpoints: webhookEndpoints, watch: contractWatch })
  const stripe = await serveHandler(async (request, response, path) => {
    if (path !== '/_faults') return handle(request, response, path)
    const faults = [...contractWatch.faults, ...watchPayPal.faults]
    send(response, jsonResponse(200, faults))
    for (const each of [contractWatch, watchPayPal]) each.faults.clear()
  })
  const payPal = await serveHandler(
    payPalStandIn({ keys: payPalKeys, now, webhookUrls: webhookEndpoints, watch: watchPayPal }).handle,
  )
  const fluidPay = await serveHandler(fluidPayStandIn({ now }).handle)
  Object.assign(process.env, {
    FLUIDPAY_ADDRESS: fluidPay.address,
    STRIPE_ADDRESS: stripe.address,
    STRIPE_SECRET: 'touchline/local/stripe',
    PAYPAL_ADDRESS: payPal.address,
    PAYPAL_SECRET: 'touchline/local/paypal',
  })
  return () => {
    stripe.close()
    payPal.close()
    fluidPay.close()
  }
}

async function serveHandler(handle: Handle) {
  const server = createServer((request, response) => {
    handle(request, response, new URL(request.url ?? '/', 'http://127.0.0.1').pathname).catch(() => response.destroy())
  })
  // No keep-alive timeout: after a long computation, a test would reuse a connection that is being closed.
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

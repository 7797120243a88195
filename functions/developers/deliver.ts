import { createHmac } from 'node:crypto'
import { request } from 'node:https'
import { isIP } from 'node:net'
import type { Delivery } from '../table/webhooks.ts'
import { publicAddressOf, type Resolve } from './publicAddress.ts'

/** The most that an address may take to respond, in milliseconds. */
const timeoutMs = 5000
/**
 * Where webhooks can be tried on a machine without internet access: a stand-in for this address, which responds and shows what
 * arrived. On all other stages WEBHOOKS_ADDRESS is not set, and the address is refused as any that does not exist.
 */
const testUrl = 'https://webhooks.touchline.example'
const { WEBHOOKS_ADDRESS = '' } = process.env
export const isTestUrl = (url: string): boolean => WEBHOOKS_ADDRESS !== '' && url.startsWith(`${testUrl}/`)

type Outcome = { status: number } | { why: NonNullable<Delivery['why']> }
export const isSuccess = (outcome: Outcome): boolean =>
  'status' in outcome && outcome.status >= 200 && outcome.status < 300

/** The signature header `t=<seconds>,v1=<HMAC>`: for each secret an HMAC, in hex, of the seconds, a dot and the body. */
export const signatureHeader = (secrets: readonly string[], seconds: number, body: string): string =>
  [
    `t=${seconds}`,
    ...secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`),
  ].join(',')

type Message = { body: string; signature: string; id: string }
/**
 * Posts to a club's webhook URL. The host is resolved once, checked to be public, and the connection uses exactly that IP address, which
 * prevents DNS rebinding. Only the status of the response is read.
 */
export async function deliver(url: string, message: Message, resolve?: Resolve): Promise<Outcome> {
  if (isTestUrl(url)) return postToStandIn(url.replace(testUrl, WEBHOOKS_ADDRESS), message)
  const address = await publicAddressOf(url, resolve)
  return address === undefined ? { why: 'not_public' } : postToAddress(url, address, message)
}

const headersOf = ({ body, signature, id }: Message) => ({
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(body)),
  'user-agent': 'Touchline-Webhooks/1',
  'touchline-delivery': id,
  'touchline-signature': signature,
})

const outcomeOf = (status = 0): Outcome => (status >= 300 && status < 400 ? { why: 'redirected' } : { status })

function postToAddress(url: string, address: string, message: Message): Promise<Outcome> {
  return new Promise((resolve) => {
    const clientRequest = request(url, {
      method: 'POST',
      headers: headersOf(message),
      signal: AbortSignal.timeout(timeoutMs),
      agent: false,
      lookup: (_host, options, callback) =>
        options.all ? callback(null, [{ address, family: isIP(address) }]) : callback(null, address, isIP(address)),
    })
    clientRequest.on('response', (response) => {
      response.destroy()
      resolve(outcomeOf(response.statusCode))
    })
    clientRequest.on('error', (error) =>
      resolve({ why: error.name === 'AbortError' || error.name === 'TimeoutError' ? 'too_slow' : 'unreachable' }),
    )
    // A response that switches protocols has neither event: the connection is just closed.
    clientRequest.on('close', () => resolve({ why: 'unreachable' }))
    clientRequest.end(message.body)
  })
}

async function postToStandIn(url: string, message: Message): Promise<Outcome> {
  try {
    const { status, body } = await fetch(url, {
      method: 'POST',
      headers: headersOf(message),
      body: message.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await body?.cancel()
    return outcomeOf(status)
  } catch (error) {
    return { why: error instanceof Error && error.name === 'TimeoutError' ? 'too_slow' : 'unreachable' }
  }
}

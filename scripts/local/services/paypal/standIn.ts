import type { IncomingMessage } from 'node:http'
import { type HttpResponse, jsonResponse, readBody, send } from '../../http.ts'
import type { Handle } from '../../types.ts'
import { answerApi } from './api.ts'
import { control, type ControlRequest } from './drive.ts'
import { type Pays, Refusal } from './orders.ts'
import { agreePage } from './page.ts'
import { newWorld, type Options, publicOrder, type World } from './world.ts'

/** The largest body, in bytes. */
const maxBodyBytes = 100_000
const textOf = async (request: IncomingMessage) => (await readBody(request, maxBodyBytes)).toString()

/** The stand-in for PayPal: its API, its page, its webhooks, and what tests drive. @param prefix the path under which it is mounted */
export function payPalStandIn(options: Options, prefix = ''): { handle: Handle } {
  const world = newWorld(options)
  return {
    async handle(request, response, path) {
      try {
        send(response, await answer(world, request, path, `http://${request.headers.host}${prefix}`))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        send(response, { status: error.status, headers: {}, body: Buffer.from(error.issue) })
      }
    },
  }
}

async function answer(world: World, request: IncomingMessage, path: string, base: string): Promise<HttpResponse> {
  const { method = 'GET', headers } = request
  if (path.startsWith('/v1/notifications/certs/'))
    return { status: 200, headers: {}, body: Buffer.from(world.certificate) }
  if (path.startsWith('/v1/') || path.startsWith('/v2/')) {
    const { status, answer } = answerApi(world, { method, path, headers, body: await textOf(request), base })
    return jsonResponse(status, answer)
  }
  if (path.startsWith('/_drive/')) {
    const controlRequest = JSON.parse((await textOf(request)) || '{}') as ControlRequest
    return jsonResponse(200, control(world, path.slice('/_drive/'.length), controlRequest, base))
  }
  return answerPage(world, request, path, base)
}

/** The page on which the payer approves an order, and then is sent back. */
async function answerPage(world: World, request: IncomingMessage, path: string, base: string): Promise<HttpResponse> {
  const order = world.order(path.split('/')[2] ?? '')
  const { own, status } = order
  if (request.method !== 'POST') {
    const page = Buffer.from(agreePage(order))
    return { status: 200, headers: { 'content-type': 'text/html;charset=utf-8' }, body: page }
  }
  const form = new URLSearchParams(await textOf(request))
  if (status === 'PAYER_ACTION_REQUIRED') {
    own.pays = (form.get('pays') ?? 'good') as Pays
    Object.assign(order, { status: 'APPROVED', update_time: world.at() })
    world.saveState()
    world.emit(base, 'CHECKOUT.ORDER.APPROVED', publicOrder(order))
  }
  const location = `${own.done}${own.done.includes('?') ? '&' : '?'}token=${order.id}&PayerID=PAYER1`
  return { status: 303, headers: { location }, body: Buffer.alloc(0) }
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { readJson, writeWhole } from '../../files.ts'
import { jsonAnswer, readBody, send } from '../../http.ts'
import type { Handle } from '../../types.ts'
import { deliver, newEvent, openSigner, type Signed } from './events.ts'
import {
  capture,
  decide,
  type Dispute,
  dispute,
  endCapture,
  endRefund,
  newId,
  newOrder,
  type Order,
  type Pays,
  Refusal,
  refund,
  reverse,
} from './orders.ts'
import { agreePage } from './page.ts'
import type { PayPalWatch } from './watch.ts'

type Keys = { client: string; secret: string; webhook: string }
type Options = {
  keys: Keys
  /** Milliseconds since 1970. */
  now: () => number
  /** Where state is kept between starts. */
  file?: string
  /** The webhook URLs. */
  hooks: () => readonly string[]
  watch?: PayPalWatch
}
type Kept = {
  orders: Record<string, Order>
  answered: Record<string, { status: number; answer: object }>
  /** Reversals and disputes by id. */
  reversed?: Record<string, object>
  disputes?: Record<string, Dispute>
}
type Visit = { request: IncomingMessage; response: ServerResponse; path: string; base: string }

const most = 100_000
const bearer = 'A21AA-local'
const certificateAt = (base: string) => `${base}/v1/notifications/certs/CERT-1`

const names: Readonly<Record<number, string>> = {
  400: 'INVALID_REQUEST',
  403: 'NOT_AUTHORIZED',
  404: 'RESOURCE_NOT_FOUND',
}
const refusalOf = ({ status, issue }: Refusal) => ({
  status,
  answer: {
    name: names[status] ?? 'UNPROCESSABLE_ENTITY',
    message: issue,
    details: [{ issue }],
    debug_id: newId(),
  },
})

/**
 * The stand-in for PayPal: its API, its page, its webhooks, and endpoints for tests. @param prefix the path under which
 * it is mounted
 */
export function payPalStandIn({ keys, now, file, hooks, watch }: Options, prefix = ''): { handle: Handle } {
  const kept: Kept = (file ? readJson<Kept>(file) : undefined) ?? { orders: {}, answered: {} }
  const keep = () => file && writeWhole(file, JSON.stringify(kept))
  const signer = openSigner(keys.webhook)
  const at = () => new Date(now()).toISOString().replace(/\.\d+/, '')
  const sent: Signed[] = []
  const found = (id: string): Order => {
    const order = kept.orders[id]
    if (!order) throw new Refusal(404, 'INVALID_RESOURCE_ID')
    return order
  }
  const emit = (base: string, type: string, resource: object) => {
    const event = newEvent(type, resource, at())
    watch?.event(event)
    const signed = signer.sign(event, { at: at(), certificateAt: certificateAt(base) })
    sent.push(signed)
    for (const hook of hooks()) void deliver(hook, signed)
  }
  /** An order in the API's format. */
  const shown = ({ own: _own, ...order }: Order) => order

  function api(method: string, path: string, body: string, base: string): { status: number; answer: object } {
    const [, , , kind = '', id = '', verb = ''] = path.split('/')
    if (method === 'POST' && path === '/v2/checkout/orders') {
      const order = newOrder(JSON.parse(body) as object, at(), base)
      kept.orders[order.id] = order
      return { status: 201, answer: shown(order) }
    }
    if (method === 'GET' && kind === 'orders') return { status: 200, answer: shown(found(id)) }
    if (method === 'GET') return { status: 200, answer: thing(kind, id) }
    if (method === 'POST' && kind === 'orders' && verb === 'capture') {
      const order = capture(found(id), at())
      const [made] = order.purchase_units[0].payments?.captures ?? []
      emit(base, `PAYMENT.CAPTURE.${made?.status}`, made ?? {})
      return { status: 201, answer: shown(order) }
    }
    throw new Refusal(404, 'INVALID_RESOURCE_ID')
  }

  /** A capture, a refund or a dispute. */
  function thing(kind: string, id: string): object {
    const units = Object.values(kept.orders).flatMap(({ purchase_units: [unit] }) => unit.payments ?? [])
    // Refunds that a club has made itself are only visible in the order.
    if (kind === 'refunds' && units.some(({ refunds = [] }) => refunds.some((each) => each.id === id)))
      throw new Refusal(403, 'PERMISSION_DENIED')
    const captures = units.flatMap((each) => each.captures)
    const found =
      kind === 'disputes' ? kept.disputes?.[id] : (captures.find((each) => each.id === id) ?? kept.reversed?.[id])
    if (!found) throw new Refusal(404, 'INVALID_RESOURCE_ID')
    return found
  }

  async function answerApi({ request, response, path, base }: Visit): Promise<void> {
    const { method = 'GET', headers } = request
    const body = (await readBody(request, most)).toString()
    const reply = ({ status, answer }: { status: number; answer: object }) => send(response, jsonAnswer(status, answer))
    if (path === '/v1/oauth2/token') {
      const basic = `Basic ${Buffer.from(`${keys.client}:${keys.secret}`).toString('base64')}`
      if (headers.authorization !== basic) return reply({ status: 401, answer: { error: 'invalid_client' } })
      return reply({ status: 200, answer: { access_token: bearer, token_type: 'Bearer', expires_in: 32_400 } })
    }
    if (headers.authorization !== `Bearer ${bearer}`)
      return reply({ status: 401, answer: { name: 'AUTHENTICATION_FAILURE' } })
    const name = headers['paypal-request-id']
    const key = name === undefined ? undefined : `${path} ${String(name)}`
    const before = kept.answered[key ?? '']
    if (before) return reply(before)
    const answered = answerTo(method, path, body, base)
    const asked = { method, path, body: JSON.parse(body || '{}') as unknown, ...answered }
    const [fault] = watch?.call(asked) ?? []
    if (fault !== undefined) return reply(refusalOf(new Refusal(400, fault)))
    if (key !== undefined && answered.status < 400) kept.answered[key] = answered
    keep()
    return reply(answered)
  }
  /** The response, also for errors. */
  function answerTo(method: string, path: string, body: string, base: string) {
    try {
      return api(method, path, body, base)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return refusalOf(error)
    }
  }

  async function answerPage({ request, response, path, base }: Visit): Promise<void> {
    const order = found(path.split('/')[2] ?? '')
    const { own, status } = order
    if (request.method !== 'POST') {
      const page = Buffer.from(agreePage(order))
      return send(response, { status: 200, headers: { 'content-type': 'text/html;charset=utf-8' }, body: page })
    }
    const form = new URLSearchParams((await readBody(request, most)).toString())
    if (status === 'PAYER_ACTION_REQUIRED') {
      own.pays = (form.get('pays') ?? 'good') as Pays
      Object.assign(order, { status: 'APPROVED', update_time: at() })
      keep()
      emit(base, 'CHECKOUT.ORDER.APPROVED', shown(order))
    }
    const location = `${own.done}${own.done.includes('?') ? '&' : '?'}token=${order.id}&PayerID=PAYER1`
    return send(response, { status: 303, headers: { location }, body: Buffer.alloc(0) })
  }

  /** Simulates, for tests, what happens at PayPal without a call of ours. */
  async function drive({ request, response, path, base }: Visit): Promise<void> {
    const wanted = JSON.parse((await readBody(request, most)).toString() || '{}') as Drive
    const what = path.slice('/_drive/'.length)
    const answer = (value: unknown) => send(response, jsonAnswer(200, value))
    if (what === 'sent') return answer(sent)
    if (what === 'sign') return answer(signer.sign(wanted, { at: at(), certificateAt: certificateAt(base) }))
    const order = found(wanted.order ?? '')
    if (what === 'end-capture') {
      const made = endCapture(order, wanted.came === true, at())
      emit(base, `PAYMENT.CAPTURE.${made.status === 'COMPLETED' ? 'COMPLETED' : 'DENIED'}`, made)
    } else if (what === 'reverse') {
      const made = reverse(order, base, at())
      kept.reversed = { ...kept.reversed, [made.id]: made }
      emit(base, 'PAYMENT.CAPTURE.REVERSED', made)
    } else if (what === 'dispute') {
      const open = wanted.dispute === undefined ? undefined : kept.disputes?.[wanted.dispute]
      const made = open ? decide(open, wanted.won === true) : dispute(order, at())
      kept.disputes = { ...kept.disputes, [made.dispute_id]: made }
      emit(base, `CUSTOMER.DISPUTE.${open ? 'RESOLVED' : 'CREATED'}`, made)
      keep()
      return answer(made)
    } else if (what === 'end-refund') endRefund(order, wanted.came === true)
    else emit(base, 'PAYMENT.CAPTURE.REFUNDED', refund(order, wanted.cents ?? 0, at(), wanted.slow))
    keep()
    return answer(shown(order))
  }

  return {
    async handle(request, response, path) {
      const visit = { request, response, path, base: `http://${request.headers.host}${prefix}` }
      try {
        if (path.startsWith('/v1/notifications/certs/'))
          return send(response, { status: 200, headers: {}, body: Buffer.from(signer.certificate) })
        if (path.startsWith('/v1/') || path.startsWith('/v2/')) return await answerApi(visit)
        return await (path.startsWith('/_drive/') ? drive(visit) : answerPage(visit))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        send(response, { status: error.status, headers: {}, body: Buffer.from(error.issue) })
      }
    },
  }
}

type Drive = { order?: string; came?: boolean; cents?: number; slow?: boolean; dispute?: string; won?: boolean }

import type { IncomingHttpHeaders } from 'node:http'
import { capture, newId, newOrder, Refusal } from './orders.ts'
import { type Answer, publicOrder, type World } from './world.ts'

const bearer = 'A21AA-local'

const names: Readonly<Record<number, string>> = {
  400: 'INVALID_REQUEST',
  403: 'NOT_AUTHORIZED',
  404: 'RESOURCE_NOT_FOUND',
}
const refusalOf = ({ status, issue }: Refusal): Answer => ({
  status,
  answer: {
    name: names[status] ?? 'UNPROCESSABLE_ENTITY',
    message: issue,
    details: [{ issue }],
    debug_id: newId(),
  },
})

type ApiCall = { method: string; path: string; headers: IncomingHttpHeaders; body: string; base: string }

/** Answers a call of PayPal's API: the token, orders, captures, refunds and disputes. */
export function answerApi(world: World, call: ApiCall): Answer {
  const { keys, state, saveState, watch } = world
  const { method, path, headers, body } = call
  if (path === '/v1/oauth2/token') {
    const basic = `Basic ${Buffer.from(`${keys.client}:${keys.secret}`).toString('base64')}`
    if (headers.authorization !== basic) return { status: 401, answer: { error: 'invalid_client' } }
    return { status: 200, answer: { access_token: bearer, token_type: 'Bearer', expires_in: 32_400 } }
  }
  if (headers.authorization !== `Bearer ${bearer}`) return { status: 401, answer: { name: 'AUTHENTICATION_FAILURE' } }
  const name = headers['paypal-request-id']
  const key = name === undefined ? undefined : `${path} ${String(name)}`
  const previousAnswer = state.answered[key ?? '']
  if (previousAnswer) return previousAnswer
  const answered = answerTo(world, call)
  const [fault] = watch?.call({ method, path, body: JSON.parse(body || '{}') as unknown, ...answered }) ?? []
  if (fault !== undefined) return refusalOf(new Refusal(400, fault))
  if (key !== undefined && answered.status < 400) state.answered[key] = answered
  saveState()
  return answered
}

function answerTo(world: World, call: ApiCall): Answer {
  try {
    return resourceOf(world, call)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refusalOf(error)
  }
}

function resourceOf(world: World, { method, path, body, base }: ApiCall): Answer {
  const { state, at, order, emit } = world
  const [, , , kind = '', id = '', verb = ''] = path.split('/')
  if (method === 'POST' && path === '/v2/checkout/orders') {
    const newOrderOf = newOrder(JSON.parse(body) as object, at(), base)
    state.orders[newOrderOf.id] = newOrderOf
    return { status: 201, answer: publicOrder(newOrderOf) }
  }
  if (method === 'GET' && kind === 'orders') return { status: 200, answer: publicOrder(order(id)) }
  if (method === 'GET') return { status: 200, answer: findPaymentObject(world, kind, id) }
  if (method === 'POST' && kind === 'orders' && verb === 'capture') {
    const captured = capture(order(id), at())
    const [firstCapture] = captured.purchase_units[0].payments?.captures ?? []
    emit(base, `PAYMENT.CAPTURE.${firstCapture?.status}`, firstCapture ?? {})
    return { status: 201, answer: publicOrder(captured) }
  }
  throw new Refusal(404, 'INVALID_RESOURCE_ID')
}

/** A capture, a refund or a dispute. */
function findPaymentObject({ state }: World, kind: string, id: string): object {
  const units = Object.values(state.orders).flatMap(({ purchase_units: [unit] }) => unit.payments ?? [])
  // A refund that a club has made from its own account is shown with the order alone.
  if (kind === 'refunds' && units.some(({ refunds = [] }) => refunds.some((each) => each.id === id)))
    throw new Refusal(403, 'PERMISSION_DENIED')
  const captures = units.flatMap((each) => each.captures)
  const paymentObject =
    kind === 'disputes' ? state.disputes?.[id] : (captures.find((each) => each.id === id) ?? state.reversed?.[id])
  if (!paymentObject) throw new Refusal(404, 'INVALID_RESOURCE_ID')
  return paymentObject
}

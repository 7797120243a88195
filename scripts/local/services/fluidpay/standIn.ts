import { readJson, writeAtomically } from '../../files.ts'
import { jsonResponse, readBody, send } from '../../http.ts'
import type { Handle } from '../../types.ts'
import { fields } from './fields.ts'
import {
  type Batch,
  chargeBack,
  createRefund,
  createSale,
  Refusal,
  settlePending,
  type StoredTransaction,
  voidTransaction,
} from './transactions.ts'

type Options = {
  /** Milliseconds since 1970. */
  now: () => number
  /** Where state is kept between starts. */
  file?: string
}
const maxBodyBytes = 100_000
/** How long, in milliseconds, the same idempotency key refers to the same charge. */
const keyLives = 300_000

/**
 * The stand-in for FluidPay: its API, its card fields, and endpoints for tests. Any well-formed key is a merchant's,
 * except one that says it is gone.
 */
export function fluidPayStandIn({ now, file }: Options): { handle: Handle } {
  type State = { all: StoredTransaction[]; batches?: (Batch & { own: string })[] }
  const kept: State = (file ? readJson<State>(file) : undefined) ?? { all: [] }
  const keep = () => file && writeAtomically(file, JSON.stringify(kept))
  const at = () => new Date(now()).toISOString()
  const shown = ({ own: _own, ...transaction }: StoredTransaction) => transaction

  type Wanted = { value: string }
  type Body = {
    idempotency_key?: string
    amount?: number
    order_id?: Wanted
    status?: Wanted
    settlement_batch_id?: Wanted
    batch_date?: { start_date: string; end_date: string }
    limit?: number
    offset?: number
  }
  function answerTo(merchant: string, method: string, path: string, body: Body): unknown {
    const mine = kept.all.filter(({ own }) => own.merchant === merchant)
    const [, , , id = '', verb] = path.split('/')
    const page = <Item>(found: Item[]) => found.slice(body.offset ?? 0, (body.offset ?? 0) + (body.limit ?? 10))
    if (method === 'POST' && path === '/api/settlement/batch/search') {
      const { start_date: from = '', end_date: to = '9' } = body.batch_date ?? {}
      const here = (kept.batches ?? []).filter(({ own, batch_date: on }) => own === merchant && on >= from && on <= to)
      return { summary: null, results: page(here.map(({ own: _own, ...batch }) => batch)) }
    }
    if (method === 'POST' && path === '/api/transaction') {
      const key = body.idempotency_key ?? ''
      const before = mine.find(({ own, created_at }) => own.key === key && now() - Date.parse(created_at) < keyLives)
      if (before) return shown(before)
      const made: StoredTransaction = { ...createSale(body as object, at()), own: { merchant, key } }
      kept.all.push(made)
      return shown(made)
    }
    if (method === 'POST' && id === 'search')
      return page(
        mine.filter((each) =>
          (['order_id', 'status', 'settlement_batch_id'] as const).every(
            (name) => body[name] === undefined || each[name] === body[name].value,
          ),
        ),
      ).map(shown)
    if (method === 'GET' && path === '/api/user') return { id: merchant.slice(-8) }
    const found = mine.find((each) => each.id === id)
    if (!found) throw new Refusal(404, 'not found')
    if (method === 'GET') return [shown(found)]
    if (verb === 'refund') kept.all.push(createRefund(found, body.amount ?? found.amount, at()))
    else if (verb === 'void') voidTransaction(found, at())
    else throw new Refusal(404, 'not found')
    return shown(found)
  }

  /** Simulates, for tests, what happens at FluidPay without a call of ours. */
  function drive(what: string, { order, cents }: { order?: string; cents?: number }): unknown {
    const named = kept.all.filter(({ order_id }) => order_id === order)
    const made = named.filter(({ type }) => type === 'sale')
    if (what === 'settle' && named[0])
      (kept.batches ??= []).push({ ...settlePending(named, at()), own: named[0].own.merchant })
    for (const each of made)
      if (what === 'refund') kept.all.push(createRefund(each, cents ?? each.amount, at()))
      else if (what === 'void') voidTransaction(each, at())
      else if (what === 'return') chargeBack(each, at())
    return made.map(shown)
  }

  return {
    async handle(request, response, path) {
      if (path === '/tokenizer/tokenizer.js') {
        const headers = { 'content-type': 'text/javascript;charset=utf-8' }
        return send(response, { status: 200, headers, body: Buffer.from(fields) })
      }
      const { method = 'GET', headers } = request
      const body = JSON.parse((await readBody(request, maxBodyBytes)).toString() || '{}') as object
      const reply = (status: number, answer: unknown) => send(response, jsonResponse(status, answer))
      if (path.startsWith('/_drive/')) return reply(200, drive(path.slice('/_drive/'.length), body))
      const merchant = headers.authorization ?? ''
      if (!/^api_(?!gone)\w{20,40}$/.test(merchant)) return reply(401, { status: 'failed', msg: 'unauthorized' })
      try {
        const data = answerTo(merchant, method, path, body)
        return reply(200, { status: 'success', msg: 'success', data })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return reply(error.status, { status: 'failed', msg: error.message })
      } finally {
        keep()
      }
    },
  }
}

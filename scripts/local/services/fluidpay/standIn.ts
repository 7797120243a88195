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
  const state: State = (file ? readJson<State>(file) : undefined) ?? { all: [] }
  const saveState = () => file && writeAtomically(file, JSON.stringify(state))
  const at = () => new Date(now()).toISOString()
  const publicTransaction = ({ own: _own, ...transaction }: StoredTransaction) => transaction

  type Criterion = { value: string }
  type Body = {
    idempotency_key?: string
    amount?: number
    order_id?: Criterion
    status?: Criterion
    settlement_batch_id?: Criterion
    batch_date?: { start_date: string; end_date: string }
    limit?: number
    offset?: number
  }
  function answerTo(merchant: string, method: string, path: string, body: Body): unknown {
    const ofMerchant = state.all.filter(({ own }) => own.merchant === merchant)
    const [, , , id = '', verb] = path.split('/')
    const page = <Item>(items: Item[]) => items.slice(body.offset ?? 0, (body.offset ?? 0) + (body.limit ?? 10))
    if (method === 'POST' && path === '/api/settlement/batch/search') {
      const { start_date: from = '', end_date: to = '9' } = body.batch_date ?? {}
      const batches = (state.batches ?? []).filter(
        ({ own, batch_date: on }) => own === merchant && on >= from && on <= to,
      )
      return { summary: null, results: page(batches.map(({ own: _own, ...batch }) => batch)) }
    }
    if (method === 'POST' && path === '/api/transaction') {
      const key = body.idempotency_key ?? ''
      const previous = ofMerchant.find(
        ({ own, created_at }) => own.key === key && now() - Date.parse(created_at) < keyLives,
      )
      if (previous) return publicTransaction(previous)
      const transaction: StoredTransaction = { ...createSale(body as object, at()), own: { merchant, key } }
      state.all.push(transaction)
      return publicTransaction(transaction)
    }
    if (method === 'POST' && id === 'search')
      return page(
        ofMerchant.filter((each) =>
          (['order_id', 'status', 'settlement_batch_id'] as const).every(
            (name) => body[name] === undefined || each[name] === body[name].value,
          ),
        ),
      ).map(publicTransaction)
    if (method === 'GET' && path === '/api/user') return { id: merchant.slice(-8) }
    const transaction = ofMerchant.find((each) => each.id === id)
    if (!transaction) throw new Refusal(404, 'not found')
    if (method === 'GET') return [publicTransaction(transaction)]
    if (verb === 'refund') state.all.push(createRefund(transaction, body.amount ?? transaction.amount, at()))
    else if (verb === 'void') voidTransaction(transaction, at())
    else throw new Refusal(404, 'not found')
    return publicTransaction(transaction)
  }

  /** Simulates, for tests, what happens at FluidPay without a call of ours. */
  function drive(action: string, { order, cents }: { order?: string; cents?: number }): unknown {
    const ofOrder = state.all.filter(({ order_id }) => order_id === order)
    const sales = ofOrder.filter(({ type }) => type === 'sale')
    if (action === 'settle' && ofOrder[0])
      (state.batches ??= []).push({ ...settlePending(ofOrder, at()), own: ofOrder[0].own.merchant })
    for (const each of sales)
      if (action === 'refund') state.all.push(createRefund(each, cents ?? each.amount, at()))
      else if (action === 'void') voidTransaction(each, at())
      else if (action === 'return') chargeBack(each, at())
    return sales.map(publicTransaction)
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
        saveState()
      }
    },
  }
}

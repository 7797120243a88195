import { type Clear, seal, type Sealed, unseal } from '#functions/secrets/sealed.ts'
import { organizations } from '#functions/table/organizations.ts'
import { paymentAccounts, paymentKeys } from '#functions/table/paymentAccounts.ts'
import { write } from '#functions/table/table.ts'
import { lastPart } from '#shared/ids.ts'
import { call } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { aClubWithFee } from './charging.ts'
import { familyLink, rates, start } from './online.ts'

/** $50 plus the fees on $52.34: 3.9 % and 30 cents. */
export const total = 5234
export const bookedAmounts = {
  'assets:clearing:fluidpay': total,
  'income:fees': -5000,
  'income:surcharge': -234,
  // FluidPay does not deduct the platform's fee: the club owes it.
  'expenses:platform': 52,
  'liabilities:platform': -52,
}
export const goodToken = () => `tok-4242-${newPart('t')}`
export const refusedToken = () => `tok-0002-${newPart('t')}`

/** Triggers something at FluidPay that the product did not ask for. Returns FluidPay's transactions of an order. */
export const controlFluidPay = async (action: string, parameters: object) =>
  (await (
    await fetch(`${process.env.FLUIDPAY_ADDRESS}/_drive/${action}`, {
      method: 'POST',
      body: JSON.stringify(parameters),
    })
  ).json()) as { status: string; amount_refunded: number }[]
export const atFluidPay = (paymentId: string) => controlFluidPay('show', { order: lastPart(paymentId) })

/** A private key as stored in the table. */
export const sealedKey = (paymentAccountId: string, privateKey: string) =>
  seal(paymentKeys.key({ paymentAccountId }), privateKey)

/** Decrypts a stored key. */
export const readKey = (paymentAccountId: string, value: Sealed | Clear) =>
  unseal(paymentKeys.key({ paymentAccountId }), value)

export async function takesFluidPay(club: Club) {
  const paymentAccountId = `${club.organizationId}.${newPart('a')}`
  const publicKey = `pub_${'k'.repeat(27)}`
  const lookAt = '2026-11-22T00:00:00Z'
  const account = { provider: 'FLUIDPAY', active: true, publicKey, lookAt, ...rates.account } as const
  await write(
    stamp,
    paymentAccounts.upsert({ paymentAccountId }, { set: { ...account, paymentAccountId } }),
    paymentKeys.create({
      paymentAccountId,
      privateKey: await sealedKey(paymentAccountId, `api_${newPart('k').padEnd(27, 'k')}`),
    }),
    organizations.change(club.organization, { set: rates.platform }),
  )
  return paymentAccountId
}

export async function startPayment() {
  const { club, feePlayerId } = await aClubWithFee()
  const paymentAccountId = await takesFluidPay(club)
  const payId = await familyLink(club)
  const paymentForm = { payId, paymentAccountId, feePlayerIds: [feePlayerId], total }
  const { body } = await start(paymentForm)
  const paymentId = new URL(body.url, 'http://touchline.test').searchParams.get('card') ?? ''
  return { club, feePlayerId, payId, paymentId, wanted: paymentForm }
}
export const submitCard = (payId: string, paymentId: string, token: string, now?: string) =>
  call('POST /rest-api/pay/{payId}/card', { as: undefined, payId, body: { paymentId, token }, ...(now && { now }) })
/** Meanwhile FluidPay processes requests, but its responses are lost. */
export async function loseAnswers<T>(work: () => Promise<T>): Promise<T> {
  const realFetch = globalThis.fetch
  globalThis.fetch = async (...[to, init]: Parameters<typeof fetch>) => {
    const answer = await realFetch(to, init)
    const { pathname } = new URL(to instanceof Request ? to.url : to)
    const isDone = init?.method === 'POST' && pathname.includes('/api/transaction') && !pathname.endsWith('/search')
    if (isDone) throw new TypeError('The answer was lost.')
    return answer
  }
  try {
    return await work()
  } finally {
    globalThis.fetch = realFetch
  }
}

/** Meanwhile no request reaches FluidPay. */
export const answerNotFound = <T>(work: () => Promise<T>) =>
  interceptFluidPay(async () => {
    throw new TypeError('Nobody is there.')
  }, work)

/** Counts refund requests to FluidPay, which responds slowly. */
export async function countRequests(work: () => Promise<unknown>): Promise<number> {
  let requestCount = 0
  await interceptFluidPay(async (forward, path) => {
    if (!path.endsWith('/refund')) return forward()
    requestCount += 1
    await new Promise((resolve) => setTimeout(resolve, 100))
    return forward()
  }, work)
  return requestCount
}

type Way = (go: () => Promise<Response>, path: string) => Promise<Response>
async function interceptFluidPay<T>(way: Way, work: () => Promise<T>): Promise<T> {
  const realFetch = globalThis.fetch
  globalThis.fetch = (...[to, init]: Parameters<typeof fetch>) => {
    const { pathname } = new URL(to instanceof Request ? to.url : to)
    return pathname.startsWith('/api/') ? way(() => realFetch(to, init), pathname) : realFetch(to, init)
  }
  try {
    return await work()
  } finally {
    globalThis.fetch = realFetch
  }
}

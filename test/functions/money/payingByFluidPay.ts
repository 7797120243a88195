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
export const booked = {
  'assets:clearing:fluidpay': total,
  'income:fees': -5000,
  'income:surcharge': -234,
  // FluidPay does not deduct the platform's fee: the club owes it.
  'expenses:platform': 52,
  'liabilities:platform': -52,
}
export const good = () => `tok-4242-${newPart('t')}`
export const refused = () => `tok-0002-${newPart('t')}`

/** Triggers something at FluidPay that the product did not ask for. Returns FluidPay's transactions of an order. */
export const controlFluidPay = async (what: string, wanted: object) =>
  (await (
    await fetch(`${process.env.FLUIDPAY_ADDRESS}/_drive/${what}`, { method: 'POST', body: JSON.stringify(wanted) })
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

export async function started() {
  const { club, feePlayerId } = await aClubWithFee()
  const paymentAccountId = await takesFluidPay(club)
  const payId = await familyLink(club)
  const wanted = { payId, paymentAccountId, feePlayerIds: [feePlayerId], total }
  const { body } = await start(wanted)
  const paymentId = new URL(body.url, 'http://touchline.test').searchParams.get('card') ?? ''
  return { club, feePlayerId, payId, paymentId, wanted }
}
export const typed = (payId: string, paymentId: string, token: string, now?: string) =>
  call('POST /rest-api/pay/{payId}/card', { as: undefined, payId, body: { paymentId, token }, ...(now && { now }) })
/** Meanwhile FluidPay processes requests, but its responses are lost. */
export async function unheard<T>(work: () => Promise<T>): Promise<T> {
  const real = globalThis.fetch
  globalThis.fetch = async (...[to, init]: Parameters<typeof fetch>) => {
    const answer = await real(to, init)
    const { pathname } = new URL(to instanceof Request ? to.url : to)
    const isDone = init?.method === 'POST' && pathname.includes('/api/transaction') && !pathname.endsWith('/search')
    if (isDone) throw new TypeError('The answer was lost.')
    return answer
  }
  try {
    return await work()
  } finally {
    globalThis.fetch = real
  }
}

/** Meanwhile no request reaches FluidPay. */
export const nothingThere = <T>(work: () => Promise<T>) =>
  through(async () => {
    throw new TypeError('Nobody is there.')
  }, work)

/** Counts refund requests to FluidPay, which responds slowly. */
export async function counted(work: () => Promise<unknown>): Promise<number> {
  let asked = 0
  await through(async (go, path) => {
    if (!path.endsWith('/refund')) return go()
    asked += 1
    await new Promise((done) => setTimeout(done, 100))
    return go()
  }, work)
  return asked
}

type Way = (go: () => Promise<Response>, path: string) => Promise<Response>
async function through<T>(way: Way, work: () => Promise<T>): Promise<T> {
  const real = globalThis.fetch
  globalThis.fetch = (...[to, init]: Parameters<typeof fetch>) => {
    const { pathname } = new URL(to instanceof Request ? to.url : to)
    return pathname.startsWith('/api/') ? way(() => real(to, init), pathname) : real(to, init)
  }
  try {
    return await work()
  } finally {
    globalThis.fetch = real
  }
}

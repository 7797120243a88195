import { describe, expect, it } from 'vitest'
import { money } from '#functions/money/functions.ts'
import { paymentKeys } from '#functions/table/paymentAccounts.ts'
import { registry } from '#infra/registry.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart } from '../club.ts'
import { readKey } from './payingByFluidPay.ts'

const LIST = 'GET /rest-api/fee/payment-accounts/{orgId}/all'
const CREATE = 'POST /rest-api/fee/payment-accounts/create'
const TOGGLE = 'GET /rest-api/fee/payment-accounts/toggle/{paymentAccountId}'
const UPDATE = 'POST /rest-api/fee/payment-accounts/update'
const PAYPAL = 'POST /rest-api/fee/payment-accounts/paypal'
const privateKey = `api_${'k'.repeat(27)}`
const rate = { feeInPermile: 29, feeInCents: 70 }

const accountIn = ({ organizationId }: Club) => `${organizationId}.${newPart('a')}`
const list = async (club: Club) =>
  (await call(LIST, { as: club.user('admin'), orgId: club.organizationId })).body.paymentAccounts
const addFluidPay = (club: Club, paymentAccountId: string) =>
  call(CREATE, {
    as: club.user('admin'),
    body: {
      ...rate,
      paymentAccountId,
      paymentProviderName: 'FLUIDPAY',
      fluidpayPublicKey: `pub_${'k'.repeat(27)}`,
      fluidpayPrivateKey: privateKey,
    },
  })

describe('a FluidPay account', () => {
  it('is created once, and its private key is in no response', async () => {
    const club = await aClub()
    const paymentAccountId = accountIn(club)
    const answers = [await addFluidPay(club, paymentAccountId), await addFluidPay(club, paymentAccountId)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const accounts = await list(club)
    expect(accounts).toEqual([
      {
        paymentAccountId,
        paymentProviderName: 'FLUIDPAY',
        emailAddress: null,
        active: true,
        processingFeeInCents: 70,
        processingFeePerMilli: 29,
        stripeAccountId: null,
        chargesEnabled: false,
        payoutsEnabled: false,
        missing: [],
      },
    ])
    expect(JSON.stringify([answers, accounts])).not.toContain('api_')
    const kept = await paymentKeys.get({ paymentAccountId })
    expect(kept && (await readKey(paymentAccountId, kept.privateKey))).toBe(privateKey)
  })

  it('requires well-formed keys, and a rejection does not repeat them', async () => {
    const club = await aClub()
    const body = { ...rate, paymentAccountId: accountIn(club), paymentProviderName: 'FLUIDPAY' as const }
    const wrong = await call(CREATE, {
      as: club.user('admin'),
      body: { ...body, fluidpayPublicKey: `pub_${'k'.repeat(27)}`, fluidpayPrivateKey: 'sk_live_1' },
    })
    expect(wrong.status).toBe(400)
    expect(JSON.stringify(wrong.refusal)).not.toContain('sk_live')
    const none = await call(CREATE, { as: club.user('admin'), body })
    expect(none.refusal.faults?.map(({ at, code }) => [at, code])).toEqual([['fluidpayPublicKey', 'invalid_key']])
    expect(await list(club)).toEqual([])
  })

  it('has its private key readable only by the functions that charge, not by the one that stores it', () => {
    expect(money.money.may.write).toContain('KEY')
    const readers = Object.entries(registry).filter(([, { may }]) => may.read.includes('KEY'))
    expect(readers.map(([name]) => name).toSorted()).toEqual(['money-pay', 'money-refunds', 'money-sweep'])
  })
})

it('a PayPal account is enabled once it has an address', async () => {
  const club = await aClub()
  const paymentAccountId = accountIn(club)
  const body = { ...rate, paymentAccountId, paymentProviderName: 'PAYPAL' as const, email: 'money@club.example' }
  expect((await call(CREATE, { as: club.user('admin'), body })).body.paymentAccount.active).toBe(false)
  await call(PAYPAL, { as: club.user('admin'), body: { paymentAccountId, email: 'treasurer@club.example' } })
  expect(await list(club)).toMatchObject([{ emailAddress: 'treasurer@club.example', active: true }])
  // Correcting the address of a disabled account does not enable it.
  await call(TOGGLE, { as: club.user('admin'), paymentAccountId, query: { active: 'false' } })
  await call(PAYPAL, { as: club.user('admin'), body: { paymentAccountId, email: 'money@club.example' } })
  expect(await list(club)).toMatchObject([{ emailAddress: 'money@club.example', active: false }])
})

it('a payment account that is sent again with other values is refused with saved_before', async () => {
  const club = await aClub()
  const paymentAccountId = accountIn(club)
  const sent = { ...rate, paymentAccountId, paymentProviderName: 'PAYPAL' as const, email: 'money@club.example' }
  const keys = { fluidpayPublicKey: `pub_${'k'.repeat(27)}`, fluidpayPrivateKey: privateKey }
  const add = (changes: object) => call(CREATE, { as: club.user('admin'), body: { ...sent, ...changes } })
  await add({})
  for (const changes of [{ paymentProviderName: 'FLUIDPAY', ...keys }, { feeInPermile: 35 }, { feeInCents: 30 }])
    expect((await add(changes)).refusal.code).toBe('saved_before')
  expect(await list(club)).toMatchObject([{ paymentProviderName: 'PAYPAL', processingFeePerMilli: 29 }])
  expect(await paymentKeys.get({ paymentAccountId })).toBeUndefined()
  // The address is set by the next call, corrected or not.
  expect((await add({ email: 'treasurer@club.example' })).status).toBe(200)
  const fluidPay = accountIn(club)
  await addFluidPay(club, fluidPay)
  const other = { paymentAccountId: fluidPay, paymentProviderName: 'FLUIDPAY', ...keys }
  expect((await add({ ...other, fluidpayPublicKey: `pub_${'x'.repeat(27)}` })).refusal.code).toBe('saved_before')
})

it('is toggled to the given state idempotently, and to the opposite state if none is given', async () => {
  const club = await aClub()
  const paymentAccountId = accountIn(club)
  await addFluidPay(club, paymentAccountId)
  const toggle = (query: { active?: 'true' | 'false' }) =>
    call(TOGGLE, { as: club.user('admin'), paymentAccountId, query })
  const isActive = async (active?: 'true' | 'false') =>
    (await toggle(active ? { active } : {})).body.paymentAccount.active
  expect([await isActive('false'), await isActive('false'), await isActive('true')]).toEqual([false, false, true])
  expect([await isActive(), await isActive(), await isActive()]).toEqual([false, true, false])
  expect(await list(club)).toMatchObject([{ active: false }])
  const wrong = await toggle({ active: 'perhaps' as 'true' })
  expect([wrong.status, wrong.refusal.faults?.map(({ at }) => at)]).toEqual([400, ['active']])
})

it('accepts a rate of at most the whole payment', async () => {
  const club = await aClub()
  const paymentAccountId = accountIn(club)
  await addFluidPay(club, paymentAccountId)
  const update = (feeInPermile: number, feeInCents: number) =>
    call(UPDATE, { as: club.user('admin'), body: { paymentAccountId, feeInPermile, feeInCents } })
  expect((await update(1001, 0)).status).toBe(400)
  expect((await update(0, 9_999_901)).status).toBe(400)
  await update(1000, 9_999_900)
  expect(await list(club)).toMatchObject([{ processingFeePerMilli: 1000, processingFeeInCents: 9_999_900 }])
  const gone = { paymentAccountId: accountIn(club), ...rate }
  expect((await call(UPDATE, { as: club.user('admin'), body: gone })).status).toBe(404)
})

it('is hidden from coaches and from other clubs', async () => {
  const [club, other] = [await aClub(), await aClub()]
  expect((await call(LIST, { as: club.user('coach'), orgId: club.organizationId })).status).toBe(403)
  expect((await call(LIST, { as: other.user('admin'), orgId: club.organizationId })).status).toBe(403)
})

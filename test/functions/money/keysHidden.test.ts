import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { expect, it, vi } from 'vitest'
import { handler as sweep } from '#functions/money/sweepHandler.ts'
import { gather } from '#functions/privacy/gather.ts'
import { fees } from '#functions/table/fees.ts'
import { paymentKeys } from '#functions/table/paymentAccounts.ts'
import { refunds } from '#functions/table/payments.ts'
import { exportClub } from '#scripts/club/exportClub.ts'
import { itemsOf, lineOf } from '#scripts/club/items.ts'
import { payPalKeys, stripeKeys } from '#scripts/local/services/external.ts'
import { call } from '../call.ts'
import { type Club, newPart } from '../club.ts'
import { aClubWithFee, charge } from './charging.ts'
import {
  acceptCards,
  cards,
  deliverRefunds,
  familyLink,
  paymentAt,
  payOnPage,
  postWebhook,
  returnFromPage,
  start,
} from './online.ts'
import { goodToken, readKey, refusedToken, submitCard } from './payingByFluidPay.ts'
import { agree, deliverPayPalEvents, eventsAbout, postPayPalWebhook, takesPayPal } from './payingByPayPal.ts'
import { playerFeeOf } from '#shared/ids.ts'

const total = 5234
const first = `api_${'FirstMarkedKey'.padEnd(27, 'k')}`
const second = `api_${'SecondMarkedKey'.padEnd(27, 'k')}`
/** Every secret by which a provider identifies the platform or a club. */
const secret = [
  ...[first, second],
  ...[stripeKeys.key, stripeKeys.platform, stripeKeys.connect],
  ...[payPalKeys.secret],
]

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('There is no value.')
  return value
}

/** Everything logged from now on as Lambda would write it, including the stack and cause of errors. */
function logged(): () => string {
  const lines: string[] = []
  const keep = (...given: unknown[]) => void lines.push(given.map((each) => inspect(each, { depth: 9 })).join(' '))
  for (const level of ['debug', 'info', 'log', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation(keep)
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => (keep(String(text)), true))
  return () => lines.join('\n')
}

/** A fee of Mia's paid by an account: all responses up to the payment page. */
async function opened(club: Club, paymentAccountId: string) {
  const feeId = `${club.falcons.teamId}.${newPart('d')}`
  await charge(club, { feeId })
  const feePlayerId = playerFeeOf(feeId, club.mia.playerId)
  const payId = await familyLink(club)
  const view = await call('GET /rest-api/pay/{payId}', { as: undefined, payId })
  const answer = await start({ payId, paymentAccountId, feePlayerIds: [feePlayerId], total })
  const paymentId = (await fees.get({ playerFeeId: feePlayerId }, { consistent: true }))?.paying ?? ''
  return { feePlayerId, payId, paymentId, url: answer.body.url, answers: [view, answer] }
}

async function byFluidPay(club: Club) {
  const as = club.user('admin')
  const paymentAccountId = `${club.organizationId}.${newPart('a')}`
  const of = { paymentAccountId, fluidpayPublicKey: `pub_${'k'.repeat(27)}` }
  const rate = { feeInPermile: 29, feeInCents: 30 }
  const keys = (fluidpayPrivateKey: string) =>
    call('POST /rest-api/fee/payment-accounts/keys', { as, body: { ...of, fluidpayPrivateKey } })
  const add = {
    as,
    body: { ...of, ...rate, paymentProviderName: 'FLUIDPAY' as const, fluidpayPrivateKey: first },
  }
  const answers: unknown[] = [
    await call('POST /rest-api/fee/payment-accounts/create', add),
    await call('POST /rest-api/fee/payment-accounts/update', { as, body: { paymentAccountId, ...rate } }),
    await keys(second),
    await keys(`api_gone${'k'.repeat(23)}`),
    await call('GET /rest-api/fee/payment-accounts/{orgId}/all', { as, orgId: club.organizationId }),
  ]
  const declined = await opened(club, paymentAccountId)
  answers.push(declined.answers, await submitCard(declined.payId, declined.paymentId, refusedToken()))
  const page = await opened(club, paymentAccountId)
  const paid = await submitCard(page.payId, page.paymentId, goodToken())
  expect(paid.body).toMatchObject({ state: 'paid' })
  return { answers: [...answers, page.answers, paid], paymentAccountId }
}

async function byStripe(club: Club) {
  const { paymentAccountId } = await acceptCards(club)
  const { payId, feePlayerId, answers, url } = await opened(club, paymentAccountId)
  await payOnPage(url, cards.declined)
  const paymentId = paymentAt(await payOnPage(url))
  const paid = await returnFromPage(payId, paymentId)
  expect(paid.body.state).toBe('paid')
  const body = { refundId: 'refund-1', paymentId, amountInCents: 2000, as: 'waived', withFee: false } as const
  const refund = await call('POST /rest-api/fee/refund/{feePlayerId}', { as: club.user('admin'), feePlayerId, body })
  await deliverRefunds(paymentId)
  expect((await refunds.of({ paymentId })).map(({ state }) => state)).toEqual(['done'])
  const event = { id: 'evt_1', type: 'x', data: { object: { id: 'pi_1' } } }
  return { answers: [...answers, paid, refund, await postWebhook(event, { secret: 'whsec_other' })] }
}

async function byPayPal(club: Club) {
  const { payId, paymentId, answers, url } = await opened(club, await takesPayPal(club))
  await agree(url)
  const paid = await returnFromPage(payId, paymentId)
  expect(paid.body.state).toBe('paid')
  const events = await eventsAbout(paymentId)
  const told = []
  for (const event of events) told.push(await postPayPalWebhook(event))
  await deliverPayPalEvents(events)
  return { answers: [...answers, paid, ...told, await postPayPalWebhook({ body: '{}', headers: {} })] }
}

it('provider keys and secrets appear in no response, log, export or copy while they are used', async () => {
  const logs = logged()
  try {
    const { club } = await aClubWithFee()
    // Its payment also books the platform's fee.
    const byCard = await byStripe(club)
    const fluidPay = await byFluidPay(club)
    const all = [byCard, fluidPay, await byPayPal(club)]
    await sweep({ time: '2026-11-22T18:00:00Z' }).catch(() => undefined)
    const [as, orgUnitId] = [club.user('admin'), club.organizationId]
    const exported = [
      await call('GET /rest-api/fee/export/{orgUnitId}', { as, orgUnitId, query: {} }),
      await call('GET /rest-api/fee/journal/{orgId}', { as, orgId: orgUnitId }),
      await gather(as, async () => {}),
      await gather(club.user('parent'), async () => {}),
    ]
    // The key is stored, and only the code that charges reads it.
    const { paymentAccountId } = fluidPay
    const { privateKey, before } = known(await paymentKeys.get({ paymentAccountId }))
    const read = [privateKey, known(before)].map((value) => readKey(paymentAccountId, value))
    expect(await Promise.all(read)).toEqual([second, first])
    const said = {
      logs: logs(),
      answers: inspect(all, { depth: 9 }),
      exported: JSON.stringify(exported),
      club: await wholeOf(club),
    }
    const found = Object.entries(said).map(([where, text]) => [where, secret.filter((key) => text.includes(key))])
    expect(found).toEqual(Object.keys(said).map((where) => [where, []]))
    expect(Object.values(said).filter((text) => text.length < 500)).toEqual([])
  } finally {
    vi.restoreAllMocks()
  }
})

/** Everything in a club's export to another stage, plus all of its items here. */
async function wholeOf({ organizationId }: Club): Promise<string> {
  const table = { db: new DynamoDBClient({}), TableName: process.env['TABLE_NAME'] ?? '' }
  const s3 = new S3Client({ region: 'us-east-1', forcePathStyle: true })
  const folder = mkdtempSync(join(tmpdir(), 'touchline-keys-'))
  try {
    await exportClub({ table, media: { s3, Bucket: process.env['MEDIA_BUCKET'] ?? '' }, organizationId, folder })
    const files = ['items.ndjson', 'people.ndjson', 'club.json'].map((name) => readFileSync(join(folder, name), 'utf8'))
    return [...files, ...(await itemsOf(table, organizationId)).map(lineOf)].join('\n')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

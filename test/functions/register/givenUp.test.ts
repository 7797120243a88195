// own: holds and open payments would be ended by the sweeps of other tests
import { expect, it } from 'vitest'
import type { MailAbout } from '#functions/mail/mailKinds.ts'
import { sayIn } from '#functions/mail/say.ts'
import { applyStatus, endPayment } from '#functions/money/pay/settle.ts'
import { lapse } from '#functions/register/lapse.ts'
import { writers } from '#functions/register/mailWriters.ts'
import { fees } from '#functions/table/fees.ts'
import { outbox } from '#functions/table/outbox.ts'
import { refunds } from '#functions/table/payments.ts'
import { registrationEntries } from '#functions/table/registrationEntries.ts'
import { playerOf, registrationOf } from '#shared/ids.ts'
import { interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { aClub, stamp } from '../club.ts'
import { balancesOf } from '../money/charging.ts'
import { acceptCards, paymentAt, paymentNow, payOnPage, returnFromPage, start } from '../money/online.ts'
import { deliverFees, inTime, leaveOpenOnPage, payLate, tooLate } from './leaveOpenOnPage.ts'
import { aParent, aRegistration, entryOf, fillIn, finalize } from './registering.ts'

process.env.SITE_URL = 'https://app.club.example'

/** A family gives up its place while the payment is in progress and places are left. */
type Page = Pick<
  Awaited<ReturnType<typeof leaveOpenOnPage>>,
  'as' | 'ids' | 'payId' | 'url' | 'paymentId' | 'feePlayerIds'
>
/** $100 plus the fees on $104.37: 3.9 % and 30 cents. */
const nora = { children: ['Nora'], places: 9, total: 10_437 }

const withdraw = ({ as, ids: [id = ''] }: Pick<Page, 'as' | 'ids'>) =>
  call('POST /rest-api/register/{registrationId}/withdraw', {
    as,
    now: inTime,
    registrationId: registrationOf(id),
    body: { registrationPlayerId: id },
  })
const keptOf = (id: string) =>
  registrationEntries.get({ registrationId: registrationOf(id), playerId: playerOf(id) }, { consistent: true })
/** The player's state, the fees and the refunds. */
async function standing({ ids: [id = ''], paymentId }: Pick<Page, 'ids' | 'paymentId'>) {
  const [entry, asked, given] = await Promise.all([
    entryOf(id),
    fees.ofPlayer(playerOf(id), { consistent: true }),
    refunds.of({ paymentId }),
  ])
  return [
    entry?.state,
    asked.map(({ state, paid }) => [state, paid]),
    given.map(({ cents, state }) => [cents, state]),
  ] as const
}
const allBack = ['cancelled', [['cancelled', 0]], [[10_437, 'done']]]
const isTheirs = ['registered', [['open', 10_000]], []]
const pays = async ({ payId, url }: Page) => returnFromPage(payId, paymentAt(await payOnPage(url)), inTime)
const isOnItsWay = async ({ paymentId }: Page) => {
  const payment = await paymentNow(paymentId)
  if (payment) await applyStatus({ ...stamp, at: inTime }, payment, { as: 'processing' })
}

it.each([
  ['made on the provider’s page', undefined],
  ['made from a bank account', isOnItsWay],
])('a payment %s that arrives after the place was given up buys no place, and is refunded', async (_, before) => {
  const club = await aClub()
  const letGo = async (page: Page) => {
    await before?.(page)
    expect((await withdraw(page)).status).toBe(200)
    expect((await withdraw(page)).status).toBe(200)
  }
  const page = await leaveOpenOnPage(club, { ...nora, letGo })
  expect(await standing(page)).toEqual(['cancelled', [['open', 0]], []])
  await payLate(page)
  expect(await standing(page)).toEqual(allBack)
  await deliverFees(page.feePlayerIds)
  expect((await withdraw(page)).status).toBe(200)
  expect(await standing(page)).toEqual(allBack)
  expect((await balancesOf(club))['liabilities:credit']).toBeUndefined()
  const mail = await outbox.get({ mailId: `place-lost.${page.feePlayerIds[0]}` }, { consistent: true })
  for (const [language, words] of [
    ['en', 'but you had already given up the place.'],
    ['es', 'pero ya habías renunciado a la plaza.'],
  ] as const) {
    const told = { to: { userId: page.as, email: '' }, now: tooLate, say: sayIn(language) }
    expect((await writers.placeLost(mail?.about as MailAbout['placeLost'], told))?.paragraphs[0]).toContain(words)
  }
})

it('a place whose payment was made cannot be given up, even if the payment is not processed yet', async () => {
  for (const isHeard of [true, false]) {
    const page = await leaveOpenOnPage(await aClub(), {
      ...nora,
      async letGo(at) {
        await pays(at)
        if (isHeard) await deliverFees(at.feePlayerIds)
        expect((await withdraw(at)).refusal.code).toBe('registered_already')
      },
    })
    await deliverFees(page.feePlayerIds)
    expect(await standing(page)).toEqual(isTheirs)
  }
})

it('a payment made while the place is given up is refunded, unless it was processed first', async () => {
  for (const isHeard of [true, false]) {
    const page = await leaveOpenOnPage(await aClub(), {
      ...nora,
      letGo: async (at) => expect((await withdraw(at)).refusal?.code).toBe(isHeard ? 'registered_already' : undefined),
      async meanwhile(at) {
        await pays(at)
        if (isHeard) await deliverFees(at.feePlayerIds)
      },
    })
    await deliverFees([...page.feePlayerIds, ...page.feePlayerIds])
    expect((await standing(page)).slice(0, 2)).toEqual((isHeard ? isTheirs : allBack).slice(0, 2))
    expect((await refunds.of(page)).map(({ cents }) => cents)).toEqual(isHeard ? [] : [10_437])
  }
})

it('a late payment for a place that expired and was then given up is refunded', async () => {
  const page = await leaveOpenOnPage(await aClub(), {
    ...nora,
    async letGo(at) {
      const entry = await keptOf(at.ids[0] ?? '')
      if (entry) await lapse({ ...stamp, at: tooLate }, entry)
      expect((await withdraw(at)).status).toBe(200)
    },
  })
  await payLate(page)
  expect(await standing(page)).toEqual(allBack)
})

it('a family that registers again is registered by its new payment, and its earlier payment is refunded', async () => {
  const page = await leaveOpenOnPage(await aClub(), { ...nora, letGo: withdraw })
  const { as, registrationId, paymentAccountId, ids, url, payId, feePlayerIds } = page
  const [id = ''] = ids
  const now = '2026-11-21T18:12:00.000Z'
  await fillIn(as, registrationId, 'Nora', { again: id, now })
  expect((await finalize(as, [id], 10_000, { payBy: 'ONLINE', now })).body.players[0]?.state).toBe('paying')
  const intent = { as, now, registrationId, body: { registrationPlayerIds: [id] } }
  const again = (await call('POST /rest-api/register/{registrationId}/payment-intent', intent)).body
  const anew = (await fees.ofPlayer(playerOf(id), { consistent: true })).find(
    ({ playerFeeId }) => !feePlayerIds.includes(playerFeeId),
  )
  const wanted = { payId: again.payId, paymentAccountId, feePlayerIds: [anew?.playerFeeId ?? ''], total: 10_437, now }
  const opened = await start(wanted)
  await payLate({ url, payId, feePlayerIds })
  expect((await entryOf(id))?.state).toBe('paying')
  await returnFromPage(again.payId, paymentAt(await payOnPage(opened.body.url)), now)
  await deliverFees(wanted.feePlayerIds)
  expect((await entryOf(id))?.state).toBe('registered')
  expect((await refunds.of(page)).map(({ cents }) => cents)).toEqual([10_437])
})

it('a payment that ends unpaid after the place was given up leaves no fee', async () => {
  const page = await leaveOpenOnPage(await aClub(), { ...nora, letGo: withdraw })
  await endPayment({ ...stamp, at: tooLate }, page.paymentId)
  await deliverFees(page.feePlayerIds)
  expect(await standing(page)).toEqual(['cancelled', [], []])
})

it('giving up a place while starting its payment leaves no fee', async () => {
  const club = await aClub()
  const { paymentAccountId } = await acceptCards(club)
  const registration = { acceptPayments: true, mainPaymentAccountId: paymentAccountId }
  const registrationId = await aRegistration(club, { registration })
  const as = await aParent(club, 'rosa')
  const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora')
  await finalize(as, [id], 10_000, { payBy: 'ONLINE' })
  const intent = { as, now: inTime, registrationId, body: { registrationPlayerIds: [id] } }
  const goes = () => call('POST /rest-api/register/{registrationId}/payment-intent', intent)
  await interleave('TransactWriteCommand', goes, () => withdraw({ as, ids: [id] }))
  expect(await standing({ ids: [id], paymentId: '' })).toEqual(['cancelled', [], []])
})

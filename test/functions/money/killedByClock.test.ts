// own: the jobs that charge cards and remind of fees process all there are
import { expect, it } from 'vitest'
import { handler as charges } from '#functions/money/autopayHandler.ts'
import { handler as reminds } from '#functions/money/remindHandler.ts'
import { handler as sweeps } from '#functions/money/sweepHandler.ts'
import { chargeSavedCard } from '#functions/money/pay/autopay.ts'
import { fees } from '#functions/table/fees.ts'
import { outbox } from '#functions/table/outbox.ts'
import { savedCards } from '#functions/table/savedCards.ts'
import { update } from '#functions/table/table.ts'
import { playerFeeOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { atEveryAwait, type Scenario } from '../everyAwait.ts'
import { killedAfter } from '../simulatedProcess.ts'
import { wholeTable } from '../wholeTable.ts'
import { runScheduled } from '../workers.ts'
import { aClubWithFee, charge, feeNow } from './charging.ts'
import { acceptCards, cards, payOnPage, stripeApi } from './online.ts'

process.env.SITE_URL = 'https://app.club.example'

const sweep = (time: string) => runScheduled(sweeps, time)

const chargesAt = async (account: string) =>
  (await stripeApi<{ data: { status: string }[] }>('GET', 'payment_intents', { limit: '100' }, account)).data.filter(
    ({ status }) => status === 'succeeded',
  ).length
const mailsTo = async (club: Club, letter: string) =>
  (await wholeTable()).filter(
    (item) =>
      item['kind'] === outbox.kind && item['letter'] === letter && JSON.stringify(item['to']).includes(club.user('')),
  ).length

/** Mia's family has saved a card, and a fee of $50 is due. */
async function aCard(card = cards.good) {
  const { club } = await aClubWithFee({ amount: 5000, dueOn: '2028-06-01' })
  const world = await acceptCards(club)
  const as = club.user('parent')
  const page = await call('POST /rest-api/fee/cards/{orgId}', {
    as,
    orgId: club.organizationId,
    body: { attempt: 'attempt-1' },
  })
  await payOnPage(page.body.url, card)
  await call('POST /rest-api/fee/cards/{orgId}/kept', { as, orgId: club.organizationId })
  const feeId = `${club.falcons.teamId}.${newPart('d')}`
  await charge(club, { feeId, dueOn: '2026-11-30' })
  const feePlayerId = playerFeeOf(feeId, club.mia.playerId)
  const id = { organizationId: club.organizationId, userId: as }
  return { club, ...world, feePlayerId, id, cardNow: () => savedCards.get(id, { consistent: true }) }
}
const morning = '2026-12-01T14:00:00Z'
const chargesCards = (time = morning) => runScheduled(charges, time)

const charged: Record<string, () => Promise<Scenario>> = {
  'is charged what is due': async () => {
    const { club, feePlayerId, stripeAccount, cardNow } = await aCard()
    return {
      work: chargesCards,
      retryWork: () => chargesCards('2026-12-01T15:00:00Z'),
      check: async () => {
        const fee = await feeNow(feePlayerId)
        expect([fee?.paid, fee?.paying, await chargesAt(stripeAccount)]).toEqual([5000, undefined, 1])
        expect(await cardNow()).toMatchObject({ state: 'on', refusals: 0 })
        expect([(await cardNow())?.charging, await mailsTo(club, 'autopay')]).toEqual([undefined, 1])
      },
    }
  },
  'is charged what is due by the sweeper that finds the charge begun': async () => {
    const { club, feePlayerId, stripeAccount, cardNow, id } = await aCard()
    await killedAfter(1, () => chargeSavedCard({ actor: 'money-autopay', at: morning }, id))
    expect((await cardNow())?.charging).toBeDefined()
    return {
      work: () => sweep('2026-12-01T14:20:00Z'),
      check: async () => {
        await chargesCards('2026-12-01T15:00:00Z')
        const fee = await feeNow(feePlayerId)
        expect([fee?.paid, fee?.paying, await chargesAt(stripeAccount)]).toEqual([5000, undefined, 1])
        expect([(await cardNow())?.charging, await mailsTo(club, 'autopay')]).toEqual([undefined, 1])
      },
    }
  },
  'is declined once, and its owner mailed once': async () => {
    const { club, feePlayerId, stripeAccount, cardNow } = await aCard('4000000000000341')
    return {
      work: chargesCards,
      retryWork: () => chargesCards('2026-12-01T15:00:00Z'),
      check: async () => {
        const fee = await feeNow(feePlayerId)
        expect([fee?.paid, fee?.paying, await chargesAt(stripeAccount)]).toEqual([0, undefined, 0])
        expect(await cardNow()).toMatchObject({ state: 'on', refusals: 1 })
        expect(await mailsTo(club, 'autopay')).toBe(1)
        // The next runs in this file are before that day.
        await update(
          stamp,
          savedCards.change(
            { organizationId: club.organizationId, userId: club.user('parent') },
            { set: { lookAt: '2027-06-01T00:00:00Z' } },
          ),
        )
      },
    }
  },
  'is deleted after its owner has removed it': async () => {
    const { club, cardNow } = await aCard()
    const as = club.user('parent')
    const { customer = '' } = (await cardNow()) ?? {}
    await call('DELETE /rest-api/fee/cards/{orgId}', { as, orgId: club.organizationId })
    return {
      work: chargesCards,
      check: async () => {
        expect(customer).not.toBe('')
        expect(await cardNow()).toMatchObject({ state: 'off', method: '' })
        expect((await cardNow())?.lookAt).toBeUndefined()
      },
    }
  },
}

it.each(Object.entries(charged))('a saved card %s, when the job is interrupted at any call', async (_, prepare) => {
  expect((await atEveryAwait(prepare)).changes).toBeGreaterThanOrEqual(1)
})

it('interrupted fee reminders are requested once per fee on a day the club has configured', async () => {
  const prepare = async (): Promise<Scenario> => {
    const { club } = await aClubWithFee()
    const feeIds = [1, 2].map(() => `${club.falcons.teamId}.${newPart('d')}`)
    for (const feeId of feeIds) await charge(club, { feeId, dueOn: '2026-11-21' })
    const as = club.user('admin')
    await call('PUT /rest-api/fee/reminders/{orgId}', { as, orgId: club.organizationId, body: { days: [0] } })
    const versions = async () =>
      (
        await fees.getMany(
          feeIds.map((feeId) => ({ playerFeeId: playerFeeOf(feeId, club.mia.playerId) })),
          { consistent: true },
        )
      ).map((fee) => [fee?.mail, fee?.version])
    const before = await versions()
    return {
      work: () => runScheduled(reminds, '2026-11-21T15:10:00Z'),
      retryWork: () => runScheduled(reminds, '2026-11-21T16:10:00Z'),
      check: async () => {
        // Each is requested by a single change of the fee.
        expect(await versions()).toEqual(before.map(([, version]) => ['wanted', Number(version) + 1]))
        await call('PUT /rest-api/fee/reminders/{orgId}', { as, orgId: club.organizationId, body: { days: [] } })
      },
    }
  }
  expect((await atEveryAwait(prepare)).changes).toBe(2)
})

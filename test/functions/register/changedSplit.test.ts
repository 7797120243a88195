import { expect, it } from 'vitest'
import { fees } from '#functions/table/fees.ts'
import { families } from '#functions/table/players.ts'
import { playerOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { aClub, stamp } from '../club.ts'
import { repetitions } from '../sampling.ts'
import { changeChoices, receivable, registerPlayer } from './changeChoices.ts'
import { aParent, entryOf, option } from './registering.ts'

const options = [
  option('option-a', 20_000),
  option('option-b', 5000),
  option('option-c', 20_001),
  option('option-d', 0),
]

/** Nora costs $200, split between two homes; nothing is paid. */
async function ofTwoHomes(percent = 50, isSplit = true) {
  const club = await aClub()
  const { id, as } = await registerPlayer(club, 20_000, {}, { options })
  const [admin, playerId] = [club.user('admin'), playerOf(id)]
  const other = await aParent(club, 'rudi')
  await families.join(stamp, { playerId, userId: other, relation: 'own' })
  const charged = () => fees.ofPlayer(playerId, { consistent: true })
  const split = async () => {
    const [fee] = await charged()
    return call('POST /rest-api/fee/split/{feePlayerId}', {
      as: admin,
      feePlayerId: fee?.playerFeeId ?? '',
      body: { homes: { one: [as], other: [other], percent }, all: false, revision: fee?.version ?? 0 },
    })
  }
  if (isSplit) expect((await split()).status).toBe(200)
  return {
    club,
    id,
    split,
    to: (cents: number, optionId: string) => changeChoices(admin, id, cents, { optionIds: [optionId] }),
    /** The amounts due from the first and the other home, in cents; `-` if cancelled. */
    homes: async () => {
      const found = (await charged()).toSorted((a, b) => Number(!!a.partOf) - Number(!!b.partOf))
      return found.map(({ state, amount }) => (state === 'open' ? amount : '-'))
    },
    pays: async (home: 0 | 1, amountInCents: number) => {
      const found = (await charged()).find(({ partOf }) => (partOf === undefined) === (home === 0))
      return call('POST /rest-api/fee/manual-payment/{feePlayerId}', {
        as: admin,
        feePlayerId: found?.playerFeeId ?? '',
        body: { paymentId: 'payment-1', amountInCents, how: 'CASH' },
      })
    },
  }
}

it('a lower price reduces both homes’ parts, and a price of zero cancels them', async () => {
  const { club, id, to, homes } = await ofTwoHomes()
  expect((await to(5000, 'option-b')).status).toBe(200)
  expect([await homes(), await receivable(club)]).toEqual([[2500, 2500], 5000])
  expect((await entryOf(id))?.parts.map(({ amountInCents }) => amountInCents)).toEqual([5000])
  expect((await to(0, 'option-d')).status).toBe(200)
  expect([await homes(), await receivable(club)]).toEqual([['-', '-'], 0])
})

it('a higher price is added to both homes’ parts in their proportion, to the cent', async () => {
  const { club, to, homes } = await ofTwoHomes(70)
  expect(await homes()).toEqual([14_000, 6000])
  expect((await to(5000, 'option-b')).status).toBe(200)
  expect(await homes()).toEqual([3500, 1500])
  expect((await to(20_001, 'option-c')).status).toBe(200)
  expect([await homes(), await receivable(club)]).toEqual([[14_001, 6000], 20_001])
})

it('a lower price is rejected if it is below what one home has paid', async () => {
  const { club, to, homes, pays } = await ofTwoHomes()
  expect((await pays(1, 10_000)).status).toBe(200)
  expect((await to(5000, 'option-b')).refusal.code).toBe('less_than_paid')
  expect([await homes(), await receivable(club)]).toEqual([[10_000, 10_000], 10_000])
  expect((await to(20_001, 'option-c')).status).toBe(200)
  expect(await receivable(club)).toBe(10_001)
})

it('a change concurrent with a payment or a split leaves consistent amounts, to the cent', async () => {
  for (let i = 0; i < repetitions(6); i++) {
    const { club, to, homes, pays } = await ofTwoHomes()
    const [changed, paid] = await Promise.all([to(5000, 'option-b'), pays(1, 10_000)])
    const isChanged = changed.status === 200
    expect([isChanged, paid.status === 200]).toEqual([isChanged, !isChanged])
    expect(await homes()).toEqual(isChanged ? [2500, 2500] : [10_000, 10_000])
    expect(await receivable(club)).toBe(isChanged ? 5000 : 10_000)

    const one = await ofTwoHomes(50, false)
    const [anew] = await Promise.all([one.to(5000, 'option-b'), one.split()])
    expect(anew.status).toBe(200)
    const asked = (await one.homes()).map(Number)
    expect([asked.reduce((sum, cents) => sum + cents, 0), await receivable(one.club)]).toEqual([5000, 5000])
    expect([[5000], [2500, 2500]]).toContainEqual(asked)
  }
})

it('of two concurrent changes one is rejected, and price and fees match the other', async () => {
  const { club, id, to, homes } = await ofTwoHomes()
  const answers = await Promise.all([to(5000, 'option-b'), to(20_001, 'option-c')])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.find(({ status }) => status !== 200)?.refusal.code).toBe('conflict')
  const price = (await entryOf(id))?.priceInCents
  expect([(await homes()).map(Number).reduce((a, b) => a + b), await receivable(club)]).toEqual([price, price])
})

import { describe, expect, it } from 'vitest'
import { money } from '#functions/money/functions.ts'
import { handler as homesHandler } from '#functions/money/homesHandler.ts'
import { handler as owedHandler } from '#functions/money/owedHandler.ts'
import { fees } from '#functions/table/fees.ts'
import { meOf } from '#functions/table/me.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { families, players } from '#functions/table/players.ts'
import { profiles } from '#functions/table/profiles.ts'
import { registrationEntries } from '#functions/table/registrationEntries.ts'
import { update, write } from '#functions/table/table.ts'
import { feeOf, playerFeeOf, registrationPlayerOf } from '#shared/ids.ts'
import { call, send } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { leaveFamily } from '../today/answerLinks.ts'
import { deliverTo } from '../workers.ts'
import { aClubWithFee, balancesOf, charge, feeDetails, recordPayment, sumsOf } from './charging.ts'
import { acceptCards, deliverRefunds, familyLink, paymentAt, payOnPage, returnFromPage, start } from './online.ts'

type Wanted = { percent?: number; all?: boolean; revision?: number; one?: string; other?: string }
async function split(club: Club, feePlayerId: string, wanted: Wanted = {}) {
  const { percent = 60, all = false, one = 'parent', other = 'parent2' } = wanted
  const revision = wanted.revision ?? (await fees.get({ playerFeeId: feePlayerId }, { consistent: true }))?.version ?? 0
  return call('POST /rest-api/fee/split/{feePlayerId}', {
    as: club.user('admin'),
    feePlayerId,
    body: { homes: { one: [club.user(one)], other: [club.user(other)], percent }, all, revision },
  })
}
/** Amounts due from a home, in cents. */
async function asked(club: Club, as: string): Promise<number[]> {
  const { body } = await call('GET /rest-api/fee/my-fees', { as: club.user(as) })
  return body.fees.map(({ outstandingInCents }) => outstandingInCents)
}
const byNumber = (a: number, b: number) => a - b
const gone = undefined as never
const feesOf = (club: Club) => fees.ofPlayer(club.mia.playerId, { consistent: true })
async function otherPart(club: Club, feePlayerId: string) {
  const found = (await feesOf(club)).find(({ playerFeeId }) => playerFeeId !== feePlayerId)
  return found?.playerFeeId ?? ''
}

describe('a fee split between two homes', () => {
  it('shows each home only its own part, and leaves ledger and sums unchanged', async () => {
    const { club, feePlayerId } = await aClubWithFee()
    const person = { userId: club.user('parent'), firstName: 'Ann', lastName: 'Moreno', email: 'ann@example.org' }
    await write(stamp, profiles.create(person))
    const [sums, balances] = [await sumsOf(club), await balancesOf(club)]
    expect((await split(club, feePlayerId)).body).toMatchObject({ outstandingInCents: 3000, payers: ['Ann Moreno'] })
    expect([await asked(club, 'parent'), await asked(club, 'parent2')]).toEqual([[3000], [2000]])
    expect([await sumsOf(club), await balancesOf(club)]).toEqual([sums, balances])
    const theirs = await otherPart(club, feePlayerId)
    const read = async (as: string, feePlayerId: string) =>
      (await call('GET /rest-api/fee/details/{feePlayerId}', { as: club.user(as), feePlayerId })).status
    expect([await read('parent', theirs), await read('parent2', feePlayerId)]).toEqual([404, 404])
    expect([await read('parent2', theirs), await read('admin', theirs)]).toEqual([200, 200])
    // Treasurers see whose part each is: in the list of the club, in that of the team, and in a spreadsheet.
    for (const orgUnitId of [club.organizationId, club.falcons.teamId]) {
      const unit = { as: club.user('admin'), orgUnitId, query: {} }
      const { body } = await call('GET /rest-api/fee/search/{orgUnitId}', unit)
      const whose = new Map(body.fees.map((fee) => [fee.feePlayerId, fee.payers]))
      expect([whose.get(feePlayerId), whose.get(theirs)]).toEqual([['Ann Moreno'], []])
      const table = await send('GET /rest-api/fee/export/{orgUnitId}', unit)
      expect(
        String(table.body)
          .split('\r\n')
          .filter((line) => line.endsWith(',Ann Moreno,,')),
      ).toHaveLength(1)
    }
    const link = (
      await call('POST /rest-api/fee/pay-link/{feePlayerId}', { as: club.user('parent'), feePlayerId: theirs })
    ).status
    expect(link).toBe(404)
    const standing = (
      await call('GET /rest-api/teams/player/{playerId}/standing', {
        as: club.user('parent2'),
        playerId: club.mia.playerId,
        query: { o: club.falcons.teamId },
      })
    ).body.fees
    expect(standing?.map(({ outstandingInCents }) => outstandingInCents)).toEqual([2000])
  })

  it('is paid online by each home for its own part, and refunded to the home that paid', async () => {
    const { club, feePlayerId } = await aClubWithFee()
    await split(club, feePlayerId)
    const { paymentAccountId } = await acceptCards(club)
    const payId = await familyLink(club, 'parent2')
    const { body } = await call('GET /rest-api/pay/{payId}', { as: undefined, payId })
    expect(body.fees.map(({ outstandingInCents }) => outstandingInCents)).toEqual([2000])
    const theirs = await otherPart(club, feePlayerId)
    const both = { payId, paymentAccountId, total: 2112 }
    expect((await start({ ...both, feePlayerIds: [feePlayerId] })).status).toBe(404)
    const paymentId = paymentAt(await payOnPage((await start({ ...both, feePlayerIds: [theirs] })).body.url))
    await returnFromPage(payId, paymentId)
    expect([await asked(club, 'parent'), await asked(club, 'parent2')]).toEqual([[3000], [0]])
    await call('POST /rest-api/fee/cancel/{feePlayerId}', {
      as: club.user('admin'),
      feePlayerId: theirs,
      body: { paid: 'refund' },
    })
    await deliverRefunds(paymentId)
    expect(await feeDetails(club, theirs)).toMatchObject({
      status: 'CANCELLED',
      payments: [{ givenBackInCents: 2000 }],
    })
    expect(await asked(club, 'parent')).toEqual([3000])
  })

  it('is not shown by payment links made before the split, since the other home may have them', async () => {
    const { club, feePlayerId } = await aClubWithFee()
    await acceptCards(club)
    const made = async () =>
      (await call('POST /rest-api/fee/pay-link/{feePlayerId}', { as: club.user('parent'), feePlayerId })).body.payId
    const shown = (payId: string) => call('GET /rest-api/pay/{payId}', { as: undefined, payId })
    const before = await made()
    expect(await made()).toBe(before)
    expect((await shown(before)).body.fees).toHaveLength(1)
    const later = '2026-11-21T18:30:00Z'
    const body = {
      homes: { one: [club.user('parent')], other: [club.user('parent2')], percent: 60 },
      all: false,
      revision: 1,
    }
    await call('POST /rest-api/fee/split/{feePlayerId}', { as: club.user('admin'), feePlayerId, body, now: later })
    const after = (
      await call('POST /rest-api/fee/pay-link/{feePlayerId}', { as: club.user('parent'), feePlayerId, now: later })
    ).body.payId
    expect((await shown(before)).refusal.code).toBe('pay_link_gone')
    expect((await shown(after)).body.fees.map(({ outstandingInCents }) => outstandingInCents)).toEqual([3000])
  })

  it('has no payers left when the home’s guardian leaves the family', async () => {
    const { club, feePlayerId } = await aClubWithFee()
    await split(club, feePlayerId)
    expect((await feeDetails(club, feePlayerId)).payers).toHaveLength(1)
    await leaveFamily(club, 'parent')
    expect((await feeDetails(club, feePlayerId)).payers).toEqual([])
  })

  it('is asked of the remaining guardian when the other home’s one leaves, as long as it is not settled', async () => {
    const { club, feePlayerId } = await aClubWithFee()
    await split(club, feePlayerId)
    const hears = () => deliverTo(homesHandler, { ...fees.key({ playerFeeId: feePlayerId }), kind: 'Family' })
    await hears()
    expect([await asked(club, 'parent'), await asked(club, 'parent2')]).toEqual([[3000], [2000]])
    await leaveFamily(club, 'parent')
    for (let times = 0; times < 2; times++) await hears()
    expect((await asked(club, 'parent2')).toSorted(byNumber)).toEqual([2000, 3000])
    expect((await feeDetails(club, feePlayerId)).payers).toBeNull()
    // As long as no guardian is left to pay it, it stays assigned to the home that is gone.
    await leaveFamily(club, 'parent2')
    await hears()
    expect((await feeDetails(club, await otherPart(club, feePlayerId))).payers).toEqual([])
  })

  it('does not count a child’s own account as a home: its part is asked of the other guardian', async () => {
    const { club, feePlayerId } = await aClubWithFee()
    await split(club, feePlayerId)
    await write(stamp, playerAccounts.create({ userId: club.user('parent2'), playerId: club.mia.playerId }))
    await deliverTo(homesHandler, { ...fees.key({ playerFeeId: feePlayerId }), kind: 'Family' })
    expect((await asked(club, 'parent')).toSorted(byNumber)).toEqual([2000, 3000])
    const admin = { as: club.user('admin'), feePlayerId }
    const { payers } = (await call('GET /rest-api/fee/payers/{feePlayerId}', admin)).body
    expect(payers.map(({ userId }) => userId)).toEqual([club.user('parent')])
    expect((await split(club, feePlayerId)).status).toBe(404)
  })

  it('is asked of the other guardian as soon as a home’s account is marked as the child’s own', async () => {
    const { club, feePlayerId } = await aClubWithFee()
    await split(club, feePlayerId)
    const account = { userId: club.user('parent2'), playerId: club.mia.playerId }
    await write(stamp, playerAccounts.create(account))
    const said = { ...playerAccounts.key(account), kind: playerAccounts.kind, change: 'created' } as const
    for (let times = 0; times < 2; times++) await deliverTo(homesHandler, said)
    expect((await asked(club, 'parent')).toSorted(byNumber)).toEqual([2000, 3000])
    expect((await feeDetails(club, await otherPart(club, feePlayerId))).payers).toBeNull()
  })

  it('is asked of the other guardian when a corrected birth date makes a home’s account a child’s', async () => {
    const { club, feePlayerId } = await aClubWithFee()
    const account = { userId: club.user('parent2'), playerId: club.mia.playerId }
    const born = (bornOn: string) => players.change(club.mia, { set: { bornOn } })
    await write(stamp, playerAccounts.create(account), born('1999-05-01'))
    await split(club, feePlayerId)
    expect(await asked(club, 'parent')).toEqual([3000])
    await write(stamp, born('2012-05-01'))
    await deliverTo(homesHandler, { ...players.key(club.mia), kind: 'Player', change: 'changed' })
    expect((await asked(club, 'parent')).toSorted(byNumber)).toEqual([2000, 3000])
    const heard = { kind: 'Player', change: ['changed'], attributes: ['bornOn'] }
    expect(money['money-homes'].on.stream).toContainEqual(heard)
  })

  it('shows each home its own part on Today', async () => {
    const { club, feePlayerId } = await aClubWithFee()
    await charge(club, { dueOn: '2027-01-01' })
    await split(club, feePlayerId)
    await recordPayment(club, feePlayerId, 3000)
    await deliverTo(owedHandler, { ...fees.key({ playerFeeId: feePlayerId }), kind: 'Fee', change: 'changed' })
    const owed = async (as: string) => (await meOf({ userId: club.user(as) })).owed.flatMap(({ dues }) => dues)
    expect([await owed('parent'), await owed('parent2')]).toEqual([['2027-01-01'], ['2026-12-01', '2027-01-01']])
  })

  it('is split once, however often and concurrently that is requested', async () => {
    const { club, feePlayerId } = await aClubWithFee()
    const answers = await Promise.all([
      split(club, feePlayerId, { revision: 1 }),
      split(club, feePlayerId, { revision: 1 }),
    ])
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect((await split(club, feePlayerId, { revision: 1 })).status).toBe(200)
    expect((await feesOf(club)).map(({ amount }) => amount).toSorted(byNumber)).toEqual([2000, 3000])
    expect((await balancesOf(club))['assets:receivable']).toBe(5000)
  })

  it('rejects another split of the same revision with other shares or people', async () => {
    const { club, feePlayerId } = await aClubWithFee()
    await families.join(stamp, { playerId: club.mia.playerId, userId: club.user('coach'), relation: 'own' })
    const wishes = [{ percent: 70 }, { other: 'coach' }, { one: 'coach' }, { one: 'parent2', other: 'parent' }]
    await split(club, feePlayerId, { percent: 50, revision: 1 })
    for (const wish of wishes)
      expect((await split(club, feePlayerId, { percent: 50, revision: 1, ...wish })).refusal.code).toBe('conflict')
    expect((await split(club, feePlayerId, { percent: 50, revision: 1 })).status).toBe(200)
    expect([await asked(club, 'parent'), await asked(club, 'parent2')]).toEqual([[2500], [2500]])
  })

  it('can be asked of the whole family again, and its parts remain', async () => {
    const { club, feePlayerId } = await aClubWithFee()
    const { revision } = (await split(club, feePlayerId)).body
    const body = { homes: null, all: false, revision }
    expect(
      (await call('POST /rest-api/fee/split/{feePlayerId}', { as: club.user('admin'), feePlayerId, body })).body.payers,
    ).toBeNull()
    expect([await asked(club, 'parent'), (await asked(club, 'parent2')).toSorted(byNumber)]).toEqual([
      [3000],
      [2000, 3000],
    ])
  })

  it('can be split with all other fees without payments, to the cent', async () => {
    const { club, feePlayerId } = await aClubWithFee()
    const paid = await charge(club, { dueOn: '2026-12-02', amount: 700 })
    expect(paid.status).toBe(200)
    await charge(club, { dueOn: '2026-12-03', amount: 101 })
    const some = (await feesOf(club)).find(({ amount }) => amount === 700)
    await recordPayment(club, some?.playerFeeId ?? '', 100)
    await split(club, feePlayerId, { percent: 50, all: true })
    const parts = (await feesOf(club)).map(({ amount, payers }) => [amount, payers?.length ?? 0])
    expect(parts.toSorted((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
      [50, 1],
      [51, 1],
      [700, 0],
      [2500, 1],
      [2500, 1],
    ])
  })
})

it('a treasurer of one team splits only that team’s fees, and sees payers only of fees it has charged', async () => {
  const { club, feePlayerId } = await aClubWithFee()
  await charge(club, { orgUnitId: club.organizationId, amount: 900 })
  const body = {
    homes: { one: [club.user('parent')], other: [club.user('parent2')], percent: 50 },
    all: true,
    revision: 1,
  }
  const as = club.user('treasurer')
  expect((await call('POST /rest-api/fee/split/{feePlayerId}', { as, feePlayerId, body })).status).toBe(200)
  expect((await feesOf(club)).map(({ amount }) => amount).toSorted(byNumber)).toEqual([900, 2500, 2500])
  const none = playerFeeOf(feeOf(feePlayerId), club.leo.playerId)
  const payers = (feePlayerId: string) => call('GET /rest-api/fee/payers/{feePlayerId}', { as, feePlayerId })
  expect([(await payers(none)).status, (await payers(feePlayerId)).body.payers.length]).toEqual([404, 2])
})

/** Ties the fee to a player's registration, with a place, or with one held during payment. */
async function isOnRegistration(
  club: Club,
  playerFeeId: string,
  state: 'paying' | 'waiting' | 'offered' | 'registered',
) {
  const id = { registrationId: `${club.falcons.teamId}.${newPart('r')}`, playerId: club.mia.playerId }
  const registrationPlayerId = registrationPlayerOf(id.registrationId, id.playerId)
  await write(
    stamp,
    registrationEntries.upsert(id, { set: { state } }),
    fees.change({ playerFeeId }, { set: { registrationPlayerId } }),
  )
}

describe('a fee cannot be split', () => {
  it('with someone who does not pay for the player, nor between a home and itself', async () => {
    const { club, feePlayerId } = await aClubWithFee()
    for (const other of ['fan', 'coach', 'parent']) expect((await split(club, feePlayerId, { other })).status).toBe(404)
    expect(await feesOf(club)).toHaveLength(1)
  })

  it('once part of it is paid, while it is being paid, or while it holds a registration place', async () => {
    const { club, feePlayerId } = await aClubWithFee()
    const set = (set: Partial<Parameters<typeof fees.create>[0]>) =>
      update(stamp, fees.change({ playerFeeId: feePlayerId }, { set }))
    await set({ paying: 'payment-1' })
    expect((await split(club, feePlayerId)).refusal.code).toBe('split_too_late')
    await set({ paying: gone })
    for (const state of ['paying', 'waiting', 'offered'] as const) {
      await isOnRegistration(club, feePlayerId, state)
      expect((await split(club, feePlayerId)).refusal.code).toBe('split_held')
    }
    await recordPayment(club, feePlayerId, 100)
    expect((await split(club, feePlayerId)).refusal.code).toBe('split_too_late')
  })

  it('while its registration is pending, but can once the player is registered', async () => {
    const { club, feePlayerId } = await aClubWithFee()
    await isOnRegistration(club, feePlayerId, 'registered')
    expect((await split(club, feePlayerId)).status).toBe(200)
    expect([await asked(club, 'parent'), await asked(club, 'parent2')]).toEqual([[3000], [2000]])
  })

  it('if a home would pay nothing, nor based on a stale revision', async () => {
    const { club } = await aClubWithFee()
    await charge(club, { amount: 1, dueOn: '2026-12-05' })
    const cent = (await feesOf(club)).find(({ amount }) => amount === 1)?.playerFeeId ?? ''
    expect((await split(club, cent)).refusal.code).toBe('split_too_small')
    expect((await split(club, cent, { revision: 7 })).refusal.code).toBe('conflict')
  })
})

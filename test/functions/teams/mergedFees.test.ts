import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { handler as copies } from '#functions/copies/handler.ts'
import { handler as owes } from '#functions/money/owedHandler.ts'
import { fees } from '#functions/table/fees.ts'
import { mergedPlayers } from '#functions/table/mergedPlayers.ts'
import { meOf } from '#functions/table/me.ts'
import { families, players } from '#functions/table/players.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { playerFeeOf } from '#shared/ids.ts'
import { interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { balancesOf, charge, feeDetails, entriesOf, recordPayment } from '../money/charging.ts'
import { killedAtEvery } from '../simulatedProcess.ts'
import { deliverTo } from '../workers.ts'
import { repetitions } from '../sampling.ts'
import { mergeId, miaTwice, stateOfMerge, sendMerge, undoMerge, users } from './merging.ts'

async function charged(club: Club, playerId: string, amount: number, name = 'Season'): Promise<string> {
  const feeId = `${club.organizationId}.${newPart('d')}`
  const made = await charge(club, { feeId, players: [{ playerId }], amount, name, orgUnitId: club.organizationId })
  expect(made.status).toBe(200)
  return playerFeeOf(feeId, playerId)
}
/** What a user has to pay, by fee and open amount. */
const asked = async (club: Club, as: string) =>
  (await call('GET /rest-api/fee/my-fees', { as: club.user(as) })).body.fees
    .map((fee): [string, number] => [fee.feePlayerId, fee.outstandingInCents])
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
const sorted = (list: [string, number][]) => list.toSorted(([a], [b]) => (a < b ? -1 : 1))
/** Tells the workers about a merge or its undo. */
async function hear(keepId: string, goneId: string): Promise<void> {
  await deliverTo(copies, { ...players.key({ playerId: keepId }), kind: 'Player', change: 'changed' })
  if (await players.get({ playerId: goneId }, { consistent: true }))
    await deliverTo(copies, { ...mergedPlayers.key({ playerId: goneId }), kind: 'Merged player', change: 'removed' })
  await deliverTo(owes, { ...players.key({ playerId: keepId }), kind: 'Player', change: 'changed' })
}
const listed = async (club: Club, playerId: string) => {
  const query = { playerId }
  const { body } = await call('GET /rest-api/fee/search/{orgUnitId}', {
    as: club.user('admin'),
    orgUnitId: club.organizationId,
    query,
  })
  return body.fees
    .map((fee) => [fee.name, fee.player.id, fee.player.firstName])
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
}

it('a merge moves fees to the kept player, and its undo moves them back', async () => {
  const { club, twin, mia } = await miaTwice()
  const [own, hers] = [await charged(club, mia, 1000, 'Own'), await charged(club, twin, 5000, 'Hers')]
  expect((await recordPayment(club, hers, 2000)).status).toBe(200)
  const [before, books] = [await stateOfMerge(club, [mia, twin], users), await entriesOf(club)]
  const both = { as: club.user('admin'), orgId: club.organizationId, query: { keepId: mia, goneId: twin } }
  const { body: preview } = await call('GET /rest-api/duplicates/{orgId}/preview', both)
  expect([preview.fees, preview.owedInCents]).toEqual([1, 3000])

  const id = mergeId()
  expect((await sendMerge(club, id, mia, twin)).status).toBe(200)
  // At once: a fee can be seen and paid without waiting for a worker.
  for (const as of ['parent', 'dad'])
    expect(await asked(club, as)).toEqual(
      sorted([
        [own, 1000],
        [hers, 3000],
      ]),
    )
  expect((await feeDetails(club, hers, 'parent')).payments).toHaveLength(1)
  expect(await entriesOf(club)).toEqual(books)
  await hear(mia, twin)
  expect(await listed(club, mia)).toEqual([
    ['Hers', mia, 'Mia'],
    ['Own', mia, 'Mia'],
  ])
  expect(await listed(club, twin)).toEqual([])
  expect((await meOf({ userId: club.user('parent') })).owed.map(({ dues }) => dues.length)).toEqual([2])
  const standing = { as: club.user('parent'), playerId: mia, query: {} }
  const { body } = await call('GET /rest-api/teams/player/{playerId}/standing', standing)
  expect(body.fees?.map(({ name }) => name).toSorted()).toEqual(['Hers', 'Own'])
  // Guardians who join after the merge pay them, too.
  await families.join(stamp, { playerId: mia, userId: club.user('aunt'), relation: 'own' })
  expect((await asked(club, 'aunt')).map(([fee]) => fee)).toContain(hers)

  // A payment since then stays with its fee, and a new charge with the kept player.
  expect((await recordPayment(club, hers, 500)).status).toBe(200)
  const since = await charged(club, mia, 700, 'Since')
  expect((await undoMerge(club, id)).status).toBe(200)
  await hear(mia, twin)
  expect(await asked(club, 'parent')).toEqual(
    sorted([
      [own, 1000],
      [since, 700],
    ]),
  )
  expect(await asked(club, 'dad')).toEqual([[hers, 2500]])
  expect(
    (await call('GET /rest-api/fee/details/{feePlayerId}', { as: club.user('aunt'), feePlayerId: hers })).status,
  ).toBe(403)
  expect(await listed(club, twin)).toEqual([['Hers', twin, 'Mía']])
  const after = await stateOfMerge(club, [mia, twin], users)
  expect(after.access).toEqual(before.access)
  expect(await balancesOf(club)).toMatchObject({ 'assets:receivable': 4200, 'assets:cash': 2500, 'income:fees': -6700 })
})

it('the worker that moves fees after a merge completes on retry wherever it is interrupted', async () => {
  const changes = await killedAtEvery(async (dies) => {
    const { club, twin, mia } = await miaTwice()
    for (const [i, playerId] of [mia, twin, twin].entries()) await charged(club, playerId, 1000, `Fee ${i}`)
    await sendMerge(club, mergeId(), mia, twin)
    await dies(() => deliverTo(copies, { ...players.key({ playerId: mia }), kind: 'Player', change: 'changed' }))
    await hear(mia, twin)
    const shown = (await listed(club, mia)).map(([name, playerId]) => [name, playerId])
    expect(shown).toEqual([0, 1, 2].map((i) => [`Fee ${i}`, mia]))
  })
  expect(changes).toBeGreaterThan(0)
})

it.each(['merged first', 'paid first'] as const)(
  'a payment concurrent with a merge is counted once: %s',
  async (order) => {
    const { club, twin, mia } = await miaTwice()
    const hers = await charged(club, twin, 5000)
    const results: Record<string, number> = {}
    const merge = async () => void (results['merge'] = (await sendMerge(club, mergeId(), mia, twin)).status)
    const paying = async () => void (results['pay'] = (await recordPayment(club, hers, 2000)).status)
    if (order === 'merged first') await interleave('TransactWriteCommand', merge, paying)
    else await interleave('TransactWriteCommand', paying, merge)
    expect(results).toEqual({ merge: 200, pay: 200 })
    expect(await asked(club, 'parent')).toEqual([[hers, 3000]])
    expect(await balancesOf(club)).toEqual({ 'assets:receivable': 3000, 'assets:cash': 2000, 'income:fees': -5000 })
  },
)

/** Property test: three players, each with their own parent, against a model of which player each id now belongs to. */
it('after any merges, charges, payments and undos each family owes exactly its player’s fees', async () => {
  const step = fc.record({
    does: fc.constantFrom('charge', 'pay', 'merge', 'merge', 'undo'),
    one: fc.integer({ min: 0, max: 2 }),
    other: fc.integer({ min: 0, max: 2 }),
  })
  const club = await aClub()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
      const ids = [0, 1, 2].map(() => `${club.organizationId}.${newPart('p')}`) as [string, string, string]
      const parentOf = (i: number) => `parent-${ids[i]?.slice(-6)}`
      for (const [i, playerId] of ids.entries()) {
        await teamPlayers.addNew(stamp, [{ playerId, firstName: `Eva ${i}`, lastName: 'Roy' }])
        await families.join(stamp, { playerId, userId: club.user(parentOf(i)), relation: 'own' })
      }
      // The player each one continues under: themselves, or the one they were merged into. The last merge comes first.
      const into = [0, 1, 2]
      const holder = (i: number): number => (into[i] === i ? i : holder(into[i] ?? i))
      const merged: { id: string; keep: number; gone: number }[] = []
      const owing = new Map<string, { of: number; open: number }>()
      for (const { does, one, other } of steps) {
        const [keep, gone] = [holder(one), holder(other)]
        if (does === 'charge') owing.set(await charged(club, ids[keep] ?? '', 1000), { of: keep, open: 1000 })
        const first = [...owing].find(([, fee]) => fee.open > 0)
        if (does === 'pay' && first) {
          expect((await recordPayment(club, first[0], 400 > first[1].open ? first[1].open : 400)).status).toBe(200)
          first[1].open = Math.max(0, first[1].open - 400)
        }
        if (does === 'merge' && keep !== gone) {
          const id = mergeId()
          expect((await sendMerge(club, id, ids[keep] ?? '', ids[gone] ?? '')).status).toBe(200)
          into[gone] = keep
          merged.push({ id, keep, gone })
        }
        const last = merged.at(-1)
        if (does === 'undo' && last) {
          expect((await undoMerge(club, last.id)).status).toBe(200)
          into[last.gone] = last.gone
          merged.pop()
        }
        for (const i of [0, 1, 2]) {
          const wanted = [...owing].filter(([, fee]) => holder(fee.of) === holder(i) && fee.open >= 0)
          expect((await asked(club, parentOf(i))).filter(([id]) => owing.has(id))).toEqual(
            sorted(wanted.map(([id, { open }]) => [id, open])),
          )
        }
      }
      const open = [...owing.keys()].map((playerFeeId) => fees.get({ playerFeeId }, { consistent: true }))
      expect((await Promise.all(open)).every((fee) => fee !== undefined)).toBe(true)
    }),
    { numRuns: repetitions(40, 2), seed: 7 },
  )
  await balancesOf(club)
})

import { expect, it } from 'vitest'
import { billShare } from '#functions/subscriptions/sharesHandler.ts'
import { ledger, type LedgerEntry } from '#functions/table/ledger.ts'
import { platformShares, shareBills } from '#functions/table/platformShares.ts'
import { settle } from '#functions/subscriptions/settle.ts'
import { subscriptions } from '#functions/table/subscriptions.ts'
import { all, write } from '#functions/table/table.ts'
import { newPart, stamp } from '../club.ts'
import { killedAtEvery } from '../simulatedProcess.ts'
import { aPerson, aStripe, signUp, start, typeCard } from './signUps.ts'

const stripe = aStripe()
const consistent = { consistent: true }
const run = (club: Club, at = '2026-11-25T15:30:00.000Z') => {
  stripe.at(at)
  return billShare({ actor: 'subscriptions-shares', at }, club)
}
type Club = { organizationId: string }
async function aClubThatOwes(cents: number): Promise<Club> {
  stripe.at(start)
  const { organizationId } = await signUp(await aPerson(), { teams: 1 })
  await owes({ organizationId }, cents)
  return { organizationId }
}
const owes = async (club: Club, cents: number) => {
  const writes = platformShares.add(club, cents)
  if (writes.length > 0) await write(stamp, ...writes)
}
const owed = async (club: Club) => (await platformShares.get(club, consistent))?.cents
/** Items of the share on its next bills, by name and amount. */
const items = ({ organizationId }: Club) =>
  stripe
    .books()
    .all<{ metadata: Record<string, string>; amount: number; discountable: boolean }>('platform', 'invoiceitem')
    .filter(({ metadata, discountable }) => metadata['share']?.startsWith(organizationId) && !discountable)
    .map(({ metadata, amount }) => [metadata['share']?.split(':')[1] ?? '', amount] as const)
    .toSorted(([a], [b]) => a.localeCompare(b))
const booked = async ({ organizationId }: Club) =>
  (await all<LedgerEntry>({ ...ledger.of(organizationId), consistent: true })).map(({ effect, postings }) => [
    effect,
    postings.map(({ account, cents }) => `${account} ${cents}`),
  ])

it('a club’s share of payments is billed once a month and booked in its ledger', async () => {
  const club = await aClubThatOwes(520)
  for (const day of ['25', '26', '27']) await run(club, `2026-11-${day}T15:30:00.000Z`)
  await owes(club, 130)
  await run(club, '2026-11-28T15:30:00.000Z')
  expect([items(club), await owed(club)]).toEqual([[['2026-11', 520]], 130])
  await run(club, '2026-12-25T15:30:00.000Z')
  expect(items(club)).toEqual([
    ['2026-11', 520],
    ['2026-12', 130],
  ])
  expect(await booked(club)).toEqual([
    ['share-billed:2026-11', ['liabilities:platform 520', 'assets:bank -520']],
    ['share-billed:2026-12', ['liabilities:platform 130', 'assets:bank -130']],
  ])
})

it('an interrupted billing of the share, repeated at once or the next day, bills it once', async () => {
  const club = await aClubThatOwes(0)
  let month = 0
  const nextMonth = () => `20${27 + Math.floor(month / 12)}-${String((month++ % 12) + 1).padStart(2, '0')}`
  const changes = await killedAtEvery(async (dies, n) => {
    await owes(club, 100 + n)
    const name = nextMonth()
    await dies(() => run(club, `${name}-25T15:30:00.000Z`))
    await run(club, `${name}-${n % 2 === 0 ? '25T15:31:00' : '26T15:30:00'}.000Z`)
    expect(items(club).filter(([of]) => of === name)).toEqual([[name, 100 + n]])
    expect(await owed(club)).toBe(0)
  })
  expect(changes).toBeGreaterThan(2)
  expect((await shareBills.of(club)).every(({ state }) => state === 'billed')).toBe(true)
})

/** Amounts of the share actually billed to a club, in cents. */
const billed = async ({ organizationId }: Club) => {
  const { customerId } = (await subscriptions.get({ organizationId }, consistent)) ?? {}
  return stripe
    .books()
    .all<{ customer: string; lines: { data: { description: string; amount: number }[] } }>('platform', 'invoice')
    .filter(({ customer }) => customer === customerId)
    .flatMap(({ lines }) => lines.data.filter(({ description }) => description.startsWith('Share of')))
    .map(({ amount }) => amount)
}

it('the share is on the next bill of a club that starts paying after its free period', async () => {
  stripe.at(start)
  const as = await aPerson()
  const { organizationId } = await signUp(as, { teams: 1 })
  const club = { organizationId }
  await owes(club, 520)
  await run(club)
  const after = '2026-12-25T00:00:00Z'
  stripe.at(after)
  await settle(club, after)
  expect((await subscriptions.get(club, consistent))?.status).toBe('paused')
  expect((await typeCard(as, organizationId, after)).status).toBe(200)
  expect((await subscriptions.get(club, consistent))?.status).toBe('active')
  expect(items(club)).toEqual([['2026-11', 520]])
  // On the first bill of the subscription it then has.
  stripe.at('2027-02-02T00:00:00Z')
  await settle(club, '2027-02-02T00:00:00Z')
  expect(await billed(club)).toEqual([520])
})

it('a share below one dollar, or of a club without a subscription, is carried over', async () => {
  const club = await aClubThatOwes(99)
  const none = { organizationId: newPart('o') }
  await owes(none, 500)
  for (const each of [club, none]) await run(each)
  expect([await owed(club), await owed(none)]).toEqual([99, 500])
  expect(await subscriptions.get(none)).toBeUndefined()
})

// apart: what charges cards looks at every card there is
import '../ownTable.ts'
import { expect, it } from 'vitest'
import { handler as run } from '#functions/money/autopayHandler.ts'
import { fees } from '#functions/table/fees.ts'
import { families } from '#functions/table/players.ts'
import { savedCards } from '#functions/table/savedCards.ts'
import { chunks, write } from '#functions/table/table.ts'
import { aClub, newPart, stamp } from '../club.ts'
import { killedAfter } from '../killed.ts'
import { balancesOf, charge } from './charging.ts'
import { familyLink, back, paymentAt, payOnPage, start, stripeApi, takesCards } from './online.ts'
import { playerFeeOf } from '#shared/ids.ts'

process.env.SITE_URL = 'https://app.club.example'

/** `MANY=500 npx vitest run … manyDue` charges as many. */
const many = Number(process.env.MANY ?? 40)
/** In Chicago it is eight in the morning then. */
const morning = '2026-12-01T14:00:00Z'
const before = '2026-12-01T13:00:00.000Z'
const later = '2026-12-01T15:00:00Z'

/** So many families who have each left a card, and owe $50 on that day. */
async function allOwing() {
  const club = await aClub({ roster: Array.from({ length: many }, (_, i) => `Player ${i}`) })
  const { paymentAccountId, stripeAccount } = await takesCards(club)
  await charge(club, { dueOn: '2026-11-21' })
  const [first] = await fees.ofPlayer(club.mia.playerId, { consistent: true })
  const wanted = { payId: await familyLink(club), paymentAccountId, feePlayerIds: [first?.playerFeeId ?? ''] }
  const { body } = await start({ ...wanted, total: 5234, save: true })
  await back(wanted.payId, paymentAt(await payOnPage(body.url)))
  const left = await savedCards.get({ organizationId: club.organizationId, userId: club.user('parent') })
  if (!left) throw new Error('No card was left.')
  const feeId = `${club.falcons.teamId}.${newPart('d')}`
  const players = club.falconPlayers.slice(-many)
  for (const some of chunks(players, 500)) await charge(club, { feeId, players: some })
  const { customer, method, label } = left
  const card = { organizationId: club.organizationId, paymentAccountId, customer, method, label }
  for (const some of chunks(players, 20))
    await Promise.all(
      some.map(async ({ playerId }, i) => {
        const userId = `family-${i}-${playerId}`
        await families.join(stamp, { playerId, userId, relation: 'own' })
        await write(stamp, savedCards.create({ ...card, userId, state: 'on', refusals: 0, lookAt: before }))
      }),
    )
  return { club, stripeAccount, owed: players.map(({ playerId }) => ({ playerFeeId: playerFeeOf(feeId, playerId) })) }
}

const chargesAt = async (account: string): Promise<string[]> => {
  const found: string[] = []
  for (;;) {
    const after = found.at(-1)
    const form = { limit: '100', ...(after !== undefined && { starting_after: after }) }
    const { data } = await stripeApi<{ data: { id: string }[] }>('GET', 'payment_intents', form, account)
    found.push(...data.map(({ id }) => id))
    if (data.length < 100) return found
  }
}

it('many who owe on one day are each charged once, killed in the midst of it and run again', async () => {
  const { club, stripeAccount, owed } = await allOwing()
  expect(await killedAfter(many * 2, () => run({ time: morning }))).toBe(true)
  await run({ time: later })
  const paid = (await fees.getMany(owed, { consistent: true })).map((fee) => [fee?.paid, fee?.paying])
  expect(paid).toEqual(owed.map(() => [5000, undefined]))
  expect(await chargesAt(stripeAccount)).toHaveLength(many + 1)
  expect(await balancesOf(club)).toMatchObject({ 'income:fees': -5000 * (many + 1) })
  expect((await balancesOf(club))['assets:receivable']).toBeUndefined()
}, 600_000)

// own: the job that charges cards processes every card there is
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { expect, it } from 'vitest'
import { handler as run } from '#functions/money/autopayHandler.ts'
import { fees } from '#functions/table/fees.ts'
import { ownPlayers } from '#functions/table/me.ts'
import { families } from '#functions/table/players.ts'
import { savedCards } from '#functions/table/savedCards.ts'
import { chunks } from '#functions/table/chunks.ts'
import { aClub, newPart, stamp } from '../club.ts'
import { putIn } from '../copy.ts'
import { killedAfter } from '../simulatedProcess.ts'
import { balancesOf, charge } from './charging.ts'
import { acceptCards, familyLink, paymentAt, payOnPage, returnFromPage, start, stripeApi } from './online.ts'
import { playerFeeOf } from '#shared/ids.ts'

process.env.SITE_URL = 'https://app.club.example'

/** `npm run bench -- money` charges 500 and prints the counts. */
const many = Number(process.env.MANY ?? 40)
/** 8 am in Chicago. */
const morning = '2026-12-01T14:00:00Z'
const before = '2026-12-01T13:00:00.000Z'
const later = '2026-12-01T15:00:00Z'

/** Many families who have each saved a card and owe $50 on that day. */
async function allOwing() {
  const club = await aClub({ roster: Array.from({ length: many }, (_, i) => `Player ${i}`) })
  const { paymentAccountId, stripeAccount } = await acceptCards(club)
  await charge(club, { dueOn: '2026-11-21' })
  const [first] = await fees.ofPlayer(club.mia.playerId, { consistent: true })
  const wanted = { payId: await familyLink(club), paymentAccountId, feePlayerIds: [first?.playerFeeId ?? ''] }
  const { body } = await start({ ...wanted, total: 5234, save: true })
  await returnFromPage(wanted.payId, paymentAt(await payOnPage(body.url)))
  const left = await savedCards.get({ organizationId: club.organizationId, userId: club.user('parent') })
  if (!left) throw new Error('The card was not saved.')
  const feeId = `${club.falcons.teamId}.${newPart('d')}`
  const players = club.falconPlayers.slice(-many)
  const teams = [{ id: club.falcons.teamId, name: club.falcons.name }]
  for (const some of chunks(players, 500)) await charge(club, { feeId, players: some })
  const { customer, method, label } = left
  const card = { organizationId: club.organizationId, paymentAccountId, customer, method, label }
  await putIn(
    stamp,
    players.flatMap(({ playerId, firstName, lastName }) => {
      const userId = `family-${playerId}`
      return [
        families.create({ playerId, userId, relation: 'own' }),
        ownPlayers.create({ userId, playerId, firstName, lastName, teams }),
        savedCards.create({ ...card, userId, state: 'on', refusals: 0, lookAt: before }),
      ]
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

type Command = { constructor: { name: string }; input: { TransactItems?: { Put?: { Item?: { kind?: string } } }[] } }
/** Counts writes before and after the charges while work runs, and the number of concurrent charges. */
async function counted(works: readonly (() => Promise<unknown>)[]) {
  const table = DynamoDBDocumentClient.prototype
  const send = table.send as unknown as (this: DynamoDBDocumentClient, command: Command) => Promise<unknown>
  const { fetch } = globalThis
  const counts = { before: 0, after: 0, underWay: 0, atOnce: 0, took: 0 }
  table.send = function (this: DynamoDBDocumentClient, command: Command) {
    const begins = command.input.TransactItems?.some(({ Put }) => Put?.Item?.kind === 'Payment')
    if (begins) counts.before += 1
    else if (/^(TransactWrite|Put|Update|Delete)Command$/.test(command.constructor.name)) counts.after += 1
    return send.call(this, command)
  } as never
  globalThis.fetch = async (...given) => {
    const [to, init] = given
    if (
      init?.method !== 'POST' ||
      !new URL(to instanceof Request ? to.url : to).pathname.endsWith('/v1/payment_intents')
    )
      return fetch(...given)
    counts.atOnce = Math.max(counts.atOnce, ++counts.underWay)
    return fetch(...given).finally(() => counts.underWay--)
  }
  const began = performance.now()
  try {
    for (const work of works) {
      // Interrupted charges never respond.
      counts.underWay = 0
      await work()
    }
  } finally {
    counts.took = (performance.now() - began) / 1000
    table.send = send as never
    globalThis.fetch = fetch
  }
  return counts
}

it('many families who owe on one day are each charged once, even if the run is killed halfway and repeated', async () => {
  const { club, stripeAccount, owed } = await allOwing()
  const { before, after, atOnce, took } = await counted([
    async () => expect(await killedAfter(many * 2, () => run({ time: morning }))).toBe(true),
    () => run({ time: later }),
  ])
  const paid = (await fees.getMany(owed, { consistent: true })).map((fee) => [fee?.paid, fee?.paying])
  expect(paid).toEqual(owed.map(() => [5000, undefined]))
  expect(await chargesAt(stripeAccount)).toHaveLength(many + 1)
  expect(await balancesOf(club)).toMatchObject({ 'income:fees': -5000 * (many + 1) })
  expect((await balancesOf(club))['assets:receivable']).toBeUndefined()
  // Interrupted charges, no more than run concurrently, are written at most once more.
  expect([before <= 2 * many + 20, after <= 2 * many + 20]).toEqual([true, true])
  expect(atOnce).toBeGreaterThan(1)
  const figures = { many, before: before / many, after: after / many, atOnce, took }
  if (process.env.MANY) process.stdout.write(`${JSON.stringify({ instalments: figures })}\n`)
}, 1_200_000)

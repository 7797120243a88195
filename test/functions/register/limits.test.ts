// own: expired holds are looked for in the whole table
import { afterEach, describe, expect, it, vi } from 'vitest'
import { handler as lapse } from '#functions/register/lapsedHandler.ts'
import { interleave } from '../interleave.ts'
import { choiceLimits } from './choiceLimits.ts'
import { countedLimits } from './countedLimits.ts'
import { seededRandom } from '#scripts/local/seededRandom.ts'
import { ofCount } from './disabledChecks.ts'
import { startPaying, chargedTo, deliverFee, paidOnline, placeLimits } from './placeLimits.ts'
import { entryOf } from './registering.ts'

/**
 * The twelve limits of a registration. Families and the club race for each of them in random order: the limit holds in any order,
 * and a defect planted in its enforcement is found. `npm test` runs each variant once; `RUNS=12000` runs a thousand orders of
 * each limit: see testLong.ts.
 */
const limits = { ...countedLimits, ...choiceLimits, ...placeLimits }
const { RUNS, SEED = RUNS ? String(Date.now() % 2 ** 31) : '20261122' } = process.env
const orders = RUNS ? Math.ceil(Number(RUNS) / Object.keys(limits).length) : 0
/** A planted defect must show within this many orders. */
const maxUntilFound = 60

afterEach(() => vi.restoreAllMocks())

it('covers twelve limits', () => expect(Object.keys(limits)).toHaveLength(12))

describe.each(Object.entries(limits))('the limit “%s”', (_, { once, plant, ways }) => {
  it('holds in any order of concurrent requests', async () => {
    for (let i = 0; i < Math.max(orders, ways); i++) {
      const seed = Number(SEED) + i
      const { found, expected } = await once(seededRandom(seed), i)
      expect({ seed, ...found }).toEqual({ seed, ...expected })
    }
  })

  it('fails detectably with a defect planted in its enforcement', async () => {
    plant()
    let isFound = false
    for (let i = 0; i < maxUntilFound && !isFound; i++) {
      const { found, expected } = await once(seededRandom(Number(SEED) + i), i)
      isFound = JSON.stringify(found) !== JSON.stringify(expected)
    }
    expect(isFound).toBe(true)
  })
})

it('a late payment processed by two workers concurrently takes the last place once, and is not refunded', async () => {
  const { registrationId, id, playerFeeId } = await startPaying()
  await lapse({ time: '2026-11-21T18:16:00Z' })
  expect((await entryOf(id))?.state).toBe('cancelled')
  await paidOnline(playerFeeId)
  const heard = () => deliverFee(playerFeeId)
  // The second one runs when the first has read that the place is free but has not taken it.
  await interleave('TransactWriteCommand', heard, heard)
  const charged = (await chargedTo(id)).map(({ amount, paid, state }) => [amount, paid, state])
  expect({ state: (await entryOf(id))?.state, taken: await ofCount(registrationId), charged }).toEqual({
    state: 'registered',
    taken: 1,
    charged: [[10_000, 10_000, 'open']],
  })
})

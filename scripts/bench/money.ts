import { randomUUID } from 'node:crypto'
import { priceOf } from '#shared/rules/paying.ts'
import { demoPart } from '../demo/ids.ts'
import { youthPlayer } from '../demo/youthClub.ts'
import type { Bench } from './cloud.ts'
import { instalmentFigures } from './instalments.ts'
import type { Figure } from './report.ts'

const SEARCH = 'GET /rest-api/fee/search/{orgUnitId}'
const START = 'POST /rest-api/pay/{payId}/start'
const [club = ''] = youthPlayer('Noa Moreno').split('.')
/** The number of fees on one page of the list. */
const pageSize = 50

type View = {
  fees: { feePlayerId: string; name: string; outstandingInCents: number; absorbFees: boolean }[]
  methods: { paymentAccountId: string; paymentProviderName: string; rate: { perMille: number; cents: number } }[]
}

/** The cost of a page of 50 fees, and how many round trips of our own a payment needs besides the provider’s. */
export async function moneyFigures(bench: Bench): Promise<Figure[]> {
  const { fees } = await import('#functions/table/fees.ts')
  const { runMetered } = await import('#functions/table/meter.ts')
  const { page: readPage } = await import('#functions/table/table.ts')
  const playerIds = ['Mia Moreno', 'Leo Moreno', 'Noa Moreno'].map(youthPlayer)
  for (let i = 0; i < Math.ceil(pageSize / playerIds.length); i++)
    await bench.send('POST', '/rest-api/fee/create', 'admin', {
      ...{ feeId: `${club}.${demoPart('d', `bench ${i}`)}`, playerIds, name: `Bench ${i}`, description: '' },
      ...{ amountInCents: 2000, dueOn: '2032-01-15', absorbFees: true },
    })
  const page = JSON.parse((await bench.get(`/rest-api/fee/search/${club}`, 'admin')).text) as { fees: object[] }
  if (page.fees.length !== pageSize) throw new Error('The page of fees is not full.')
  const listCost = await bench.lastCost(SEARCH)
  const handlerCost = await runMetered(async (meter) => {
    await readPage({ ...fees.listOf(club, { from: undefined, to: undefined }), limit: pageSize })
    return meter
  })
  const link = await bench.send('POST', '/rest-api/fee/payment-link', 'parent', { orgId: club })
  const { payId } = JSON.parse(link.text) as { payId: string }
  const view = JSON.parse((await bench.get(`/rest-api/pay/${payId}`, 'parent')).text) as View
  const method = view.methods.find(({ paymentProviderName }) => paymentProviderName === 'STRIPE')
  const benchFees = view.fees.filter(({ name }) => name === 'Bench 0')
  const price = method && priceOf(benchFees, method.rate)
  if (!method || !price || benchFees.length !== 3) throw new Error('There is nothing to pay with.')
  await bench.send('POST', `/rest-api/pay/${payId}/start`, 'parent', {
    attempt: randomUUID(),
    feePlayerIds: benchFees.map(({ feePlayerId }) => feePlayerId),
    paymentAccountId: method.paymentAccountId,
    totalInCents: price.total,
  })
  const paying = await bench.lastCost(START)
  return [
    { what: 'fees, a page of 50', value: handlerCost.readUnits, unit: 'read units', atMost: 3 },
    { what: 'fees, a page of 50: asked for by', value: handlerCost.calls, unit: 'queries', atMost: 1 },
    { what: 'the same with the club and the access read', value: listCost.readUnits, unit: 'read units', atMost: 4.5 },
    // One of them counts requests per address, before anything else.
    { what: 'paying three fees: round trips of our own', value: paying.trips - 1, unit: 'trips', atMost: 3 },
    ...instalmentFigures(),
  ]
}

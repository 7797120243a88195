import { expect, it } from 'vitest'
import { paymentAccounts } from '#functions/table/paymentAccounts.ts'
import { registrationEntries } from '#functions/table/registrationEntries.ts'
import { write } from '#functions/table/table.ts'
import { organizationOf, playerOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { aClub, stamp } from '../club.ts'
import { measureCost } from '../measureCost.ts'
import { aParent, aRegistration, fillIn, paidOnline, finalize } from './registering.ts'

/** What a payer sees of the time their places are held. */

const now = '2026-11-21T18:10:00.000Z'
const view = (payId: string) => call('GET /rest-api/pay/{payId}', { as: undefined, payId, now })
const heldUntil = async (payId: string) => (await view(payId)).body.heldUntil

/** A registration paid online, with held places: the first at six, each of the others three minutes later. */
async function holding(names: string[]) {
  const club = await aClub()
  const paymentAccountId = `${club.organizationId}.a00000000001`
  const account = { provider: 'STRIPE' as const, perMille: 29, cents: 30, active: true, chargesEnabled: true }
  await write(stamp, paymentAccounts.create({ paymentAccountId, ...account }))
  const as = await aParent(club, 'rosa')
  const registration = { acceptPayments: true, mainPaymentAccountId: paymentAccountId }
  const registrationId = await aRegistration(club, { registration })
  const ids: string[] = []
  for (const [i, name] of names.entries()) {
    const { registrationPlayerId: id } = await fillIn(as, registrationId, name)
    await finalize(as, [id], 10_000, { payBy: 'ONLINE', now: `2026-11-21T18:0${3 * i}:00.000Z` })
    ids.push(id)
  }
  const start = async (registrationPlayerIds: string[]) => {
    const body = { registrationPlayerIds }
    const PAYMENT = 'POST /rest-api/register/{registrationId}/payment-intent'
    return (await call(PAYMENT, { as, now, registrationId, body })).body.payId
  }
  return { as, registrationId, ids, start }
}

it('a payment link shows when the hold ends while the place is unpaid, without an additional round trip', async () => {
  const { ids, start } = await holding(['Nora'])
  const payId = await start(ids)
  expect(await heldUntil(payId)).toBe('2026-11-21T18:15:00.000Z')
  // The link, then everything else in parallel.
  expect((await measureCost(() => view(payId))).trips).toBe(2)
  await paidOnline(ids[0] ?? '')
  expect(await heldUntil(payId)).toBeNull()
})

it('a payment link for several places shows the earliest end, and ignores places held by another fee', async () => {
  const { registrationId, ids, start } = await holding(['Nora', 'Ola'])
  const [nora = '', ola = ''] = ids
  const [both, ofOla] = [await start([ola, nora]), await start([ola])]
  expect([await heldUntil(both), await heldUntil(ofOla)]).toEqual([
    '2026-11-21T18:15:00.000Z',
    '2026-11-21T18:18:00.000Z',
  ])
  // Registered again since: the earlier fee holds no place.
  const anew = { set: { feeId: `${organizationOf(ola)}.d00000000009` } }
  await write(stamp, registrationEntries.change({ registrationId, playerId: playerOf(ola) }, anew))
  expect(await heldUntil(ofOla)).toBeNull()
})

it('a payment link shows neither hold nor fee after the place was given up', async () => {
  const { as, registrationId, ids, start } = await holding(['Nora'])
  const payId = await start(ids)
  const body = { registrationPlayerId: ids[0] ?? '' }
  await call('POST /rest-api/register/{registrationId}/withdraw', { as, now, registrationId, body })
  expect((await view(payId)).body).toMatchObject({ registrationId, fees: [], paid: [], heldUntil: null })
})

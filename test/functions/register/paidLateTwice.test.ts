// own: what lapses is looked for in the whole table.
import { expect, it } from 'vitest'
import { handler as lapse } from '#functions/register/lapsedHandler.ts'
import { fees } from '#functions/table/fees.ts'
import { write } from '#functions/table/table.ts'
import { between } from '../between.ts'
import { call } from '../call.ts'
import { stamp } from '../club.ts'
import { club, ofCount, somebody } from './limiting.ts'
import { chargedTo, hear, online, paidOnline } from './placeLimits.ts'
import { aRegistration, entryOf, fillIn, sendOff } from './registering.ts'

it('a late payment that two workers hear of at once buys the last place once, and does not go back', async () => {
  const as = await somebody()
  const registrationId = await aRegistration(club, { registration: { places: 1, ...online } })
  const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora')
  await sendOff(as, [id], 10_000, { payBy: 'ONLINE' })
  const body = { registrationPlayerIds: [id] }
  await call('POST /rest-api/register/{registrationId}/payment-intent', { as, registrationId, body })
  const playerFeeId = (await chargedTo(id))[0]?.playerFeeId ?? ''
  await write(stamp, fees.change({ playerFeeId }, { set: { paying: 'payment-1' } }))
  await lapse({ time: '2026-11-21T18:16:00Z' })
  expect((await entryOf(id))?.state).toBe('cancelled')
  await paidOnline(playerFeeId)
  const heard = () => hear(playerFeeId)
  // The second one is done when the first has read that the place is free, and has not taken it.
  await between('TransactWriteCommand', heard, heard)
  const charged = (await chargedTo(id)).map(({ amount, paid, state }) => [amount, paid, state])
  expect({ state: (await entryOf(id))?.state, taken: await ofCount(registrationId), charged }).toEqual({
    state: 'registered',
    taken: 1,
    charged: [[10_000, 10_000, 'open']],
  })
})

// own: what lapses is looked for in the whole table.
import { expect, it } from 'vitest'
import { handler as lapse } from '#functions/register/lapsedHandler.ts'
import { between } from '../between.ts'
import { ofCount } from './limiting.ts'
import { beingPaid, chargedTo, hear, paidOnline } from './placeLimits.ts'
import { entryOf } from './registering.ts'

it('a late payment that two workers hear of at once buys the last place once, and does not go back', async () => {
  const { registrationId, id, playerFeeId } = await beingPaid()
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

import { expect, it } from 'vitest'
import { gather } from '#functions/privacy/gather.ts'
import { aClub } from '../club.ts'
import { aParent, aRegistration, fillIn, deliverEntry, finalize } from '../register/registering.ts'

const copied = async (userId: string) => {
  const found = await gather(userId, async () => {})
  return [found['Registration entry'] ?? [], found['Registration draft'] ?? []]
}

it('a copy includes registrations of children who are not players of the club: on the waiting list, or not sent yet', async () => {
  const club = await aClub()
  const as = await aParent(club, 'waits')
  const registrationId = await aRegistration(club, { registration: { places: 0, waitingList: true } })
  const { registrationPlayerId } = await fillIn(as, registrationId, 'Nora')
  expect((await finalize(as, [registrationPlayerId], 10_000, { wait: true })).status).toBe(200)
  await fillIn(as, registrationId, 'Otto')
  expect(await copied(as)).toMatchObject([[{ firstName: 'Nora', state: 'waiting' }], [{ firstName: 'Otto' }]])
})

it('a copy includes the registration of a player once', async () => {
  const club = await aClub()
  const as = await aParent(club, 'registers')
  const registrationId = await aRegistration(club)
  const { registrationPlayerId } = await fillIn(as, registrationId, 'Nora')
  await finalize(as, [registrationPlayerId], 10_000)
  await deliverEntry(registrationPlayerId)
  expect(await copied(as)).toMatchObject([[{ firstName: 'Nora', state: 'registered' }], []])
})

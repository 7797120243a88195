import { expect, it } from 'vitest'
import { organizations } from '#functions/table/organizations.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, stamp } from '../club.ts'
import { aParent, aRegistration, fillIn, sendOff } from './registering.ts'

it('is closed to families where the club has registration no more', async () => {
  const club = await aClub()
  const as = await aParent(club, 'rosa')
  const registrationId = await aRegistration(club)
  const { registrationPlayerId } = await fillIn(as, registrationId, 'Nora')
  const set = { customRegistrationEnabled: false }
  await write(stamp, organizations.change({ organizationId: club.organizationId }, { set }))
  const open = await call('GET /rest-api/register/{registrationId}/open', { as: undefined, registrationId, query: {} })
  expect(open.body.status).toBe('CLOSED')
  expect((await sendOff(as, [registrationPlayerId], 10_000)).refusal.code).toBe('registration_closed')
})

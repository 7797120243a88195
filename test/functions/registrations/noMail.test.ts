import { expect, it } from 'vitest'
import { organizations } from '#functions/table/organizations.ts'
import { suppressedAddresses } from '#functions/table/suppressedAddresses.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, newPart, stamp } from '../club.ts'

it('says which of the addresses take no mail, when they are invited and on the list', async () => {
  const { organizationId, falcons, user } = await aClub()
  await write(stamp, organizations.change({ organizationId }, { set: { customRegistrationEnabled: true } }))
  const as = user('admin')
  const registrationId = `${falcons.teamId}.${newPart('r')}`
  const draft = { registrationId, registrationType: 'TEAM' as const, orgUnitId: falcons.teamId }
  await call('POST /rest-api/registration/create', { as, body: draft })
  const gone = `gone-${registrationId}@family.example`.toLowerCase()
  await write(stamp, suppressedAddresses.create({ email: gone, because: 'bounced', since: stamp.at }))
  const people = [gone.toUpperCase(), 'here@family.example'].map((email) => ({ email }))
  const invited = await call('POST /rest-api/registration/invitations/{registrationId}', {
    ...{ as, registrationId, body: { people } },
  })
  expect(invited.body).toEqual({ invited: 2, already: [], noMail: [gone] })
  const { body } = await call('GET /rest-api/registration/invitations/{registrationId}/emails', {
    ...{ as, registrationId, query: {} },
  })
  expect(body.emails.map(({ email, noMail = false }) => [email, noMail])).toEqual([
    [gone, true],
    ['here@family.example', false],
  ])
})

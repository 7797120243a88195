import { expect, it } from 'vitest'
import { handler as invited } from '#functions/registrations/invitedHandler.ts'
import { organizations } from '#functions/table/organizations.ts'
import { registrations } from '#functions/table/registrations.ts'
import { suppressedAddresses } from '#functions/table/suppressedAddresses.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, newPart, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'

it('suppressed addresses are reported once they are mailed, but not for a draft', async () => {
  const { organizationId, falcons, user } = await aClub()
  await write(stamp, organizations.change({ organizationId }, { set: { customRegistrationEnabled: true } }))
  const as = user('admin')
  const registrationId = `${falcons.teamId}.${newPart('r')}`
  const draft = { registrationId, registrationType: 'TEAM' as const, orgUnitId: falcons.teamId }
  await call('POST /rest-api/registration/create', { as, body: draft })
  const ofFamily = (name: string) => `${name}-${registrationId}@family.example`.toLowerCase()
  const [gone, away] = [ofFamily('gone'), ofFamily('away')]
  await write(
    stamp,
    ...[gone, away].map((email) => suppressedAddresses.create({ email, because: 'bounced', since: stamp.at })),
  )
  const invite = async (...emails: string[]) => {
    const body = { people: emails.map((email) => ({ email })) }
    return (await call('POST /rest-api/registration/invitations/{registrationId}', { as, registrationId, body })).body
  }
  const listed = async () => {
    const LIST = 'GET /rest-api/registration/invitations/{registrationId}/emails'
    const { body } = await call(LIST, { as, registrationId, query: {} })
    return body.emails.map(({ email, noMail = false }) => [email, noMail])
  }
  const here = 'here@family.example'
  expect(await invite(gone.toUpperCase(), here)).toEqual({ invited: 2, already: [], noMail: [] })
  expect(await listed()).toEqual([
    [gone, false],
    [here, false],
  ])
  await write(stamp, registrations.change({ registrationId }, { set: { state: 'launched' } }))
  await deliverTo(invited, { ...registrations.key({ registrationId }), kind: 'Registration' })
  expect(await invite(away)).toEqual({ invited: 1, already: [], noMail: [away] })
  expect(await listed()).toEqual([
    [away, false],
    [gone, true],
    [here, false],
  ])
})

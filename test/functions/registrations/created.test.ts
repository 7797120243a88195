import { expect, it } from 'vitest'
import { organizations } from '#functions/table/organizations.ts'
import { registrations } from '#functions/table/registrations.ts'
import { write } from '#functions/table/table.ts'
import { teams } from '#functions/table/teams.ts'
import { orgUnitOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'

const change = ({ organizationId }: Club, set: { customRegistrationEnabled?: boolean; country?: string }) =>
  write(stamp, organizations.change({ organizationId }, { set }))
async function aClubWithRegistration() {
  const club = await aClub()
  await change(club, { customRegistrationEnabled: true })
  const { teamId: orgUnitId } = club.falcons
  const as = club.user('admin')
  const create = async () => {
    const body = { registrationType: 'TEAM' as const, orgUnitId }
    return (await call('POST /rest-api/registration/create', { as, body })).body.registrationId
  }
  return { club, as, orgUnitId, create }
}

it('creating without an id generates a new id each time', async () => {
  const { as, orgUnitId, create } = await aClubWithRegistration()
  const made = [await create(), await create()]
  expect(made.map(orgUnitOf)).toEqual([orgUnitId, orgUnitId])
  const { body } = await call('GET /rest-api/registration/list/{orgUnitId}', { as, orgUnitId, query: {} })
  expect(body.registrations.map(({ registrationId }) => registrationId).toSorted()).toEqual(made.toSorted())
  expect(new Set(made).size).toBe(2)
})

it('the details include the club’s country', async () => {
  const { club, as, create } = await aClubWithRegistration()
  const registrationId = await create()
  const country = async () =>
    (await call('GET /rest-api/registration/step-details/{registrationId}', { as, registrationId })).body.organization
      .country
  expect(await country()).toBe('')
  await change(club, { country: 'US' })
  expect(await country()).toBe('US')
})

it('a registration is refused for an archived team, unless it was created before', async () => {
  const { club, as, orgUnitId } = await aClubWithRegistration()
  const create = async (registrationId: string) => {
    const body = { registrationType: 'TEAM' as const, orgUnitId, registrationId }
    const { status, refusal } = await call('POST /rest-api/registration/create', { as, body })
    return [status, refusal.code]
  }
  const [before, after] = [`${orgUnitId}.${newPart('r')}`, `${orgUnitId}.${newPart('r')}`]
  expect((await create(before))[0]).toBe(200)
  await teams.archive(stamp, club.falcons)
  expect(await create(after)).toEqual([412, 'team_archived'])
  expect(await registrations.get({ registrationId: after }, { consistent: true })).toBeUndefined()
  expect((await create(before))[0]).toBe(200)
})

it('creating again with the same id is accepted with the same type only', async () => {
  const { as, orgUnitId } = await aClubWithRegistration()
  const registrationId = `${orgUnitId}.${newPart('r')}`
  const create = async (registrationType: 'TEAM' | 'EVENT') => {
    const body = { registrationType, orgUnitId, registrationId }
    const { status, refusal } = await call('POST /rest-api/registration/create', { as, body })
    return status === 200 ? 'created' : refusal.code
  }
  expect([await create('TEAM'), await create('TEAM'), await create('EVENT')]).toEqual([
    'created',
    'created',
    'saved_before',
  ])
  expect((await registrations.get({ registrationId }, { consistent: true }))?.registrationType).toBe('TEAM')
})

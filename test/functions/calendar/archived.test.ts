import { expect, it } from 'vitest'
import { events } from '#functions/table/events.ts'
import { call } from '../call.ts'
import { aClub, newPart } from '../club.ts'
import { rule } from './aSeries.ts'
import { aNewEvent, written } from './planning.ts'

it('takes no new event into a team that is archived: no single one, no series, no copy', async () => {
  const club = await aClub()
  const { teamId } = club.falcons
  const as = club.user('admin')
  const create = (orgUnitId: string, changes = {}) =>
    call('POST /rest-api/calendar/events/{orgUnitId}', { as, orgUnitId, body: aNewEvent(orgUnitId, changes) })
  const { eventId } = aNewEvent(teamId)
  expect((await create(teamId, { eventId })).status).toBe(200)
  await call('POST /o/{orgUnitId}/archive', { as, orgUnitId: teamId })
  const [newEventId, start] = [`${teamId}.${newPart('e')}`, '2026-12-01T23:30:00Z']
  const answers = [
    await create(teamId),
    await call('POST /rest-api/calendar/series/{orgUnitId}', {
      as,
      orgUnitId: teamId,
      body: { ...written, part: newPart('s'), invite: 'nobody', repeat: rule },
    }),
    await call('POST /api/v1/cloneEvent/{eventId}', { as, eventId, body: { newEventId, start } }),
    await call('POST /apiV1/cloneEventToTeams/', { as, body: { eventId, teamIds: [teamId] } }),
  ]
  expect(answers.map(({ status, refusal }) => [status, refusal?.code])).toEqual(
    answers.map(() => [412, 'team_archived']),
  )
  expect(await events.get({ eventId: newEventId }, { consistent: true })).toBeUndefined()
  const said = async () => (await call('GET /rest-api/organization/venues/{orgUnitId}', { as, orgUnitId: teamId })).body
  expect((await said()).archived).toBe(true)
  await call('POST /o/{orgUnitId}/unarchive', { as, orgUnitId: teamId })
  expect((await said()).archived).toBeUndefined()
  expect((await create(teamId)).status).toBe(200)
})

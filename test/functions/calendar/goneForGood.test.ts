import { expect, it } from 'vitest'
import { events } from '#functions/table/events.ts'
import { call } from '../call.ts'
import { aClub } from '../club.ts'

it('an event deleted thirty days ago is no longer listed nor restorable, even while its row exists', async () => {
  const club = await aClub()
  const { eventId } = club.game
  const as = club.user('coach')
  const restore = (now: string) =>
    call('POST /rest-api/calendar/event/{eventId}/restore', { as, eventId, query: {}, now })
  const listed = async (now: string) =>
    (await call('GET /rest-api/calendar/deleted/{orgUnitId}', { as, orgUnitId: club.falcons.teamId, now })).body.events
  await call('GET /api/v1/deleteEvent/{eventId}', { as, eventId, query: {}, now: '2026-11-01T12:00:00.000Z' })
  const [before, after] = ['2026-12-01T11:59:00.000Z', '2026-12-01T12:01:00.000Z']
  expect((await listed(before)).map(({ id }) => id)).toEqual([eventId])
  expect(await listed(after)).toEqual([])
  expect((await restore(after)).status).toBe(404)
  expect((await events.get(club.game, { consistent: true }))?.deletedAt).toBeDefined()
  expect((await restore(before)).status).toBe(200)
})

import { expect, it } from 'vitest'
import { call } from '../call.ts'
import { aClub } from '../club.ts'

const CHANGE = 'PUT /rest-api/teams/team/{teamId}'
const READ = 'GET /api/v1/team/{teamId}'

it('rejects a change of a team based on stale values, and accepts a retry', async () => {
  const club = await aClub()
  const { teamId } = club.falcons
  const as = club.user('admin')
  const read = async () => {
    const { name, sport, season, color, isRosterVisible } = (await call(READ, { as, teamId })).body
    return { name, sport: sport.name as 'Soccer', season, color, isRosterVisible }
  }
  const seen = await read()
  const hidden = { ...seen, isRosterVisible: !seen.isRosterVisible }
  const save = (body: typeof seen, before?: typeof seen) =>
    call(CHANGE, { as, teamId, body: { ...body, ...(before && { before }) } })
  expect((await save(hidden, seen)).status).toBe(200)
  expect((await save({ ...seen, color: '#13693a' }, seen)).refusal.code).toBe('conflict')
  expect(await read()).toEqual(hidden)
  // Repeated after a lost response.
  expect((await save(hidden, seen)).status).toBe(200)
  expect((await save({ ...hidden, color: '#13693a' }, hidden)).status).toBe(200)
  expect(await read()).toEqual({ ...hidden, color: '#13693a' })
  // Callers that do not send what they have seen overwrite.
  expect((await save(seen)).status).toBe(200)
  expect(await read()).toEqual(seen)
})

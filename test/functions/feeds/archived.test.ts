import { expect, it } from 'vitest'
import { teams } from '#functions/table/teams.ts'
import { call } from '../call.ts'
import { aClub, stamp } from '../club.ts'
import { aFeedId, changed, eventsIn, fetched, phone } from './feeding.ts'

it('a club’s calendar calls off what a team had before it once that is archived, and has it again with the team', async () => {
  const club = await aClub()
  const input = { as: club.user('admin'), orgId: club.organizationId, body: { ...phone, feedId: aFeedId() } }
  const { path } = (await call('POST /rest-api/feeds/organization/{orgId}', input)).body
  const shown = async () => eventsIn((await fetched(path)).text).map(({ status }) => status)
  expect(await shown()).toEqual(['CONFIRMED'])
  for (const [turn, status] of [[teams.archive, 'CANCELLED'] as const, [teams.unarchive, 'CONFIRMED'] as const]) {
    await turn(stamp, club.falcons)
    await changed('Team', teams.key(club.falcons))
    expect(await shown()).toEqual([status])
  }
})

import { expect, it } from 'vitest'
import { myOrganizations } from '#functions/table/me.ts'
import { sessions } from '#functions/table/sessions.ts'
import { update, write } from '#functions/table/table.ts'
import { aClub, stamp } from '../club.ts'
import { aTeamLink, deliverChange, fetchFeed } from './feedLinks.ts'

it('an administrator’s calendar link stops working while the club requires a second factor that they lack', async () => {
  const club = await aClub()
  const userId = club.user('admin')
  const path = await aTeamLink(userId, club.falcons.teamId)
  const ofCoach = await aTeamLink(club.user('coach'), club.falcons.teamId)
  const mine = { userId, organizationId: club.organizationId }
  await update(stamp, myOrganizations.change(mine, { set: { adminSecondFactor: true } }))
  await deliverChange('My organization', myOrganizations.key(mine))
  expect([(await fetchFeed(path)).status, (await fetchFeed(ofCoach)).status]).toEqual([404, 200])
  await write(stamp, sessions.upsert({ userId }, { set: { secondFactorSince: stamp.at } }))
  await deliverChange('Session', sessions.key({ userId }))
  expect((await fetchFeed(path)).status).toBe(200)
})

import { expect, it } from 'vitest'
import { feeds } from '#functions/table/feeds.ts'
import { invites } from '#functions/table/invites.ts'
import { ownPlayers } from '#functions/table/me.ts'
import { inviteOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { stamp } from '../club.ts'
import { mergeId, miaTwice, sendMerge, undoMerge } from '../teams/merging.ts'
import { aFeedId, deliverChange, eventsIn, fetchFeed, phone } from './feedLinks.ts'

it('the calendar link of a player who was merged shows the kept one, as it is, until that is undone', async () => {
  const { club, twin, mia, scrimmage } = await miaTwice()
  const [as, feedId, id] = [club.user('fan'), aFeedId(), mergeId()]
  const link = async (playerId: string) =>
    (await call('POST /rest-api/feeds/player/{playerId}', { as, playerId, body: { ...phone, feedId } })).body.path
  const [path, listed] = [
    await link(twin),
    async () => (await call('GET /rest-api/feeds', { as })).body.feeds.map(({ about, name }) => [about, name]),
  ]
  const shown = async (from: string) =>
    eventsIn((await fetchFeed(from)).text).find(({ uid }) => uid.startsWith(scrimmage.eventId))?.description
  expect(await shown(path)).toContain('Mía: Yes')

  await sendMerge(club, id, mia, twin)
  await deliverChange('Own player', ownPlayers.key({ userId: as, playerId: twin }))
  expect(await shown(path)).toContain('Mia: Yes')
  expect(await listed()).toEqual([[mia, 'Mia Moreno']])
  // No change of the kept player marks it as stale.
  await invites.answer(stamp, { inviteId: inviteOf(scrimmage.eventId, mia), status: 'Declined' })
  expect(await shown(path)).toContain('Mia: No')
  expect((await feeds.get({ feedId }))?.state).toBe('stale')
  const renewed = await link(mia)
  expect([(await fetchFeed(path)).status, await shown(renewed)]).toEqual([404, expect.stringContaining('Mia: No')])

  expect((await undoMerge(club, id)).status).toBe(200)
  expect(await shown(renewed)).toContain('Mía: No')
  expect(await listed()).toEqual([[twin, 'Mía Moreno']])
})

import { describe, expect, it } from 'vitest'
import { feedDocuments, feeds } from '#functions/table/feeds.ts'
import { sessions } from '#functions/table/sessions.ts'
import { families } from '#functions/table/players.ts'
import { write } from '#functions/table/table.ts'
import { aClub, stamp } from '../club.ts'
import { call } from '../call.ts'
import { aFamilyLink, aFeedId, aTeamLink, fetchFeed, phone } from './feedLinks.ts'

describe('a calendar link', () => {
  it('is stored as a hash, and returns 404 when wrong, replaced, deleted, or its owner is disabled', async () => {
    const club = await aClub()
    const as = club.user('parent')
    const feedId = aFeedId()
    const path = await aFamilyLink(as, feedId)
    const secret = path.split('.')[1] ?? ''
    expect(JSON.stringify(await feeds.get({ feedId }))).not.toContain(secret)
    const wrong = path.replace(
      secret,
      secret.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
    )
    expect((await fetchFeed(wrong)).status).toBe(404)
    expect((await fetchFeed(path.replace(feedId, aFeedId()))).status).toBe(404)

    const second = await aFamilyLink(as, feedId)
    expect([(await fetchFeed(path)).status, (await fetchFeed(second)).status]).toEqual([404, 200])
    await write(stamp, sessions.upsert({ userId: as }, { set: { disabled: true } }))
    expect((await fetchFeed(second)).status).toBe(404)
    await write(stamp, sessions.upsert({ userId: as }, { set: { disabled: undefined } }))

    expect((await call('DELETE /rest-api/feeds/{feedId}', { as: club.user('coach'), feedId })).status).toBe(404)
    expect((await fetchFeed(second)).status).toBe(200)
    for (const status of [200, 404])
      expect((await call('DELETE /rest-api/feeds/{feedId}', { as, feedId })).status).toBe(status)
    expect((await fetchFeed(second)).status).toBe(404)
    expect(await feedDocuments.get({ feedId })).toBeUndefined()
  })

  it('is listed only for its owner, with its subject and the day of the last fetch', async () => {
    const club = await aClub()
    const feedId = aFeedId()
    const path = await aTeamLink(club.user('parent'), club.falcons.teamId, feedId)
    const list = async (name: string) => (await call('GET /rest-api/feeds', { as: club.user(name) })).body.feeds
    const shown = { scope: 'team', about: club.falcons.teamId, name: 'Falcons' }
    const line = { feedId, ...shown, label: 'Phone', madeAt: '2026-11-21T18:00:00.000Z' }
    expect(await list('parent')).toEqual([{ ...line, fetchedOn: null }])
    await fetchFeed(path)
    expect(await list('parent')).toEqual([{ ...line, fetchedOn: '2026-11-21' }])
    expect(await list('parent2')).toEqual([])
    // A user who no longer has family there keeps the link, but it shows nothing, not even a name.
    await write(stamp, ...families.leave({ ...club.mia, userId: club.user('parent'), relation: 'own' }))
    expect(await list('parent')).toMatchObject([{ feedId, name: null }])
  })

  it('cannot be replaced by another user or for another subject', async () => {
    const club = await aClub()
    const feedId = aFeedId()
    await aFamilyLink(club.user('parent'), feedId)
    await expect(aFamilyLink(club.user('parent2'), feedId)).rejects.toThrow('404')
    await expect(aTeamLink(club.user('parent'), club.falcons.teamId, feedId)).rejects.toThrow('404')
  })

  it('is limited to thirty per user', async () => {
    const club = await aClub()
    const userId = club.user('parent')
    const made = { userId, about: userId, scope: 'family', label: 'Phone', language: 'en', state: 'stale' } as const
    const most = Array.from({ length: 29 }, () => ({ ...made, feedId: aFeedId(), secretHash: 'x', madeAt: stamp.at }))
    await write(stamp, ...most.map((feed) => feeds.create(feed)))
    await aFamilyLink(userId)
    const body = { ...phone, feedId: aFeedId() }
    const { refusal } = await call('POST /rest-api/feeds/family', { as: userId, body })
    expect(refusal.code).toBe('too_many_feeds')
  })
})

import { describe, expect, it } from 'vitest'
import { lastPart, organizationOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { aClub } from '../club.ts'

const ITEM = 'GET /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}'
const SAVE = 'PUT /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}'
const TAG = 'PUT /rest-api/academy/storage/tag'
const TAGS = 'GET /rest-api/academy/storage/tag'

it('tags are listed for the given club, or all of the user’s clubs, and never for another club', async () => {
  const [club, other] = [await aClub(), await aClub()]
  for (const { organizationId, user } of [club, other]) {
    const make = (tag: string) => call(TAG, { as: user('admin'), body: { organizationId, tag } })
    await Promise.all([make('Defense'), make('Attack')])
  }
  const tags = async (as: string, query: { organizationId?: string; filter?: string }) => {
    const { status, body } = await call(TAGS, { as, query })
    return status === 200 ? body.tags.map(({ id, tag }) => [organizationOf(id), tag]) : status
  }
  const { organizationId } = club
  const own = [[organizationId, 'Defense']]
  for (const name of ['admin', 'coach', 'parent']) {
    expect(await tags(club.user(name), { filter: 'def' })).toEqual(own)
    expect(await tags(club.user(name), { filter: 'def', organizationId })).toEqual(own)
    expect(await tags(club.user(name), { organizationId: other.organizationId })).toBe(403)
  }
  expect(await tags(club.user('stranger'), {})).toEqual([])
})

describe('a tag', () => {
  const tagged = async () => {
    const club = await aClub()
    const { organizationId, organizationId: orgId, user } = club
    const put = (name: string, body: { tag: string; id?: string; part?: string }) =>
      call(TAG, { as: user(name), body: { organizationId, ...body } })
    const link = { type: 'LINK' as const, name: 'Set pieces', hyperLink: 'https://video.example/secret' }
    const added = await call('POST /rest-api/academy/storage/organization', {
      as: user('coach'),
      body: { organizationId, ...link },
    })
    const storageItemId = added.body.id
    const { body: made } = await put('coach', { tag: 'Defense' })
    await call(SAVE, { as: user('coach'), orgId, storageItemId, body: { tags: [made.id] } })
    const shown = async () =>
      (await call(ITEM, { as: user('coach'), orgId, storageItemId })).body.tagTexts.map(({ tag }) => tag)
    return { club, put, id: made.id, shown }
  }
  it('can be renamed by administrators but not by coaches, uniquely, and on all items', async () => {
    const { put, id, shown } = await tagged()
    expect((await put('coach', { id, tag: 'Defence' })).status).toBe(403)
    expect(await shown()).toEqual(['Defense'])
    expect((await put('admin', { id, tag: 'Defence' })).body).toEqual({ id, tag: 'Defence' })
    expect(await shown()).toEqual(['Defence'])
    await put('coach', { tag: 'Attack' })
    const same = await put('admin', { id, tag: 'attack' })
    expect([same.status, same.refusal.faults?.map(({ at, code }) => [at, code])]).toEqual([400, [['tag', 'twice']]])
    expect(await shown()).toEqual(['Defence'])
  })
  it('that was deleted is back on its items when it is created again with the same id', async () => {
    const { club, put, id, shown } = await tagged()
    await call('DELETE /rest-api/academy/storage/tag/{storageTagId}', { as: club.user('admin'), storageTagId: id })
    expect(await shown()).toEqual([])
    expect((await put('admin', { tag: 'Defense', part: lastPart(id) })).body).toEqual({ id, tag: 'Defense' })
    expect(await shown()).toEqual(['Defense'])
  })
})

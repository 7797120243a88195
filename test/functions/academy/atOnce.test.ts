import { afterEach, describe, expect, it, vi } from 'vitest'
import { libraryUsage } from '#functions/table/libraries.ts'
import { storageTags } from '#functions/table/storageItems.ts'
import { write } from '#functions/table/table.ts'
import { interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'

/** Library tags under the worst races; and with a guard removed, these checks detect it. */
afterEach(() => {
  vi.restoreAllMocks()
})

const put = ({ organizationId, user }: Club, tag: string, id?: string) =>
  call('PUT /rest-api/academy/storage/tag', {
    as: user('admin'),
    body: { organizationId, tag, ...(id === undefined ? { part: newPart('k') } : { id }) },
  })
const words = async ({ organizationId }: Club) => (await storageTags.of(organizationId)).map(({ tag }) => tag)
const isThere = async (club: Club, word: string) => (await words(club)).filter((tag) => tag === word).length

/** Removes the condition that no tag was changed meanwhile. */
const unguarded = () =>
  vi.spyOn(libraryUsage, 'touchAsRead').mockImplementation((organizationId) => libraryUsage.touch(organizationId))

describe('the limit of 300 tags', () => {
  async function twoMore() {
    const club = await aClub()
    const { organizationId } = club
    for (let i = 0; i < 299; i += 50) {
      const some = Array.from({ length: Math.min(50, 299 - i) }, (_, j) => `Tag ${i + j}`)
      const tags = some.map((tag) => storageTags.create({ storageTagId: `${organizationId}.${newPart('k')}`, tag }))
      await write(stamp, ...tags)
    }
    const other = () => put(club, 'Attack')
    const one = await interleave('TransactWriteCommand', other, () => put(club, 'Defense'))
    return { said: one.status === 200 ? 'made' : one.refusal.code, count: (await words(club)).length }
  }

  it('holds for two tags created concurrently', async () => {
    expect(await twoMore()).toEqual({ said: 'library_full', count: 300 })
  })

  it('fails without the guard on the library’s version', async () => {
    unguarded()
    expect((await twoMore()).count).toBe(301)
  })
})

describe('tag names', () => {
  async function madeTwice() {
    const club = await aClub()
    const other = { id: '' }
    const meanwhile = async () => (other.id = (await put(club, 'Defense')).body.id)
    const one = await interleave('TransactWriteCommand', meanwhile, () => put(club, 'Defense'))
    return { isOne: one.body.id === other.id, count: await isThere(club, 'Defense') }
  }
  async function renamedToo() {
    const club = await aClub()
    const { id } = (await put(club, 'Attack')).body
    const other = () => put(club, 'Defense')
    const one = await interleave('TransactWriteCommand', other, () => put(club, 'Defense', id))
    return { status: one.status, count: await isThere(club, 'Defense') }
  }

  it('stay unique when tags are created or renamed concurrently', async () => {
    expect(await madeTwice()).toEqual({ isOne: true, count: 1 })
    expect(await renamedToo()).toEqual({ status: 400, count: 1 })
  })

  it('are duplicated without the guard on the library’s version', async () => {
    unguarded()
    expect([(await madeTwice()).count, (await renamedToo()).count]).toEqual([2, 2])
  })
})

it('a stale update of an item is rejected, and tags others have added stay', async () => {
  const club = await aClub()
  const { organizationId, user } = club
  const ids = await Promise.all(['Attack', 'Defense'].map(async (tag) => (await put(club, tag)).body.id))
  const link = { organizationId, type: 'LINK' as const, name: 'Laws', hyperLink: 'https://laws.example/' }
  const made = await call('POST /rest-api/academy/storage/organization', { as: user('coach'), body: link })
  const about = { orgId: organizationId, storageItemId: made.body.id }
  const ITEM = 'GET /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}'
  const seen = async () => {
    const { name, description, hyperLink, tags } = (await call(ITEM, { as: user('coach'), ...about })).body
    return { name, description, hyperLink, tags }
  }
  const before = await seen()
  const save = async (as: string, changes: object, upon = before) => {
    const SAVE = 'PUT /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}'
    const { status, refusal } = await call(SAVE, {
      as: user(as),
      ...about,
      body: { ...upon, ...changes, before: upon },
    })
    return status === 200 ? 'saved' : refusal.code
  }
  const first = { tags: ids.slice(0, 1) }
  expect([await save('admin', first), await save('admin', first)]).toEqual(['saved', 'saved'])
  expect(await save('coach', { tags: ids.slice(1) })).toBe('conflict')
  expect(await save('coach', { description: 'All of them' })).toBe('conflict')
  expect(await seen()).toEqual({ ...before, ...first })
  expect(await save('coach', { tags: ids }, await seen())).toBe('saved')
  expect((await seen()).tags).toEqual(ids)
})

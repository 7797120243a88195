import type { FakeAnswers } from '../fakeServer.tsx'
import type { AnswerOf } from '#web/api.ts'
import { organizationId, teamId } from '../people.ts'

type Listing = AnswerOf<'GET /rest-api/academy/storage/organization/{orgId}'>
export type Item = Listing['items'][number]
type Detail = AnswerOf<'GET /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}'>

export const itemId = (letter: string) => `${organizationId}.s0000000000${letter}`
export const item = (letter: string, overrides: Partial<Item> = {}): Item => ({
  id: itemId(letter),
  name: 'Drill.pdf',
  type: 'FILE',
  parentId: null,
  organizationId,
  fileMetadata: {
    id: `${organizationId}.f0000000000${letter}`,
    contentType: 'application/pdf',
    size: 1000,
  },
  hyperLink: null,
  tags: [],
  access: 'OWNER',
  movable: true,
  shared: false,
  thumbnailPresignedUrl: null,
  ...overrides,
})
export const folder = (letter: string, name: string): Item =>
  item(letter, { name, type: 'DIRECTORY', fileMetadata: null })
export const listing = (items: Item[]): Listing => ({ folder: null, path: [], items, access: 'OWNER', mayAdd: true })
export const detail = (item: Item, overrides: Partial<Detail> = {}): Detail => ({
  ...item,
  description: '',
  tagTexts: [],
  path: [],
  favorite: false,
  shown: [],
  others: 0,
  allowed: false,
  addedBy: 'Cora Coach',
  addedAt: '2026-11-20T18:00:00Z',
  ...overrides,
})

/** Other requests of the library, answered for a club administrator. */
export const otherAnswers: FakeAnswers = {
  'GET /rest-api/academy/org-admin/level/organization/{orgId}': {
    level: 'OWNER',
    mayAdd: true,
    academyEnabled: true,
    storage: { used: 1000, limit: 5_000_000_000 },
  },
  'GET /rest-api/academy/storage/organization/{orgId}/tree': { folders: [] },
  'GET /rest-api/academy/storage/tag': { tags: [] },
  'GET /rest-api/academy/storage/organization/{orgId}/people': {
    people: [
      { userId: 'user-9', name: 'Tom Treasurer' },
      { userId: 'user-8', name: 'Cora Coach' },
    ],
  },
  'GET /rest-api/academy/storage/share/organization/{orgId}/storage-item/{storageItemId}': {
    admins: [{ userId: 'user-9', name: 'Tom Treasurer', accessType: 'VIEWER', from: null }],
    orgUnits: [{ orgUnitId: teamId, name: 'U12 Falcons', accessType: 'USER', from: null }],
    players: [],
    otherPlayers: 0,
    owners: 2,
  },
}

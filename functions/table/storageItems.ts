import { organizationOf } from '#shared/ids.ts'
import type { StorageType } from '#shared/rules/library.ts'
import { addHours } from '#shared/rules/days.ts'
import { binDays } from '#shared/rules/library.ts'
import type { Task } from '#shared/rules/tasks.ts'
import { by, entity } from './entity.ts'
import { libraryPartition } from './libraries.ts'
import { type User, userPartition } from './profiles.ts'
import { all, startingWith } from './table.ts'

export type StorageItemId = { storageItemId: string }
/**
 * Something in a club's library. `place` is the list that it stands on: that of its folder (its parent's id, or the club's),
 * or the bin's. `parentId` of something in the bin is where it was. A file's bytes are those of the file with its letters;
 * `media` is its type and `amount` its length.
 */
export type StorageItem = StorageItemId & {
  type: StorageType
  name: string
  place: string
  parentId?: string
  description?: string
  hyperLink?: string
  media?: string
  amount?: number
  fileName?: string
  /** There once a small picture of it lies beside its file. */
  state?: 'pictured'
  /** Which players a picture or film shows: the last parts of their ids. */
  note?: string
  /** Ids of tags, without the club's own. */
  tags?: string[]
  /** Who added it, and when. */
  addedBy: string
  addedAt: string
  /** Since when it lies in the bin, and who put it there. */
  deletedAt?: string
  userId?: string
}

const rows = entity<StorageItem, StorageItemId>('Storage item', {
  key: ({ storageItemId }) => ({
    pk: libraryPartition({ organizationId: organizationOf(storageItemId) }),
    sk: `ITEM#${storageItemId}`,
  }),
  gsi1: by(['storageItemId', 'place'], ({ storageItemId, place }) => [place, storageItemId]),
  expires: by(['deletedAt'], ({ deletedAt }) => addHours(deletedAt, 24 * binDays)),
})
/** What a list has of an item. */
export type ListedItem = Pick<
  StorageItem,
  'type' | 'name' | 'media' | 'amount' | 'hyperLink' | 'tags' | 'userId' | 'state' | 'note'
> &
  StorageItemId

export const placeIn = (organizationId: string, parentId: string | undefined) => `IN#${parentId ?? organizationId}`
export const binOf = (organizationId: string) => `BIN#${organizationId}`

export const storageItems = {
  ...rows,
  /** What stands on a list, as it was a moment ago. */
  on: async (place: string): Promise<ListedItem[]> => {
    const found = await all<ListedItem & { gsi1sk: string }>({ index: 'gsi1', pk: place, ...startingWith('o') })
    return found.map(({ gsi1sk, ...row }) => ({ ...row, storageItemId: gsi1sk }))
  },
}

/** What somebody has marked in a library. */
const favoriteRows = entity<StorageItemId, User & StorageItemId>('Favorite', {
  key: ({ storageItemId, ...user }) => ({ pk: userPartition(user), sk: `FAVORITE#${storageItemId}` }),
})
export const favorites = {
  ...favoriteRows,
  of: (user: User, organizationId = '') =>
    all<StorageItemId>({
      pk: userPartition(user),
      ...startingWith(`FAVORITE#${organizationId}`),
      consistent: true,
    }),
}

/** What they have opened last, the newest first. */
export const recentItems = entity<{ ids: string[] }, User>('Recent items', {
  key: (user) => ({ pk: userPartition(user), sk: 'RECENT-ITEMS' }),
})

/** What a form or to-do task asks; `revision` counts how often it was written. */
export const storageTasks = entity<{ task: Task; revision: number }, StorageItemId>('Storage task', {
  key: ({ storageItemId }) => ({
    pk: libraryPartition({ organizationId: organizationOf(storageItemId) }),
    sk: `TASK#${storageItemId}`,
  }),
})

export type StorageTag = { storageTagId: string; tag: string }
const tagRows = entity<StorageTag, { storageTagId: string }>('Storage tag', {
  key: ({ storageTagId }) => ({
    pk: libraryPartition({ organizationId: organizationOf(storageTagId) }),
    sk: `TAG#${storageTagId}`,
  }),
})
export const storageTags = {
  ...tagRows,
  of: (organizationId: string) =>
    all<StorageTag>({ pk: libraryPartition({ organizationId }), ...startingWith('TAG#'), consistent: true }),
}

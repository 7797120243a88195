import { lastPart, organizationOf } from '#shared/ids.ts'
import type { FileType } from '#shared/rules/files.ts'
import type { StorageType } from '#shared/rules/library.ts'
import type { Task } from '#shared/rules/tasks.ts'
import { by, entity } from './entity.ts'
import { libraryPartition } from './libraries.ts'
import { type User, userPartition } from './profiles.ts'
import { all, startingWith } from './table.ts'
import type { Key } from './writes.ts'

export type StorageItemId = { storageItemId: string }
/**
 * Something in a club's library. `place` is the list that contains it: that of its folder (by the parent's id, or the club's), or
 * the bin. In the bin, `parentId` is where it was. A file's bytes are those of the file with the same letters; `media` is its
 * type and `amount` its length.
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
  /** Set once it has a thumbnail beside its file. */
  state?: 'pictured'
  /** The players in a picture or video: the last parts of their ids. */
  note?: string
  /** Ids of tags, without the club's id. */
  tags?: string[]
  /** Who added it, and when. */
  addedBy: string
  addedAt: string
  /** When it was moved to the bin, and by whom. */
  deletedAt?: string
  userId?: string
}

/**
 * A folder of 200 is read in 4 units as long as a row of its list has at most 164 bytes. Each row contains the table's keys. So
 * the item's key omits the club, which the partition contains, and the index has no sort order: lists are sorted where they are
 * shown. Types are abbreviated.
 */
const listSortKey = 'i'
const rows = entity<StorageItem, StorageItemId>('Storage item', {
  key: ({ storageItemId }) => ({
    pk: libraryPartition({ organizationId: organizationOf(storageItemId) }),
    sk: `ITEM#${lastPart(storageItemId)}`,
  }),
  gsi1: by(['place'], ({ place }) => [place, listSortKey]),
})
/** The id of an item from its key. */
export const itemIdOf = ({ pk, sk }: Key): string =>
  `${pk.slice(libraryPartition({ organizationId: '' }).length)}.${sk.slice('ITEM#'.length)}`

/** An item as lists show it. */
export type ListedItem = Pick<
  StorageItem,
  'type' | 'name' | 'media' | 'amount' | 'hyperLink' | 'tags' | 'userId' | 'state' | 'note'
> &
  StorageItemId

export const placeIn = (organizationId: string, parentId: string | undefined) => `IN#${parentId ?? organizationId}`
export const binOf = (organizationId: string) => `BIN#${organizationId}`

const shortTypes: Readonly<Partial<Record<FileType, string>>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
}
const fullTypes = new Map(Object.entries(shortTypes).map(([type, short]) => [short, type]))
type Typed = Pick<StorageItem, 'media'>
const toStored = <Row extends Typed>(row: Row): Row =>
  row.media === undefined ? row : { ...row, media: (shortTypes as Record<string, string>)[row.media] ?? row.media }
const fromStored = <Row extends Typed>(row: Row): Row =>
  row.media === undefined ? row : { ...row, media: fullTypes.get(row.media) ?? row.media }

export const storageItems = {
  ...rows,
  create: (item: StorageItem) => rows.create(toStored(item)),
  createOnce: (item: StorageItem) => rows.createOnce(toStored(item)),
  get: async (...args: Parameters<typeof rows.get>) => {
    const found = await rows.get(...args)
    return found && fromStored(found)
  },
  getMany: async (...args: Parameters<typeof rows.getMany>) =>
    (await rows.getMany(...args)).map((row) => row && fromStored(row)),
  /** The items in a list; eventually consistent. */
  inList: async (place: string): Promise<ListedItem[]> => {
    const found = await all<ListedItem & Key>({ index: 'gsi1', pk: place, from: listSortKey, to: listSortKey })
    return found.map(({ pk, sk, ...row }) => fromStored({ ...row, storageItemId: itemIdOf({ pk, sk }) }))
  },
}

/** A person's favourites in a library. */
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

/** What a person has opened last, newest first. */
export const recentItems = entity<{ ids: string[] }, User>('Recent items', {
  key: (user) => ({ pk: userPartition(user), sk: 'RECENT-ITEMS' }),
})

/** The content of a form or to-do task; `revision` counts its changes. */
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

import * as z from 'zod/mini'
import { fileLimit, fileTypes, thumbnailLimit } from '../../rules/files.ts'
import { maxShown, maxUploads, storageTypes } from '../../rules/library.ts'
import { id, part, rule } from '../fields.ts'
import type { Area } from '../route.ts'
import {
  Description,
  HyperLink,
  ItemIds,
  ItemName,
  Listing,
  listingQuery,
  Shown,
  StorageItem,
  StorageTag,
  TagIds,
} from './fields.ts'

const Shows = z.array(id('player')).check(z.maxLength(maxShown))
/** The content of an item, as read. */
const Seen = z.object({
  name: z.string(),
  description: z.string(),
  hyperLink: z.nullable(z.string()),
  tags: z.array(z.string()),
})

export const storage = {
  'GET /rest-api/academy/storage/organization/{orgId}': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Lists what lies in a folder, or in the library itself; or all that is shared with the caller. Of a team, what is shared with it.',
    early: true,
    query: z.object({ ...listingQuery, teamId: z.optional(id('team')) }),
    returns: Listing,
  },
  'GET /rest-api/academy/storage/organization/{orgId}/player/{playerId}': {
    can: 'member',
    subject: 'path.orgId',
    does: 'The same as a player’s family sees it, to them and to who may know the player: what is shared with the player, their teams and the club.',
    early: true,
    query: z.object(listingQuery),
    returns: Listing,
  },
  'GET /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}': {
    can: 'member',
    subject: 'path.orgId',
    does: 'All about one item: what is written of it, where it lies, who added it.',
    early: true,
    returns: z.extend(StorageItem, {
      description: z.string(),
      tagTexts: z.array(StorageTag),
      path: z.array(z.object({ id: z.string(), name: z.string() })),
      favorite: z.boolean(),
      /** The players that a picture or video shows, as far as the caller may know them; only for users who may edit it. */
      shown: z.array(Shown),
      /** How many more players it shows; only for users who may edit it. */
      others: z.int(),
      /**
       * Whether the families of all players shown, known to the caller or not, allow it to be shown to the club; only for users
       * who may edit it.
       */
      allowed: z.boolean(),
      /** Who added it, and when; null for users who may not know. */
      addedBy: z.nullable(z.string()),
      addedAt: z.string(),
    }),
  },
  'POST /rest-api/academy/storage/organization': {
    can: 'member',
    subject: 'body.organizationId',
    does: 'Adds a folder, link, form or to-do task, or a file that has come. A file’s item has the letters of the file; that of others its maker may choose, so that the same twice is one; added before otherwise, it is refused.',
    body: z.object({
      organizationId: id('organization'),
      type: z.enum(storageTypes),
      name: ItemName,
      parentId: z.optional(z.nullable(id('storageItem'))),
      description: z.optional(z.nullable(Description)),
      fileMetadataId: z.optional(z.nullable(id('file'))),
      hyperLink: z.optional(z.nullable(HyperLink)),
      part: z.optional(part('s')),
    }),
    returns: z.object({ id: z.string() }),
    refuses: ['file_missing', 'file_harmful', 'storage_full', 'library_full', 'conflict', 'too_deep', 'saved_before'],
  },
  'POST /rest-api/academy/file/presigned-url/organization/{orgId}': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Gives a place for each of some files: an address that takes just that file by PUT, for a quarter of an hour. Once there, a file is kept by POST /rest-api/files/{fileId}/keep.',
    body: z
      .array(
        z.object({
          fileName: ItemName,
          contentType: z.enum(fileTypes),
          contentLength: z.int().check(
            z.gte(1),
            rule((size: number) => (size > fileLimit ? 'file_too_large' : undefined), fileLimit),
          ),
        }),
      )
      .check(z.minLength(1), z.maxLength(maxUploads)),
    returns: z.object({
      files: z.array(
        z.object({ fileMetadataId: z.string(), endpoint: z.string(), headers: z.record(z.string(), z.string()) }),
      ),
    }),
    refuses: ['storage_full', 'too_many_requests'],
  },
  'GET /rest-api/academy/file/presigned-url/{fileMetadataId}': {
    can: 'member',
    subject: 'path.fileMetadataId',
    does: 'The address at which the caller can open a file of the library, for a quarter of an hour.',
    early: true,
    returns: z.object({ filePresignedUrl: z.string(), contentType: z.string(), name: z.string() }),
    refuses: ['file_harmful'],
  },
  'PUT /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Changes what an item is called, what is written of it, its tags, and where a link leads. What is left out stays.',
    body: z.object({
      name: z.optional(ItemName),
      description: z.optional(z.nullable(Description)),
      tags: z.optional(TagIds),
      hyperLink: z.optional(z.nullable(HyperLink)),
      /** The players that a picture or video shows: other families see it as far as these players' families allow. */
      shows: z.optional(Shows),
      /**
       * The players shown when the caller began: only those they added or removed are changed. Without it, `shows` replaces the
       * list.
       */
      began: z.optional(z.object({ shows: z.optional(Shows) })),
      /** The item as the caller saw it: refused if someone else has changed it since. */
      before: z.optional(Seen),
    }),
    returns: z.object({ id: z.string() }),
    refuses: ['conflict'],
  },
  'PUT /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}/thumbnail': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Gives a picture or a film of the library the small picture that lists show of it, a JPEG in base64.',
    body: z.object({
      jpeg: z.string().check(z.regex(/^[\w+/]+={0,2}$/), z.maxLength(Math.ceil(thumbnailLimit / 3) * 4)),
    }),
    returns: z.object({}),
    refuses: ['wrong_file'],
  },
  'POST /rest-api/academy/storage/organization/{orgId}/move': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Puts items into another folder, or into the library itself: all of them, or none.',
    body: z.object({ ids: ItemIds, parentId: z.nullable(id('storageItem')) }),
    returns: z.object({
      moved: z.int(),
      /** The requests that would move the items back, as far as the caller may. */
      back: z.array(z.object({ ids: z.array(z.string()), parentId: z.nullable(z.string()) })),
    }),
    refuses: ['conflict', 'into_itself'],
  },
  'DELETE /rest-api/academy/storage/organization/{orgId}/storage-item': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Puts items into the bin, with all that lies in them. They can be brought back for 30 days.',
    /** Their ids, as a list or under that name. */
    body: z.union([ItemIds, z.object({ ids: ItemIds })]),
    returns: z.object({ deleted: z.int() }),
    refuses: ['conflict'],
  },
} as const satisfies Area

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

const ShownPlayerIds = z.array(id('player')).check(z.maxLength(maxShown))
/** The content of an item, as read. */
const StorageView = z.object({
  name: z.string(),
  description: z.string(),
  hyperLink: z.nullable(z.string()),
  tags: z.array(z.string()),
})

export const storage = {
  'GET /rest-api/academy/storage/organization/{orgId}': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Lists the items of a folder, of the top level, or all items that are shared with the caller; with `teamId`, those shared with that team.',
    early: true,
    query: z.object({ ...listingQuery, teamId: z.optional(id('team')) }),
    returns: Listing,
  },
  'GET /rest-api/academy/storage/organization/{orgId}/player/{playerId}': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Lists the items as a player’s family sees them: those shared with the player, their teams, and the club. Administrators and coaches get only those that they can open themselves.',
    early: true,
    query: z.object(listingQuery),
    returns: Listing,
  },
  'GET /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Returns an item with its description, tags, folders, and who added it.',
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
    does: 'Adds a folder, link, form, to-do list, or uploaded file. Repeating the call for the same file, or with the same `part`, has no effect; repeating it with other data is refused.',
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
    does: 'Returns a URL for uploading each of the given files by PUT, valid for 15 minutes. An uploaded file is then kept by POST /rest-api/files/{fileId}/keep.',
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
    does: 'Returns a URL for opening a file of the library, valid for 15 minutes.',
    early: true,
    returns: z.object({ filePresignedUrl: z.string(), contentType: z.string(), name: z.string() }),
    refuses: ['file_harmful'],
  },
  'PUT /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Updates the name, description, tags, link, or shown players of an item. Omitted fields are unchanged.',
    body: z.object({
      name: z.optional(ItemName),
      description: z.optional(z.nullable(Description)),
      tags: z.optional(TagIds),
      hyperLink: z.optional(z.nullable(HyperLink)),
      /** The players that a picture or video shows: other families see it as far as these players' families allow. */
      shows: z.optional(ShownPlayerIds),
      /**
       * The players shown when the caller began: only those they added or removed are changed. Without it, `shows` replaces the
       * list.
       */
      began: z.optional(z.object({ shows: z.optional(ShownPlayerIds) })),
      /** The item as the caller saw it: refused if someone else has changed it since. */
      before: z.optional(StorageView),
    }),
    returns: z.object({ id: z.string() }),
    refuses: ['conflict'],
  },
  'PUT /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}/thumbnail': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Sets the thumbnail of a picture or video: a JPEG in base64.',
    body: z.object({
      jpeg: z.string().check(z.regex(/^[\w+/]+={0,2}$/), z.maxLength(Math.ceil(thumbnailLimit / 3) * 4)),
    }),
    returns: z.object({}),
    refuses: ['wrong_file'],
  },
  'POST /rest-api/academy/storage/organization/{orgId}/move': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Moves items to another folder or to the top level: all of them or none.',
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
    does: 'Moves items with their contents to the bin. They can be restored for 30 days.',
    /** Their ids, as a list or under that name. */
    body: z.union([ItemIds, z.object({ ids: ItemIds })]),
    returns: z.object({ deleted: z.int() }),
    refuses: ['conflict'],
  },
} as const satisfies Area

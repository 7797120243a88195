import * as z from 'zod/mini'
import { id, part } from '../fields.ts'
import type { Area } from '../route.ts'
import { StorageTag, TagText } from './fields.ts'

/** The tags of a club's library. */
export const storageTags = {
  'GET /rest-api/academy/storage/tag': {
    can: 'signed_in',
    subject: 'query.organizationId',
    does: 'Lists the tags that begin with a text, of one club or of all the caller’s clubs.',
    early: true,
    query: z.object({
      organizationId: z.optional(id('organization')),
      filter: z.optional(z.string().check(z.maxLength(100))),
    }),
    returns: z.object({ tags: z.array(StorageTag) }),
  },
  'PUT /rest-api/academy/storage/tag': {
    can: 'member',
    subject: 'body.organizationId',
    does: 'Creates a tag, or returns the existing one with this name. With `id`, renames that tag, which requires the right to edit teams.',
    body: z.object({
      organizationId: id('organization'),
      tag: TagText,
      id: z.optional(id('storageTag')),
      part: z.optional(part('k')),
    }),
    returns: StorageTag,
    refuses: ['library_full', 'conflict'],
  },
  'DELETE /rest-api/academy/storage/tag/{storageTagId}': {
    can: 'canEditTeam',
    subject: 'path.storageTagId',
    does: 'Deletes a tag and removes it from all items.',
    returns: z.object({}),
  },
  'GET /rest-api/academy/storage/tag/storage-item/{storageItemId}': {
    can: 'member',
    subject: 'path.storageItemId',
    does: 'Lists the tags of an item.',
    early: true,
    returns: z.object({ tags: z.array(StorageTag) }),
  },
} as const satisfies Area

import * as z from 'zod/mini'
import { recentSize } from '../../rules/library.ts'
import { id } from '../fields.ts'
import type { Area } from '../route.ts'
import { StorageItem } from './fields.ts'

const Items = z.object({ items: z.array(StorageItem) })
const Favorite = z.object({ favorite: z.boolean() })
const organizationId = z.optional(id('organization'))

/** The user's favorites, and the items they opened last. */
export const marks = {
  'GET /rest-api/academy/storage/favorite': {
    can: 'signed_in',
    does: 'Lists what the caller has marked and may still open; of one club when it is named.',
    early: true,
    query: z.object({ organizationId }),
    returns: Items,
  },
  'GET /rest-api/academy/storage/recent': {
    can: 'signed_in',
    does: 'Lists what the caller has opened last and may still open, the newest first; of one club when it is named.',
    early: true,
    query: z.object({ organizationId, pageSize: z.optional(z.literal(String(recentSize))) }),
    returns: Items,
  },
  'GET /rest-api/academy/storage/favorite/{storageItemId}': {
    can: 'member',
    subject: 'path.storageItemId',
    does: 'Says whether the caller has marked an item.',
    early: true,
    returns: Favorite,
  },
  'POST /rest-api/academy/storage/favorite/{storageItemId}': {
    can: 'member',
    subject: 'path.storageItemId',
    does: 'Marks an item.',
    returns: Favorite,
  },
  'DELETE /rest-api/academy/storage/favorite/{storageItemId}': {
    can: 'member',
    subject: 'path.storageItemId',
    does: 'Takes a mark away.',
    returns: Favorite,
  },
  'POST /rest-api/academy/storage/recent/organization/{orgId}/storage/{storageItemId}': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Notes that the caller has opened an item.',
    returns: z.object({}),
  },
  'POST /rest-api/academy/storage/recent/organization/{orgId}/storage/{storageItemId}/player/{playerId}': {
    can: 'member',
    subject: 'path.orgId',
    does: 'The same for who looks at it for a player.',
    returns: z.object({}),
  },
} as const satisfies Area

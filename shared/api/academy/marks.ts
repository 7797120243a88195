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
    does: 'Lists the caller’s favorites that they can still open, optionally of one club.',
    early: true,
    query: z.object({ organizationId }),
    returns: Items,
  },
  'GET /rest-api/academy/storage/recent': {
    can: 'signed_in',
    does: 'Lists the items that the caller opened last and can still open, newest first, optionally of one club.',
    early: true,
    query: z.object({ organizationId, pageSize: z.optional(z.literal(String(recentSize))) }),
    returns: Items,
  },
  'GET /rest-api/academy/storage/favorite/{storageItemId}': {
    can: 'member',
    subject: 'path.storageItemId',
    does: 'Returns whether an item is one of the caller’s favorites.',
    early: true,
    returns: Favorite,
  },
  'POST /rest-api/academy/storage/favorite/{storageItemId}': {
    can: 'member',
    subject: 'path.storageItemId',
    does: 'Adds an item to the caller’s favorites.',
    returns: Favorite,
  },
  'DELETE /rest-api/academy/storage/favorite/{storageItemId}': {
    can: 'member',
    subject: 'path.storageItemId',
    does: 'Removes an item from the caller’s favorites.',
    returns: Favorite,
  },
  'POST /rest-api/academy/storage/recent/organization/{orgId}/storage/{storageItemId}': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Records that the caller has opened an item.',
    returns: z.object({}),
  },
  'POST /rest-api/academy/storage/recent/organization/{orgId}/storage/{storageItemId}/player/{playerId}': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Records that the caller has opened an item for a player.',
    returns: z.object({}),
  },
} as const satisfies Area

import * as z from 'zod/mini'
import type { Area } from '../route.ts'
import { ItemIds, StorageItem } from './fields.ts'

export const binRoutes = {
  'GET /rest-api/academy/storage/organization/{orgId}/bin': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Lists the deleted items that can be restored. Administrators who can edit the club’s teams see all of them; others see those that they deleted and could still delete. `forGood`: the caller can delete the item permanently.',
    early: true,
    returns: z.object({ items: z.array(z.extend(StorageItem, { goesAt: z.string(), forGood: z.boolean() })) }),
  },
  'POST /rest-api/academy/storage/organization/{orgId}/restore': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Restores items from the bin to their folder, or to the top level if that folder no longer exists.',
    body: z.object({ ids: ItemIds }),
    returns: z.object({ restored: z.int() }),
    refuses: ['conflict'],
  },
  'DELETE /rest-api/academy/storage/organization/{orgId}/bin': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Permanently deletes items in the bin with their contents. Administrators who can edit the club’s teams can delete any item; others only items that they added, and no folders.',
    body: z.object({ ids: ItemIds }),
    returns: z.object({ deleted: z.int() }),
    refuses: ['conflict'],
  },
} as const satisfies Area

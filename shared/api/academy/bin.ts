import * as z from 'zod/mini'
import type { Area } from '../route.ts'
import { ItemIds, StorageItem } from './fields.ts'

export const binned = {
  'GET /rest-api/academy/storage/organization/{orgId}/bin': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Lists what was deleted and can be brought back: to who runs the club all of it, to others what they deleted and may still take away. `forGood`: the caller may take it away for good.',
    early: true,
    returns: z.object({ items: z.array(z.extend(StorageItem, { goesAt: z.string(), forGood: z.boolean() })) }),
  },
  'POST /rest-api/academy/storage/organization/{orgId}/restore': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Brings items back from the bin to where they were; into the library itself when that folder is gone.',
    body: z.object({ ids: ItemIds }),
    returns: z.object({ restored: z.int() }),
    refuses: ['conflict'],
  },
  'DELETE /rest-api/academy/storage/organization/{orgId}/bin': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Takes items in the bin away for good, with all that lies in them: who runs the club any of them, others what they added, but no folder.',
    body: z.object({ ids: ItemIds }),
    returns: z.object({ deleted: z.int() }),
    refuses: ['conflict'],
  },
} as const satisfies Area

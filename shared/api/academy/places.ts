import * as z from 'zod/mini'
import type { Area } from '../route.ts'
import { Access, Step } from './fields.ts'

/** The libraries a user can see, and in which role. */
export const places = {
  'GET /api/v1/awsSigningKey': {
    can: 'signed_in',
    does: 'Returns the ID of the access key with which file URLs are signed, which each of these URLs contains. The secret key is never exposed.',
    returns: z.object({ awsSigningKey: z.string() }),
  },
  'GET /rest-api/academy/organization-player': {
    can: 'signed_in',
    does: 'Lists the caller’s own and followed players, with the club of each.',
    returns: z.object({
      players: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          following: z.boolean(),
          teams: z.array(z.string()),
          organizationId: z.string(),
        }),
      ),
    }),
  },
  'GET /rest-api/academy/organization': {
    can: 'signed_in',
    does: 'Lists the clubs that the caller administers or coaches in, with the teams whose library they can see.',
    returns: z.object({
      organizations: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          /** Whether the caller runs the club itself; others see their teams. */
          orgAdmin: z.boolean(),
          academyEnabled: z.boolean(),
          teams: z.array(z.object({ id: z.string(), name: z.string() })),
        }),
      ),
    }),
  },
  'GET /rest-api/academy/org-admin/level/organization/{orgId}': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Returns the caller’s access to the whole library of a club, whether they can add items, and the used storage.',
    early: true,
    returns: z.object({
      /** Null if only parts of it are shared with them. */
      level: z.nullable(Access),
      mayAdd: z.boolean(),
      academyEnabled: z.boolean(),
      /** In bytes; only for users who may add items. */
      storage: z.nullable(z.object({ used: z.int(), limit: z.int() })),
    }),
  },
  'GET /rest-api/academy/storage/organization/{orgId}/tree': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Lists the folders of a club that the caller can open, each with its parent folder.',
    early: true,
    returns: z.object({
      folders: z.array(z.extend(Step, { parentId: z.nullable(z.string()), access: Access })),
    }),
  },
  'GET /rest-api/academy/storage/organization/{orgId}/people': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Lists the administrators and coaches of a club. Only they may call this.',
    early: true,
    returns: z.object({ people: z.array(z.object({ userId: z.string(), name: z.string() })) }),
  },
} as const satisfies Area

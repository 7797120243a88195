import * as z from 'zod/mini'
import type { Area } from '../route.ts'
import { Access, Step } from './fields.ts'

/** The libraries a user can see, and in which role. */
export const places = {
  'GET /api/v1/awsSigningKey': {
    can: 'signed_in',
    does: 'Names the key with which addresses of files are signed, as it stands in each of them. The secret that belongs to it never leaves.',
    returns: z.object({ awsSigningKey: z.string() }),
  },
  'GET /rest-api/academy/organization-player': {
    can: 'signed_in',
    does: 'Lists the own and followed players, each with the club whose library is open to them.',
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
    does: 'Lists the clubs that the caller runs or coaches for, with the teams whose library they may look at.',
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
    does: 'Says what the caller may do in the whole library of a club, whether they may add to it, and how full it is.',
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
    does: 'Lists the folders of a club that are open to the caller, each with the folder that it lies in.',
    early: true,
    returns: z.object({
      folders: z.array(z.extend(Step, { parentId: z.nullable(z.string()), access: Access })),
    }),
  },
  'GET /rest-api/academy/storage/organization/{orgId}/people': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Names those who run or coach something in a club, and so may have added to its library; for each other.',
    early: true,
    returns: z.object({ people: z.array(z.object({ userId: z.string(), name: z.string() })) }),
  },
} as const satisfies Area

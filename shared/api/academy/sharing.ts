import * as z from 'zod/mini'
import { accessTypes, maxShares, shareRoles } from '../../rules/shares.ts'
import { id, UserId } from '../fields.ts'
import type { Area } from '../route.ts'
import { Access } from './fields.ts'

const shareListOf = <S extends z.ZodMiniType>(schema: S) => z.optional(z.array(schema).check(z.maxLength(maxShares)))
const units = {
  orgUnits: shareListOf(z.object({ orgUnitId: id('organization', 'team') })),
  players: shareListOf(z.object({ playerId: id('player') })),
}

const SharesToGrant = z.object({
  admins: shareListOf(z.object({ userId: UserId, accessType: z.enum(accessTypes) })),
  ...units,
})
/** A share changed to REMOVE is removed. */
const SharesToChange = z.object({
  admins: shareListOf(z.object({ userId: UserId, accessType: z.enum(shareRoles) })),
  ...units,
})
const SharesToRemove = z.object({ admins: shareListOf(z.object({ userId: UserId })), ...units })

/** How an item is shared; `from` is the folder through which they have it, null if the item itself is shared. */
const Sharing = z.object({
  accessType: Access,
  from: z.nullable(z.object({ id: z.string(), name: z.string() })),
})
const withName = { name: z.string() }

export const sharingRoutes = {
  'GET /rest-api/academy/storage/share/organization/{orgId}/storage-item/{storageItemId}': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Lists who has access to an item, directly or through a folder. Requires the right to edit the item; players whom the caller may not see are only counted.',
    early: true,
    returns: z.object({
      admins: z.array(z.extend(Sharing, { userId: z.string(), ...withName })),
      orgUnits: z.array(z.extend(Sharing, { orgUnitId: z.string(), ...withName })),
      players: z.array(z.extend(Sharing, { playerId: z.string(), ...withName })),
      otherPlayers: z.int(),
      /** The number of users who may edit the club's teams, and so see its whole library. */
      owners: z.int(),
    }),
  },
  'POST /rest-api/academy/storage/share/organization/{orgId}': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Changes who has access to an item. Callers cannot give more access than they have, nor share with teams and players outside their rights.',
    body: z.object({
      storageItemId: id('storageItem'),
      added: z.optional(SharesToGrant),
      updated: z.optional(SharesToChange),
      deleted: z.optional(SharesToRemove),
    }),
    returns: z.object({ shared: z.int() }),
    refuses: ['beyond_rights', 'library_full', 'conflict'],
  },
  'GET /rest-api/academy/storage/share/organization/{orgId}/search-people-and-teams': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Finds administrators, coaches, teams, and players by the beginning of a name, as far as the caller can share an item with them.',
    early: true,
    query: z.object({ storageItemId: id('storageItem'), filter: z.optional(z.string().check(z.maxLength(100))) }),
    returns: z.object({
      admins: z.array(z.object({ userId: z.string(), ...withName })),
      orgUnits: z.array(z.object({ orgUnitId: z.string(), ...withName })),
      players: z.array(z.object({ playerId: z.string(), ...withName, teams: z.array(z.string()) })),
    }),
  },
} as const satisfies Area

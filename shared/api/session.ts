import * as z from 'zod/mini'
import { flags, staffRoles } from '../permissions.ts'
import type { Area } from './route.ts'

const OrgUnit = z.object({ name: z.string(), isOrganization: z.boolean(), dateArchived: z.nullable(z.string()) })
const SelectorPlayer = z.object({ id: z.string(), name: z.string(), orgUnits: z.array(OrgUnit) })
const Flags = z.array(z.enum(flags))

export const session = {
  'GET /rest-api/users/profile': {
    can: 'signed_in',
    does: 'Tells who is signed in.',
    returns: z.object({
      id: z.string(),
      username: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      fullName: z.string(),
      roles: z.array(z.enum(staffRoles)),
    }),
  },
  'GET /rest-api/users/token': {
    can: 'signed_in',
    does: 'Says that the session still holds.',
    returns: z.object({ userId: z.string(), valid: z.literal(true) }),
  },
  'GET /api/v1/playersAndTeams': {
    can: 'signed_in',
    does: 'Lists what can be selected: own players, followed players, and organizations with their teams.',
    returns: z.object({
      players: z.array(SelectorPlayer),
      following: z.array(SelectorPlayer),
      organizations: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          orgAdmin: z.boolean(),
          permissions: Flags,
          /** With the rights on that team alone; those on the organization hold for each of its teams. */
          teams: z.array(z.object({ id: z.string(), name: z.string(), permissions: Flags })),
          academyEnabled: z.boolean(),
          customRegistrationEnabled: z.boolean(),
        }),
      ),
    }),
  },
} as const satisfies Area

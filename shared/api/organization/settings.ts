import * as z from 'zod/mini'
import { flags } from '../../permissions.ts'
import { playerFieldTypes, reminderHours } from '../../rules/organizations.ts'
import { sportNames } from '../../rules/sports.ts'
import type { Area } from '../route.ts'

const text = z.string().check(z.trim(), z.maxLength(2000))
const PlayerField = z.object({
  id: z.string().check(z.regex(/^[a-z0-9]{1,32}$/)),
  name: text,
  type: z.enum(playerFieldTypes),
  choices: z.array(text).check(z.maxLength(100)),
  required: z.boolean(),
})
/** The settings that a club can change; `rules/organizations.ts` has the limits. */
const settings = {
  name: text,
  timezone: text,
  country: text,
  address: text,
  phone: text,
  website: text,
  isRosterVisible: z.boolean(),
  chatEnabled: z.boolean(),
  adminSecondFactor: z.boolean(),
  reminderHours: z.array(z.union(reminderHours.map((hours) => z.literal(hours)))).check(z.maxLength(5)),
  playerFields: z.array(PlayerField).check(z.maxLength(100)),
}
/** The product's fees and the features a club has, which the club cannot change. */
const terms = {
  academyEnabled: z.boolean(),
  customRegistrationEnabled: z.boolean(),
  processingFeePerMil: z.int(),
  processingFeeInCents: z.int(),
}
const Details = z.object({
  ...settings,
  ...terms,
  reminderHours: z.array(z.number()),
  id: z.string(),
  /** The logo's URL, with its version; omitted if there is none. */
  logoUrl: z.optional(z.string()),
  sport: z.object({ name: z.string(), fieldLabel: z.string() }),
  orgAdmin: z.boolean(),
  /** The caller's rights on the organization itself. */
  permissions: z.array(z.enum(flags)),
  /** Changes are conditional on it. */
  revision: z.int(),
})

/** A club and its settings. */
export const settingsRoutes = {
  'GET /rest-api/organization/details': {
    can: 'signed_in',
    does: 'Lists the organizations that the caller administers or coaches in, with their basic details.',
    early: true,
    returns: z.object({
      organizations: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          logoUrl: z.optional(z.string()),
          sport: z.object({ name: z.string(), fieldLabel: z.string() }),
          timezone: z.string(),
          orgAdmin: z.boolean(),
          permissions: z.array(z.enum(flags)),
          /** The caller's own teams if they only coach, otherwise all active ones. */
          teamCount: z.int(),
        }),
      ),
    }),
  },
  'GET /rest-api/organization/details/{orgId}': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Returns an organization with all its settings.',
    early: true,
    returns: Details,
  },
  'PATCH /rest-api/organization/settings/{orgId}': {
    can: 'canEditTeam',
    subject: 'path.orgId',
    does: 'Updates the settings of an organization; omitted fields stay unchanged. Refused if they were changed since the given revision.',
    body: z.object({
      ...z.partial(z.object(settings)).shape,
      sport: z.optional(z.enum(sportNames)),
      revision: z.int(),
    }),
    returns: Details,
    refuses: ['conflict', 'factor_first'],
  },
  'PUT /rest-api/organization/logo/{orgId}': {
    can: 'canEditTeam',
    subject: 'path.orgId',
    does: 'Sets or replaces a club’s logo, a JPEG of at most 200 x 200 pixels in base64.',
    body: z.object({ jpeg: z.base64().check(z.maxLength(160_000)) }),
    returns: Details,
    refuses: ['not_a_picture'],
  },
  'DELETE /rest-api/organization/logo/{orgId}': {
    can: 'canEditTeam',
    subject: 'path.orgId',
    does: 'Deletes a club’s logo.',
    returns: Details,
  },
  'PATCH /rest-api/organization/terms/{orgId}': {
    can: { staff: ['ROLE_ADMIN'] },
    does: 'Updates the processing fees that an organization pays and the features it has; omitted fields stay unchanged.',
    body: z.object({ ...z.partial(z.object(terms)).shape, revision: z.int() }),
    returns: Details,
    refuses: ['conflict'],
  },
} as const satisfies Area

import * as z from 'zod/mini'
import { flags, guardianRights, staffRoles } from '../permissions.ts'
import { screenNames } from '../rules/screenNames.ts'
import { walkthroughs } from '../rules/walkthroughs.ts'
import { AvatarUrl, PersonName } from './fields.ts'
import type { Area } from './route.ts'

const OrgUnit = z.object({
  id: z.optional(z.string()),
  name: z.string(),
  isOrganization: z.boolean(),
  dateArchived: z.nullable(z.string()),
})
const SelectorPlayer = z.object({
  id: z.string(),
  name: z.string(),
  orgUnits: z.array(OrgUnit),
  /** The rights that the club has taken from this guardian of the player. */
  lacks: z.optional(z.array(z.enum(guardianRights))),
})
const Flags = z.array(z.enum(flags))

const Profile = z.object({
  id: z.string(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  roles: z.array(z.enum(staffRoles)),
  avatarUrl: AvatarUrl,
})
/** A picture of at most 200 x 200 pixels, as base64 JPEG: made by the screen from the chosen file. */
const Jpeg = z.base64().check(z.maxLength(160_000))

const SessionId = z.string().check(z.regex(/^[\w-]{1,64}$/))
const WalkthroughId = z.enum(walkthroughs)
const Walkthrough = z.object({ name: WalkthroughId, completed: z.boolean(), closeCount: z.int() })

export const session = {
  'GET /rest-api/users/profile': {
    can: 'signed_in',
    does: 'Tells who is signed in.',
    early: true,
    returns: Profile,
  },
  'PUT /rest-api/session/profile': {
    can: 'signed_in',
    does: 'Changes one’s own name.',
    body: z.object({ firstName: PersonName, lastName: PersonName }),
    returns: Profile,
  },
  'PUT /rest-api/session/avatar': {
    can: 'signed_in',
    does: 'Puts up one’s own picture, in place of the one before.',
    body: z.object({ jpeg: Jpeg }),
    returns: Profile,
    refuses: ['not_a_picture'],
  },
  'DELETE /rest-api/session/avatar': {
    can: 'signed_in',
    does: 'Takes one’s own picture down; initials are shown again.',
    returns: Profile,
  },
  'GET /rest-api/users/expiration-token': {
    can: 'signed_in',
    does: 'Tells when the session ends: base64url of { authTokenExpiration, refreshTokenExpiration } in milliseconds.',
    returns: z.object({ data: z.string() }),
  },
  'GET /rest-api/users/feature-walkthrough': {
    can: 'signed_in',
    does: 'Tells how far someone is with a guided walkthrough.',
    early: true,
    query: z.object({ walkthroughId: WalkthroughId }),
    returns: Walkthrough,
  },
  'POST /rest-api/users/update-feature-walkthrough': {
    can: 'signed_in',
    does: 'Notes that a walkthrough was finished, or closed once more.',
    query: z.object({ walkthroughId: WalkthroughId, isCompleted: z.enum(['true', 'false']) }),
    returns: Walkthrough,
  },
  'GET /rest-api/users/token': {
    can: 'signed_in',
    does: 'Says whether the session still holds, as the user pool itself knows: not for disabled, deleted or signed-out people. Takes over an address that was changed there.',
    returns: z.object({ userId: z.string(), valid: z.literal(true) }),
  },
  'POST /rest-api/session/use': {
    can: 'signed_in',
    does: 'Counts how often screens were opened on a device where that was agreed to. Who opened them is not kept.',
    spends: 'use',
    body: z.object({
      screens: z
        .partialRecord(z.enum(screenNames), z.int().check(z.positive(), z.maximum(500)))
        .check(z.refine((screens) => Object.keys(screens).length <= 60)),
    }),
    returns: z.object({}),
  },
  'POST /rest-api/session/end': {
    can: 'signed_in',
    does: 'Ends the session of this device: its access token counts no more. Other devices stay signed in.',
    returns: z.object({}),
  },
  'GET /rest-api/session/sessions': {
    can: 'signed_in',
    does: 'Lists the devices on which one is signed in, the one seen last first.',
    early: true,
    returns: z.object({
      devices: z.array(
        z.object({
          id: z.string(),
          /** The browser and system by its user agent, if recognized. */
          browser: z.string(),
          system: z.string(),
          /** The IP address that it was last seen from. */
          from: z.string(),
          signedInAt: z.string(),
          seenAt: z.string(),
          current: z.boolean(),
        }),
      ),
    }),
  },
  'POST /rest-api/session/sessions/end': {
    can: 'signed_in',
    does: 'Signs one of the caller’s own devices out, from its next call on.',
    signedInWithin: 10,
    body: z.object({ id: SessionId }),
    returns: z.object({}),
  },
  'POST /rest-api/session/continue': {
    can: 'signed_in',
    does: 'Ends the sign-in before, where the password was typed again on a device: what was made in it is of this one from now on.',
    signedInWithin: 10,
    body: z.object({ session: SessionId }),
    returns: z.object({}),
  },
  'POST /rest-api/session/in-place/stop': {
    can: 'signed_in',
    does: 'Ends acting in somebody’s place, for one of our own people who does.',
    setsCookies: true,
    returns: z.object({}),
  },
  'POST /rest-api/session/end-others': {
    can: 'signed_in',
    does: 'Signs the caller out wherever they signed in before this time, as after another password; links that they were mailed and access tokens end as well.',
    signedInWithin: 10,
    returns: z.object({}),
  },
  'POST /rest-api/session/end-all': {
    can: 'signed_in',
    does: 'Signs the caller out on all devices, this one too; links that they were mailed end as well.',
    signedInWithin: 10,
    returns: z.object({}),
  },
  'GET /api/v1/playersAndTeams': {
    can: 'signed_in',
    does: 'Lists what can be selected: own players, followed players, and organizations with their teams.',
    early: true,
    returns: z.object({
      players: z.array(SelectorPlayer),
      following: z.array(SelectorPlayer),
      organizations: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          orgAdmin: z.boolean(),
          permissions: Flags,
          /**
           * With the rights on that team only; those on the organization apply to all its teams. `archived`: only set for
           * administrators of the club.
           */
          teams: z.array(
            z.object({ id: z.string(), name: z.string(), permissions: Flags, archived: z.optional(z.boolean()) }),
          ),
          academyEnabled: z.boolean(),
          customRegistrationEnabled: z.boolean(),
        }),
      ),
      /** A child's own account: it cannot do what is left to a parent or guardian. */
      child: z.optional(z.boolean()),
      /** The clubs that the user runs, but cannot access until they sign in with a second factor; omitted if there are none. */
      heldBackIn: z.optional(z.array(z.object({ id: z.string(), name: z.string() }))),
    }),
  },
} as const satisfies Area

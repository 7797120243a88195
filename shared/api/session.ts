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
    does: 'Returns the profile of the signed-in user.',
    early: true,
    returns: Profile,
  },
  'PUT /rest-api/session/profile': {
    can: 'signed_in',
    does: 'Updates the caller’s name.',
    body: z.object({ firstName: PersonName, lastName: PersonName }),
    returns: Profile,
  },
  'PUT /rest-api/session/avatar': {
    can: 'signed_in',
    does: 'Sets or replaces the caller’s profile picture.',
    body: z.object({ jpeg: Jpeg }),
    returns: Profile,
    refuses: ['not_a_picture'],
  },
  'DELETE /rest-api/session/avatar': {
    can: 'signed_in',
    does: 'Deletes the caller’s profile picture. Initials are shown instead.',
    returns: Profile,
  },
  'GET /rest-api/users/expiration-token': {
    can: 'signed_in',
    does: 'Returns when the session ends: base64url of { authTokenExpiration, refreshTokenExpiration } in milliseconds.',
    returns: z.object({ data: z.string() }),
  },
  'GET /rest-api/users/feature-walkthrough': {
    can: 'signed_in',
    does: 'Returns the caller’s progress in a guided walkthrough.',
    early: true,
    query: z.object({ walkthroughId: WalkthroughId }),
    returns: Walkthrough,
  },
  'POST /rest-api/users/update-feature-walkthrough': {
    can: 'signed_in',
    does: 'Records that a walkthrough was completed, or closed once more.',
    query: z.object({ walkthroughId: WalkthroughId, isCompleted: z.enum(['true', 'false']) }),
    returns: Walkthrough,
  },
  'GET /rest-api/users/token': {
    can: 'signed_in',
    does: 'Checks with the user pool that the session is still valid, which it is not for disabled, deleted or signed-out users. Also adopts an email address that was changed there.',
    returns: z.object({ userId: z.string(), valid: z.literal(true) }),
  },
  'POST /rest-api/session/use': {
    can: 'signed_in',
    does: 'Counts how often screens were opened, on devices whose user has agreed to it. Who opened them is not stored.',
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
    does: 'Ends the session of this device and invalidates its access token. Other devices stay signed in.',
    returns: z.object({}),
  },
  'GET /rest-api/session/sessions': {
    can: 'signed_in',
    does: 'Lists the devices on which the caller is signed in, last seen first.',
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
    does: 'Signs out one of the caller’s devices. Its later requests are refused.',
    signedInWithin: 10,
    body: z.object({ id: SessionId }),
    returns: z.object({}),
  },
  'POST /rest-api/session/continue': {
    can: 'signed_in',
    does: 'Replaces this device’s previous session after the password was entered again: the previous session ends, and access tokens and push subscriptions created in it belong to the new one.',
    signedInWithin: 10,
    spends: 'session',
    body: z.object({ session: SessionId }),
    returns: z.object({}),
  },
  'POST /rest-api/session/in-place/stop': {
    can: 'signed_in',
    does: 'Ends acting on behalf of another user, for staff who do so.',
    setsCookies: true,
    returns: z.object({}),
  },
  'POST /rest-api/session/end-others': {
    can: 'signed_in',
    does: 'Ends all of the caller’s sessions that began before this one, for example after a change of password. Links that were mailed to the caller and access tokens end as well.',
    signedInWithin: 10,
    returns: z.object({}),
  },
  'POST /rest-api/session/end-all': {
    can: 'signed_in',
    does: 'Signs the caller out on all devices, including this one. Links that were mailed to the caller end as well.',
    signedInWithin: 10,
    returns: z.object({}),
  },
  'GET /api/v1/playersAndTeams': {
    can: 'signed_in',
    does: 'Lists what the caller can select: own players, followed players, and organizations with their teams.',
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

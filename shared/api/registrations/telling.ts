import * as z from 'zod/mini'
import { maxInvitedAtOnce } from '../../rules/registrations/invitations.ts'
import { Cursor, Email, id, PlayerName, UserId } from '../fields.ts'
import type { Area } from '../route.ts'
import { byRegistration, Text } from './fields.ts'

const Person = z.object({ userId: z.string(), name: z.string() })
const Told = z.extend(Person, { paymentsToo: z.boolean() })

/** Invitations to register, and subscriptions of managers. */
export const telling = {
  'GET /rest-api/registration/invitations/{registrationId}/summary': {
    ...byRegistration,
    does: 'Counts who is invited, and who of them has registered.',
    early: true,
    returns: z.object({
      isInviteOnly: z.boolean(),
      invited: z.int(),
      registered: z.int(),
      /** When newly invited people are mailed: with the launch, at once, or once a closed registration is reopened. */
      mailed: z.enum(['launched', 'now', 'open']),
    }),
    refuses: ['registration_off'],
  },
  'POST /rest-api/registration/invitations/{registrationId}': {
    ...byRegistration,
    spends: 'mail',
    does: 'Invites people by their addresses: mailed at once when it is launched, else with its launch, and when it is closed, once it is open again. Who is invited already is not invited again, unless to be reminded: then who has not registered is mailed once more, at most once a day.',
    body: z.object({
      people: z
        .array(z.object({ email: Email, name: z.optional(Text(100)), playerId: z.optional(id('player')) }))
        .check(z.minLength(1), z.maxLength(maxInvitedAtOnce)),
      /** Reminds those who are already invited and have not registered. */
      again: z.optional(z.boolean()),
    }),
    returns: z.object({
      invited: z.int(),
      /** How many are reminded, if requested. */
      again: z.optional(z.int()),
      /** Addresses that were invited already, except reminded ones. */
      already: z.array(z.string()),
      /** Those who should be mailed now but get nothing: their address is blocked. */
      noMail: z.array(z.string()),
    }),
    refuses: ['registration_off', 'conflict'],
  },
  'POST /rest-api/registration/invitations/{registrationId}/withdraw': {
    ...byRegistration,
    does: 'Takes back the invitation of an address.',
    body: z.object({ email: Email }),
    returns: z.object({}),
    refuses: ['registration_off'],
  },
  'GET /rest-api/registration/invitations/{registrationId}/emails': {
    ...byRegistration,
    does: 'Lists the addresses that are invited, and who of them has registered, 50 at a time.',
    early: true,
    query: z.object({ cursor: Cursor }),
    returns: z.object({
      emails: z.array(
        z.object({
          email: z.string(),
          name: z.string(),
          registered: z.boolean(),
          mailed: z.boolean(),
          /** The invitation was due, but the address is blocked. */
          noMail: z.optional(z.literal(true)),
          invitedAt: z.string(),
        }),
      ),
      cursor: z.nullable(z.string()),
    }),
    refuses: ['registration_off'],
  },
  'GET /rest-api/registration/invitations/{registrationId}/candidates': {
    ...byRegistration,
    does: 'Lists the families of a team, or of all teams of a club that are not archived, with their addresses, to invite them, and who is registered already.',
    early: true,
    query: z.object({ teamId: z.optional(id('team')) }),
    returns: z.object({
      candidates: z.array(
        z.object({
          player: PlayerName,
          emails: z.array(z.object({ email: z.string(), name: z.string() })),
          /** They have a place, or wait for one. */
          registered: z.optional(z.literal(true)),
        }),
      ),
    }),
    refuses: ['registration_off'],
  },
  'GET /rest-api/registration/notifications/{registrationId}': {
    ...byRegistration,
    does: 'Lists who is told by mail when somebody registers.',
    early: true,
    returns: z.object({ notifications: z.array(Told) }),
    refuses: ['registration_off'],
  },
  'GET /rest-api/registration/notifications/{registrationId}/candidates': {
    ...byRegistration,
    does: 'Lists who could be told: the administrators of the club, and of the team.',
    early: true,
    returns: z.object({ candidates: z.array(Person) }),
    refuses: ['registration_off'],
  },
  'POST /rest-api/registration/notifications/{registrationId}': {
    ...byRegistration,
    does: 'Has an administrator told of each registration from now on. The same again changes nothing.',
    body: z.object({ userId: UserId, paymentsToo: z.boolean() }),
    returns: Told,
    refuses: ['registration_off'],
  },
  'PUT /rest-api/registration/notifications/{registrationId}/{userId}': {
    ...byRegistration,
    does: 'Changes whether somebody is told of payments too.',
    body: z.object({ paymentsToo: z.boolean() }),
    returns: Told,
    refuses: ['registration_off'],
  },
  'DELETE /rest-api/registration/notifications/{registrationId}/{userId}': {
    ...byRegistration,
    does: 'Has somebody told no more.',
    returns: z.object({}),
    refuses: ['registration_off'],
  },
} as const satisfies Area

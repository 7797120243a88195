import * as z from 'zod/mini'
import { maxInvitedAtOnce } from '../../rules/registrations/invitations.ts'
import { Cursor, Email, id, PlayerName, UserId } from '../fields.ts'
import type { Area } from '../route.ts'
import { byRegistration, Text } from './fields.ts'

const Person = z.object({ userId: z.string(), name: z.string() })
const NotifiedPerson = z.extend(Person, { paymentsToo: z.boolean() })

/** Invitations to register, and subscriptions of managers. */
export const notificationRoutes = {
  'GET /rest-api/registration/invitations/{registrationId}/summary': {
    ...byRegistration,
    does: 'Counts the invited people, and those of them who have registered.',
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
    does: 'Invites people by email address. They are emailed at once if the registration is open, otherwise when it is launched or reopened. Addresses that are invited already are skipped; with `again`, those that have not registered are reminded, at most once a day.',
    body: z.object({
      people: z
        .array(z.object({ email: Email, name: z.optional(Text(100)), playerId: z.optional(id('player')) }))
        .check(z.minLength(1), z.maxLength(maxInvitedAtOnce)),
      /** Reminds invited people who have not registered. */
      again: z.optional(z.boolean()),
    }),
    returns: z.object({
      invited: z.int(),
      /** How many are reminded, if requested. */
      again: z.optional(z.int()),
      /** Addresses that were invited already, except reminded ones. */
      already: z.array(z.string()),
      /** Addresses that would be emailed now, but are blocked. */
      noMail: z.array(z.string()),
    }),
    refuses: ['registration_off', 'conflict'],
  },
  'POST /rest-api/registration/invitations/{registrationId}/withdraw': {
    ...byRegistration,
    does: 'Withdraws the invitation of an email address.',
    body: z.object({ email: Email }),
    returns: z.object({}),
    refuses: ['registration_off'],
  },
  'GET /rest-api/registration/invitations/{registrationId}/emails': {
    ...byRegistration,
    does: 'Lists the invited email addresses, and whether they have registered, 50 per page.',
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
    does: 'Lists the families who can be invited, with their email addresses, and whether the player is registered already: those of a team, or of all active teams of a club.',
    early: true,
    query: z.object({ teamId: z.optional(id('team')) }),
    returns: z.object({
      candidates: z.array(
        z.object({
          player: PlayerName,
          emails: z.array(z.object({ email: z.string(), name: z.string() })),
          /** The player has a place, or is on the waiting list. */
          registered: z.optional(z.literal(true)),
        }),
      ),
    }),
    refuses: ['registration_off'],
  },
  'GET /rest-api/registration/notifications/{registrationId}': {
    ...byRegistration,
    does: 'Lists the administrators who are notified by email when someone registers.',
    early: true,
    returns: z.object({ notifications: z.array(NotifiedPerson) }),
    refuses: ['registration_off'],
  },
  'GET /rest-api/registration/notifications/{registrationId}/candidates': {
    ...byRegistration,
    does: 'Lists the administrators of the club and team who can be notified.',
    early: true,
    returns: z.object({ candidates: z.array(Person) }),
    refuses: ['registration_off'],
  },
  'POST /rest-api/registration/notifications/{registrationId}': {
    ...byRegistration,
    does: 'Notifies an administrator by email of each new registration. Idempotent.',
    body: z.object({ userId: UserId, paymentsToo: z.boolean() }),
    returns: NotifiedPerson,
    refuses: ['registration_off'],
  },
  'PUT /rest-api/registration/notifications/{registrationId}/{userId}': {
    ...byRegistration,
    does: 'Sets whether an administrator is notified of payments too.',
    body: z.object({ paymentsToo: z.boolean() }),
    returns: NotifiedPerson,
    refuses: ['registration_off'],
  },
  'DELETE /rest-api/registration/notifications/{registrationId}/{userId}': {
    ...byRegistration,
    does: 'Stops notifying an administrator.',
    returns: z.object({}),
    refuses: ['registration_off'],
  },
} as const satisfies Area

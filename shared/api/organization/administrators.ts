import * as z from 'zod/mini'
import { flags } from '../../permissions.ts'
import { AvatarUrl, Email, id, part, UserId } from '../fields.ts'
import type { Area } from '../route.ts'

const Flags = z.array(z.enum(flags))
const SomeFlags = Flags.check(z.minLength(1), z.maxLength(flags.length))
const Administrator = z.object({ id: z.string(), name: z.string(), avatarUrl: AvatarUrl, permissions: Flags })
const Invitation = z.object({
  id: z.string(),
  email: z.string(),
  permissions: Flags,
  invitedBy: z.string(),
  invitedAt: z.string(),
  /** When it expires. */
  until: z.string(),
})

/** Administrators of an organization and coaches of a team, with their rights. */
export const administrators = {
  'GET /rest-api/organization/administrators/{orgUnitId}': {
    can: 'canEditAdministrators',
    subject: 'path.orgUnitId',
    does: 'Lists the administrators of an organization or team with their rights, and the open invitations.',
    early: true,
    returns: z.object({
      name: z.string(),
      administrators: z.array(Administrator),
      invitations: z.array(Invitation),
    }),
  },
  'POST /rest-api/organization/administrators/{orgUnitId}/invite': {
    can: 'canEditAdministrators',
    subject: 'path.orgUnitId',
    spends: 'mail',
    does: 'Invites a person by email, with or without an account, to administer an organization or team with the given rights. The caller can give only rights they have, or rights on the club that no administrator has anymore. Repeating the call has no effect; with another address or other rights it is refused.',
    body: z.object({
      part: part('i'),
      email: z.optional(Email),
      /**
       * Instead of an address: an administrator of another team of the club, or of the club, where the caller edits
       * administrators too. Someone who is already invited with at least these rights gets no second mail.
       */
      of: z.optional(z.object({ orgUnitId: id('organization', 'team'), userId: UserId })),
      permissions: SomeFlags,
    }),
    returns: Invitation,
    refuses: ['beyond_rights', 'takes_no_mail', 'too_many_invitations', 'already_there', 'saved_before'],
  },
  'PUT /rest-api/organization/administrators/{orgUnitId}/{userId}': {
    can: 'canEditAdministrators',
    subject: 'path.orgUnitId',
    does: 'Updates an administrator’s rights, effective from their next request on. Rights that none of the club’s administrators has anymore can be given too. At least one administrator of the club keeps the right to edit administrators. With `before`, the call is refused if the rights were changed since. Idempotent.',
    body: z.object({
      permissions: SomeFlags,
      /** The rights as the caller saw them. */
      before: z.optional(Flags.check(z.maxLength(flags.length))),
    }),
    returns: Administrator,
    refuses: ['beyond_rights', 'last_administrator', 'conflict'],
  },
  'DELETE /rest-api/organization/administrators/{orgUnitId}/{userId}': {
    can: 'canEditAdministrators',
    subject: 'path.orgUnitId',
    does: 'Removes an administrator’s rights, effective from their next request on.',
    returns: z.object({}),
    refuses: ['beyond_rights', 'last_administrator', 'conflict'],
  },
  'POST /rest-api/organization/leave': {
    can: 'signed_in',
    does: 'Gives up all of the caller’s own rights on an organization or team, effective from the next request on. Idempotent.',
    body: z.object({ orgUnitId: id('organization', 'team') }),
    returns: z.object({}),
    refuses: ['last_administrator', 'conflict'],
  },
  'DELETE /rest-api/organization/invitation/{invitationId}': {
    can: 'canEditAdministrators',
    subject: 'path.invitationId',
    does: 'Withdraws an invitation that has not been accepted. Idempotent for the same caller.',
    returns: z.object({}),
  },
  'GET /rest-api/organization/invitation/{invitationId}': {
    can: 'signed_in',
    does: 'Returns an invitation to the person whose email address it was sent to.',
    early: true,
    returns: z.object({ id: z.string(), name: z.string(), invitedBy: z.string(), permissions: Flags }),
    refuses: ['other_address'],
  },
  'POST /rest-api/organization/invitation/{invitationId}/accept': {
    can: 'signed_in',
    does: 'Accepts an invitation to administer an organization or team. Only the owner of the invited address can accept it, once, and as long as its sender still has these rights.',
    returns: z.object({ orgUnitId: z.string() }),
    refuses: ['other_address', 'conflict'],
  },
  'POST /rest-api/organization/invitation/{invitationId}/decline': {
    can: 'signed_in',
    does: 'Declines an invitation to administer an organization or team.',
    returns: z.object({}),
    refuses: ['other_address'],
  },
} as const satisfies Area

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
    does: 'Lists who administers an organization or a team, with their rights, and who is invited to.',
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
    does: 'Invites somebody by mail, who may have no account yet, to administer with these rights: none beyond one’s own, but for those of a club that nobody has any more. The same again changes nothing.',
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
    refuses: ['beyond_rights', 'takes_no_mail', 'too_many_invitations'],
  },
  'PUT /rest-api/organization/administrators/{orgUnitId}/{userId}': {
    can: 'canEditAdministrators',
    subject: 'path.orgUnitId',
    does: 'Gives an administrator other rights, from their next call on: also such as none of the club’s administrators has any more. Of the club’s administrators one keeps the right to edit administrators. With the rights that were seen before, it is refused where others stand by now. The same again changes nothing.',
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
    does: 'Takes an administrator’s rights away, from their next call on.',
    returns: z.object({}),
    refuses: ['beyond_rights', 'last_administrator', 'conflict'],
  },
  'POST /rest-api/organization/leave': {
    can: 'signed_in',
    does: 'Gives up all of one’s own rights on an organization or a team, whatever they are, from the next call on. The same again changes nothing.',
    body: z.object({ orgUnitId: id('organization', 'team') }),
    returns: z.object({}),
    refuses: ['last_administrator', 'conflict'],
  },
  'DELETE /rest-api/organization/invitation/{invitationId}': {
    can: 'canEditAdministrators',
    subject: 'path.invitationId',
    does: 'Takes back an invitation that was not accepted yet. The same again changes nothing.',
    returns: z.object({}),
  },
  'GET /rest-api/organization/invitation/{invitationId}': {
    can: 'signed_in',
    does: 'Shows who was invited, by the address that the invitation went to, what they are asked to do.',
    early: true,
    returns: z.object({ id: z.string(), name: z.string(), invitedBy: z.string(), permissions: Flags }),
    refuses: ['other_address'],
  },
  'POST /rest-api/organization/invitation/{invitationId}/accept': {
    can: 'signed_in',
    does: 'Accepts an invitation to administer: once, by the address it went to, and as long as who invited has those rights.',
    returns: z.object({ orgUnitId: z.string() }),
    refuses: ['other_address', 'conflict'],
  },
  'POST /rest-api/organization/invitation/{invitationId}/decline': {
    can: 'signed_in',
    does: 'Declines an invitation to administer.',
    returns: z.object({}),
    refuses: ['other_address'],
  },
} as const satisfies Area

import * as z from 'zod/mini'
import { guardianRights } from '../../permissions.ts'
import { AvatarUrl, Email, id, PersonName, UserId } from '../fields.ts'
import type { Area } from '../route.ts'

const Relation = z.enum(['own', 'following'])
const MissingRights = z.array(z.enum(guardianRights))
const InvitationId = z.string().check(z.regex(/^[a-z0-9]{16,32}$/))
/** The token of a mailed link, from the URL's fragment. */
const Token = z.string().check(z.maxLength(1000))
/** A team that the player is on, for users with the right on the team only. */
const teamId = z.optional(id('team'))

const NamedRef = z.object({ id: z.string(), name: z.string() })
const Player = z.object({ id: z.string(), firstName: z.string(), lastName: z.string() })
const Invitation = z.object({
  player: z.object({ firstName: z.string() }),
  /** The first names of the other children that it gives access to. */
  also: z.array(z.string()),
  club: z.string(),
  relation: Relation,
  /** It was sent to the player themselves. */
  themselves: z.boolean(),
  state: z.enum(['open', 'accepted']),
})

/** The family and followers of players. */
export const people = {
  'GET /rest-api/families/player/{playerId}': {
    can: 'family',
    subject: 'path.playerId',
    team: 'query.teamId',
    does: 'Lists a player’s family, followers and open invitations. Email addresses that their owner shows only to the club are hidden from the family.',
    early: true,
    query: z.object({ teamId }),
    returns: z.object({
      player: z.object({ id: z.string(), firstName: z.string(), lastName: z.string() }),
      /** Whether the caller acts for the club here, besides or instead of for the family. */
      manages: z.boolean(),
      /** The caller manages the player for a team only: guardians whose access was taken are invited by the club. */
      forTeam: z.optional(z.literal(true)),
      people: z.array(
        z.object({
          userId: z.string(),
          name: z.string(),
          avatarUrl: AvatarUrl,
          relation: Relation,
          email: z.nullable(z.string()),
          isYou: z.boolean(),
          /** The player's own account: a child's, while they are one. */
          isPlayers: z.boolean(),
          /** Their address is only visible to the club. */
          hidden: z.boolean(),
          mayRemove: z.boolean(),
          /** The rights that the club has taken from a guardian. */
          lacks: MissingRights,
        }),
      ),
      invitations: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          email: z.string(),
          relation: Relation,
          invitedAt: z.string(),
          /** The first names of the other children of the household that it gives access to. */
          also: z.array(z.string()),
        }),
      ),
      /** Guardians known to the club who have not been invited. */
      contacts: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          email: z.nullable(z.string()),
          phone: z.nullable(z.string()),
          /** When the club took their access, or they left while limited. */
          accessTakenAt: z.nullable(z.string()),
        }),
      ),
    }),
  },
  'POST /rest-api/families/player/{playerId}/invite': {
    can: { grownUp: 'family' },
    subject: 'path.playerId',
    team: 'body.teamId',
    spends: 'mail',
    does: 'Invites a person by email to join a player’s family, which only the club can do, or to follow the player, which the family can do too.',
    body: z.object({
      invitationId: InvitationId,
      email: Email,
      name: PersonName,
      relation: Relation,
      teamId,
      /** For bulk invitations: skips people who were invited meanwhile, have joined, or whose access was taken. */
      unlessReached: z.optional(z.boolean()),
      /** The open invitation to the same address, with the same relation, that it replaces: covers the same children. */
      replaces: z.optional(InvitationId),
    }),
    returns: z.object({
      already: z.optional(z.literal(true)),
      /** The address does not accept our mail: nobody was invited. */
      noMail: z.optional(z.literal(true)),
    }),
    refuses: [
      ...['family_invited', 'access_taken', 'access_taken_by_club', 'too_many_invitations', 'too_many_sent'],
      ...['saved_before', 'invitation_gone'],
    ],
  },
  'POST /rest-api/families/player/{playerId}/withdraw': {
    can: { grownUp: 'family' },
    subject: 'path.playerId',
    team: 'body.teamId',
    does: 'Withdraws an invitation that has not been accepted. Its link no longer works.',
    body: z.object({ invitationId: InvitationId, teamId }),
    returns: z.object({}),
  },
  'POST /rest-api/families/player/{playerId}/remove': {
    can: { grownUp: 'family' },
    subject: 'path.playerId',
    team: 'body.teamId',
    does: 'Revokes a person’s access to a player immediately. The club can remove anyone; the family can remove followers, and members can remove themselves.',
    body: z.object({ userId: UserId, teamId }),
    returns: z.object({}),
  },
  'POST /rest-api/families/leave': {
    can: 'signed_in',
    does: 'Ends the caller’s own access to a player, as family or follower, immediately and regardless of rights that the club has taken from them. Idempotent.',
    body: z.object({ playerId: id('player') }),
    returns: z.object({}),
  },
  'POST /rest-api/families/player/{playerId}/hide': {
    can: 'family',
    subject: 'path.playerId',
    team: 'body.teamId',
    does: 'Shows an email address only to the club, or to the player’s other home again. Users can change this for their own address, the club for any.',
    body: z.object({ userId: UserId, hidden: z.boolean(), teamId }),
    returns: z.object({}),
  },
  'PUT /rest-api/families/player/{playerId}/rights': {
    can: 'canEditPlayers',
    subject: 'path.playerId',
    team: 'body.teamId',
    does: 'Sets which rights a guardian of a player lacks: answering for the player, seeing and paying fees, and seeing what is communicated about the player. With `before`, the call is refused if the rights were changed since. Idempotent.',
    body: z.object({
      userId: UserId,
      lacks: MissingRights.check(z.maxLength(guardianRights.length)),
      /** The limits as the caller saw them. */
      before: z.optional(MissingRights.check(z.maxLength(guardianRights.length))),
      teamId,
    }),
    returns: z.object({}),
    refuses: ['conflict'],
  },
  'GET /rest-api/families/person/{orgId}/{userId}': {
    can: 'canEditAdministrators',
    subject: 'path.orgId',
    does: 'Returns all access of a person that would be revoked by removing them from a club. Empty for people without any access there.',
    returns: z.object({
      /** Whether they have rights on the club itself. */
      runs: z.boolean(),
      /** The teams that they coach. */
      teams: z.array(NamedRef),
      players: z.array(
        z.extend(Player, {
          /**
           * The teams that the player plays on, if no other adult of their family is here: the player would be left there without
           * an adult.
           */
          plays: z.array(NamedRef),
        }),
      ),
      following: z.array(Player),
      /** Open invitations to their addresses, to run something or to join a family. */
      invitations: z.int(),
      /** Their API tokens for the club. */
      tokens: z.int(),
      /** Why the caller cannot remove all of it. */
      why: z.nullable(z.enum(['not_yourself', 'beyond_rights'])),
    }),
  },
  'POST /rest-api/families/person/{orgId}/{userId}/remove': {
    can: 'canEditAdministrators',
    subject: 'path.orgId',
    does: 'Removes a person from a club entirely: their rights on it and its teams, their access to its players, open invitations to them and their access tokens. Fees, records of past actions and access to other clubs are kept. Requires the right to revoke all of it. Idempotent; repeating an interrupted call removes what is left.',
    returns: z.object({}),
    refuses: ['not_yourself', 'beyond_rights', 'last_administrator', 'conflict'],
  },
  'POST /rest-api/families/invitation/read': {
    can: 'anyone',
    does: 'Returns what the link of an invitation gives access to. Changes nothing.',
    body: z.object({ token: Token }),
    returns: Invitation,
    refuses: ['link_altered', 'link_expired', 'invitation_gone'],
  },
  'POST /rest-api/families/invitation/accept': {
    can: 'signed_in',
    does: 'Accepts an invitation for the children it was sent for. It can be accepted once, as long as its sender still has the right to invite.',
    body: z.object({ token: Token }),
    returns: Invitation,
    refuses: ['link_altered', 'link_expired', 'invitation_gone', 'link_used', 'family_already'],
  },
} as const satisfies Area

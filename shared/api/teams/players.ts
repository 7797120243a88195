import * as z from 'zod/mini'
import { flags } from '../../permissions.ts'
import { playerFieldTypes } from '../../rules/organizations.ts'
import { feeStatuses } from '../../rules/fees.ts'
import { pictureAudiences } from '../../rules/pictures.ts'
import { rowLimits } from '../../rules/playerRows.ts'
import { Day, Email, Event, id, InviteStatus, part, PersonName, Turnout } from '../fields.ts'
import type { Area } from '../route.ts'
import { Tag } from './overview.ts'

const OnOrOff = z.optional(z.enum(['on', 'off']))
const line = (max: number) => z.string().check(z.trim(), z.maxLength(max), z.regex(/^[^\p{Cc}]*$/u))
/** People with only one name have no last name. */
const LastName = z.union([z.literal(''), PersonName])
const Number = line(rowLimits.number)
const Position = line(rowLimits.position)
const OptionalDay = z.union([z.literal(''), Day])
/** A contact of a player. */
const Contact = z.object({
  name: PersonName,
  relation: line(30),
  email: z.union([z.literal(''), Email]),
  phone: line(30),
  /** Only for the club and the home of the person who entered it. */
  private: z.optional(z.boolean()),
})
const TeamQuery = { o: z.optional(id('team')) }
const areDistinct = (added: { playerId: string }[]): boolean =>
  new Set(added.map(({ playerId }) => playerId)).size === added.length

export const players = {
  'POST /api/v1/addPlayersToTeam': {
    can: 'canEditPlayers',
    subject: 'body.orgUnitId',
    does: 'Adds players to a team, or to the club without a team: existing players, and new ones with ids chosen by the client. Idempotent; a new player whose id was already saved with other content is refused.',
    body: z.object({
      orgUnitId: id('organization', 'team'),
      playersToAdd: z
        .array(
          z.object({
            playerId: id('player'),
            firstName: z.optional(PersonName),
            lastName: z.optional(LastName),
            number: z.optional(Number),
            position: z.optional(Position),
            bornOn: z.optional(OptionalDay),
          }),
        )
        .check(z.minLength(1), z.maxLength(100), z.refine(areDistinct, 'the same player twice')),
      /** Whether they are also invited to the team's coming events. */
      addToUpcomingEvents: OnOrOff,
      /** With this answer; pending by default. */
      inviteStatus: z.optional(InviteStatus),
      /** Restores what this removal took from the team, within a day: number, position, and each invite with its answer. */
      removal: z.optional(part('r')),
    }),
    returns: z.object({ success: z.boolean(), message: z.string(), added: z.int(), invited: z.int() }),
    refuses: ['team_archived', 'already_there', 'saved_before'],
  },
  'POST /api/v1/removePlayer': {
    can: 'canEditPlayers',
    subject: 'body.teamId',
    does: 'Removes a player from a team and, with `removeFromEvents`, from its upcoming events. Idempotent.',
    body: z.object({
      teamId: id('team'),
      playerId: id('player'),
      removeFromEvents: OnOrOff,
      /** An id chosen by the client, if it may be undone: addPlayersToTeam restores what it took under that id. */
      removal: z.optional(part('r')),
    }),
    returns: z.object({ success: z.boolean(), message: z.string() }),
  },
  'GET /rest-api/teams/player/{playerId}': {
    can: 'member',
    subject: 'path.playerId',
    team: 'query.o',
    does: 'Returns a player as far as the caller may see their data: teams, birth date, contacts, health information, family, tags and upcoming events. Coaches pass the team that the player is on as `o`.',
    early: true,
    query: z.object(TeamQuery),
    returns: z.object({
      id: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      /** The URL of their picture, valid for a few minutes; without it, initials are shown. */
      pictureUrl: z.optional(z.string()),
      /** To whom pictures may be shown, and who in the family decided that; null for users whom it does not concern. */
      pictures: z.nullable(
        z.object({
          to: z.nullable(z.enum(pictureAudiences)),
          said: z.nullable(z.object({ name: z.string(), at: z.string() })),
          maySay: z.boolean(),
        }),
      ),
      /** Null if the caller may not know it; empty if it is not set. */
      bornOn: z.nullable(z.string()),
      contacts: z.nullable(z.array(Contact)),
      /** Guardians as the club knows them from an import: only for users who read contacts for the club. */
      grownUps: z.optional(z.array(z.object({ name: z.string(), email: z.string(), phone: z.string() }))),
      medical: z.nullable(z.string()),
      /** The revision of contacts and health, on which changes can be conditional. */
      revision: z.optional(z.int()),
      teams: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          archived: z.boolean(),
          number: z.string(),
          position: z.string(),
        }),
      ),
      /** The club's custom fields; null if the caller may not know them. */
      fields: z.nullable(
        z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            type: z.enum(playerFieldTypes),
            choices: z.array(z.string()),
            required: z.boolean(),
            value: z.string(),
          }),
        ),
      ),
      tags: z.array(Tag),
      family: z.array(z.object({ name: z.string(), relation: z.enum(['own', 'following']) })),
      events: z.array(z.object({ event: Event, status: InviteStatus })),
      /** In the last 90 days; null if the caller may not know answers. */
      answered: z.nullable(Turnout),
      permissions: z.array(z.enum(flags)),
    }),
  },
  'GET /rest-api/teams/player/{playerId}/standing': {
    can: 'member',
    subject: 'path.playerId',
    team: 'query.o',
    does: 'Returns the agreements that a player’s family has signed and the fees of the player, as far as the caller may see them.',
    early: true,
    query: z.object(TeamQuery),
    returns: z.object({
      /**
       * The club's current agreements; null for users whom they do not concern. `signed`: by whom and when, if the signature is
       * still valid.
       */
      papers: z.nullable(
        z.array(
          z.object({
            id: z.string(),
            title: z.string(),
            signed: z.nullable(z.object({ by: z.string(), at: z.string() })),
          }),
        ),
      ),
      /** Latest due date first; null for users whom they do not concern. */
      fees: z.nullable(
        z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            amountInCents: z.int(),
            outstandingInCents: z.int(),
            dueOn: z.string(),
            status: z.enum(feeStatuses),
          }),
        ),
      ),
    }),
  },
  'PUT /rest-api/teams/player/{playerId}': {
    can: { grownUp: 'family' },
    subject: 'path.playerId',
    team: 'query.o',
    does: 'Updates the given fields of a player. Families can change birth date, contacts and health information; names, number and position require the right to edit players, and health information the right to see it. With `revision`, the call is refused if contacts, health information or answers were changed since.',
    query: z.object(TeamQuery),
    body: z.object({
      firstName: z.optional(PersonName),
      lastName: z.optional(LastName),
      bornOn: z.optional(OptionalDay),
      /** On the given team. */
      number: z.optional(Number),
      position: z.optional(Position),
      /** Each home enters six at most; the club sees, and saves, those of all of them. */
      contacts: z.optional(z.array(Contact).check(z.maxLength(24))),
      medical: z.optional(z.string().check(z.trim(), z.maxLength(2000))),
      /** The revision of contacts and health it is conditional on; if omitted, they are overwritten. */
      revision: z.optional(z.int()),
      /** Answers to the club's custom fields, by field id; '' removes one. */
      fields: z.optional(
        z.record(
          z.string().check(z.regex(/^[a-z0-9]{1,32}$/)),
          z.string().check(z.trim(), z.maxLength(1000), z.regex(/^[^\p{Cc}]*$/u)),
        ),
      ),
    }),
    returns: z.object({ id: z.string(), revision: z.optional(z.int()) }),
    refuses: ['conflict'],
  },
} as const satisfies Area

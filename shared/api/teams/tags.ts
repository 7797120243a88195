import * as z from 'zod/mini'
import { registrationStatuses } from '../../rules/registrations/registration.ts'
import { id } from '../fields.ts'
import type { Area } from '../route.ts'
import { Tag } from './overview.ts'

const tagLimit = 30
const TagName = z.string().check(z.trim(), z.minLength(1), z.maxLength(tagLimit), z.regex(/^[^\p{Cc}]*$/u))
/** The player with the tag. Coaches give the team (`o`) that the player is on. */
const Context = z.object({ context: id('player'), o: z.optional(id('team')) })

export const tags = {
  'POST /rest-api/tag/create': {
    can: 'canEditPlayers',
    subject: 'body.orgUnitId',
    does: 'Creates a tag of a club. If a tag with the same name exists, ignoring case and accents, it is returned instead.',
    body: z.object({ orgUnitId: id('organization', 'team'), tagId: id('tag'), name: TagName }),
    returns: Tag,
  },
  'PUT /rest-api/tag/association/add/{tagId}': {
    can: 'canEditPlayers',
    subject: 'query.context',
    team: 'query.o',
    does: 'Adds a tag to a player.',
    query: Context,
    returns: z.object({ tags: z.array(Tag) }),
  },
  'DELETE /rest-api/tag/delete/association/{tagId}': {
    can: 'canEditPlayers',
    subject: 'query.context',
    team: 'query.o',
    does: 'Removes a tag from a player.',
    query: Context,
    returns: z.object({ tags: z.array(Tag) }),
  },
  'GET /rest-api/tag/names/{orgUnitId}': {
    // Only the names of the tags, not who has them.
    can: { anyOf: ['canEditPlayers', 'canManageRegistration'] },
    subject: 'path.orgUnitId',
    does: 'Lists the tags of a club.',
    early: true,
    returns: z.object({ tags: z.array(Tag) }),
  },
  'GET /rest-api/tag/names/{orgId}/{orgUnitId}': {
    can: 'canEditPlayers',
    subject: 'path.orgUnitId',
    does: 'Lists the tags of the players of a team or of the whole club; with `registrationStatus`, the tags of registrations that have this status.',
    early: true,
    query: z.object({ registrationStatus: z.optional(z.enum(registrationStatuses)) }),
    returns: z.object({ tags: z.array(Tag) }),
  },
} as const satisfies Area

import * as z from 'zod/mini'
import { reasons } from '../rules/duplicates.ts'
import { id, PlayerName } from './fields.ts'
import type { Area } from './route.ts'

const ComparedPlayer = z.extend(PlayerName, {
  bornOn: z.nullable(z.string()),
  teams: z.array(z.string()),
  contacts: z.array(z.string()),
})
const MergeId = z.string().check(z.regex(/^[a-z0-9]{16,32}$/))
const MergePair = { keepId: id('player'), goneId: id('player') }
const right = { can: 'canEditPlayers', subject: 'path.orgId' } as const

/** Duplicate players: found, previewed, merged, and split again. */
export const duplicates = {
  'GET /rest-api/duplicates/{orgId}': {
    ...right,
    does: 'Lists pairs of players who may be the same person, most likely first; pairs marked as different people; and the merges of the last 30 days.',
    early: true,
    returns: z.object({
      pairs: z.array(
        z.object({ score: z.int(), reasons: z.array(z.enum(reasons)), a: ComparedPlayer, b: ComparedPlayer }),
      ),
      /** Pairs marked as different people, latest first. They are left out of `pairs`. */
      two: z.array(z.object({ a: ComparedPlayer, b: ComparedPlayer })),
      merges: z.array(
        z.object({ mergeId: z.string(), keptId: z.string(), kept: z.string(), gone: z.string(), mergedAt: z.string() }),
      ),
    }),
  },
  'GET /rest-api/duplicates/{orgId}/preview': {
    ...right,
    does: 'Returns the result that merging two players would have, without changing anything.',
    early: true,
    query: z.object(MergePair),
    returns: z.object({
      player: ComparedPlayer,
      family: z.int(),
      grownUps: z.int(),
      /** Invites that are moved, and those to past events that stay. */
      invites: z.int(),
      invitesLeft: z.int(),
      /** Fees that are moved; the sum owed on them is only for users who edit the club's fees. */
      fees: z.int(),
      /** Registration places that are moved, including waiting lists. */
      places: z.int(),
      /** Registrations on which both are, which prevents a merge. What was paid is only for users who edit the club's fees. */
      twiceRegistered: z.array(
        z.object({
          registrationId: z.string(),
          name: z.string(),
          keepPaidInCents: z.nullable(z.int()),
          gonePaidInCents: z.nullable(z.int()),
        }),
      ),
      owedInCents: z.nullable(z.int()),
    }),
    refuses: ['cannot_merge', 'both_answered', 'taken_is_family', 'too_many_contacts', 'health_too_long'],
  },
  'POST /rest-api/duplicates/{orgId}/merge': {
    ...right,
    does: 'Merges two players into one in a single step: teams, family, contacts, invites, fees and registrations move to the player who is kept. If there are very many upcoming invites, the last of them are moved immediately afterwards. Idempotent; repeating an interrupted call completes it.',
    body: z.object({ mergeId: MergeId, ...MergePair }),
    returns: z.object({ mergeId: z.string(), keptId: z.string() }),
    refuses: [
      'cannot_merge',
      'both_answered',
      'taken_is_family',
      'both_registered',
      'too_many_contacts',
      'health_too_long',
    ],
  },
  'POST /rest-api/duplicates/{orgId}/undo': {
    ...right,
    does: 'Splits two merged players again, within 30 days of the merge. Later changes stay with the player who was kept, and access that was revoked since is not restored.',
    body: z.object({ mergeId: MergeId }),
    returns: z.object({ playerId: z.string() }),
    refuses: ['merge_gone'],
  },
  'PUT /rest-api/duplicates/{orgId}/two': {
    ...right,
    does: 'Marks two similar players as different people, so that they are no longer suggested as duplicates, or removes this mark. Idempotent.',
    body: z.object({ oneId: id('player'), otherId: id('player'), two: z.boolean() }),
    returns: z.object({ two: z.boolean() }),
  },
} as const satisfies Area

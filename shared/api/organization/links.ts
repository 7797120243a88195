import * as z from 'zod/mini'
import type { Area } from '../route.ts'

const text = z.string().check(z.trim(), z.maxLength(2000))
const Links = z.array(z.object({ name: text, url: text })).check(z.maxLength(100))

/** Where a club points to elsewhere: its league, its shop, its rules. */
export const links = {
  'GET /rest-api/organization/links/{orgUnitId}': {
    can: 'member',
    subject: 'path.orgUnitId',
    does: 'Lists the links of an organization, or of a team with those of its organization.',
    early: true,
    returns: z.object({
      name: z.string(),
      links: Links,
      /** Of a team: what its organization points to. */
      ofClub: Links,
      /** Which state of the list this is: a change says upon which it was made. */
      revision: z.int(),
    }),
  },
  'PUT /rest-api/organization/links/{orgUnitId}': {
    can: 'canEditTeam',
    subject: 'path.orgUnitId',
    does: 'Changes the links of an organization or a team. Refused when somebody else has changed them since.',
    body: z.object({ links: Links, revision: z.int() }),
    returns: z.object({ revision: z.int() }),
    refuses: ['conflict'],
  },
} as const satisfies Area

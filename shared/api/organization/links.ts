import * as z from 'zod/mini'
import type { Area } from '../route.ts'

const text = z.string().check(z.trim(), z.maxLength(2000))
const Links = z.array(z.object({ name: text, url: text })).check(z.maxLength(100))

/** A club's external links: its league, its shop, its rules. */
export const links = {
  'GET /rest-api/organization/links/{orgUnitId}': {
    can: 'member',
    subject: 'path.orgUnitId',
    does: 'Lists the links of an organization, or of a team together with those of its organization.',
    early: true,
    returns: z.object({
      name: z.string(),
      links: Links,
      /** For a team: its organization's links. */
      ofClub: Links,
      /** Changes are conditional on it. */
      revision: z.int(),
    }),
  },
  'PUT /rest-api/organization/links/{orgUnitId}': {
    can: 'canEditTeam',
    subject: 'path.orgUnitId',
    does: 'Updates the links of an organization or team. Refused if they were changed since the given revision.',
    body: z.object({ links: Links, revision: z.int() }),
    returns: z.object({ revision: z.int() }),
    refuses: ['conflict'],
  },
} as const satisfies Area

import * as z from 'zod/mini'
import { Cursor } from '../fields.ts'
import { file } from '../media.ts'
import type { Area } from '../route.ts'

const sales = { staff: ['ROLE_ADMIN', 'ROLE_SALES'] } as const
/** Staff who follow how the product is used. */
const track = { staff: ['ROLE_ADMIN', 'ROLE_TRACK'] } as const
const SearchText = z.optional(z.string().check(z.trim(), z.maxLength(64)))
const Club = z.object({
  id: z.string(),
  name: z.string(),
  sport: z.string(),
  timezone: z.string(),
  country: z.string(),
  academyEnabled: z.boolean(),
  customRegistrationEnabled: z.boolean(),
})
const LicensedClub = z.object({ id: z.string(), name: z.string(), sport: z.string(), given: z.int(), used: z.int() })

const Usage = z.object({
  requests: z.number(),
  readUnits: z.number(),
  writeUnits: z.number(),
  ms: z.number(),
  mails: z.number(),
  bytes: z.number(),
  scans: z.number(),
  scannedBytes: z.number(),
})

export const reports = {
  'GET /rest-api/report/costs': {
    can: sales,
    does: 'Lists clubs by name with their usage in a month, what it cost Touchline in cents, and what the club pays per month, 20 per page.',
    query: z.object({ month: z.optional(z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/))), cursor: Cursor }),
    returns: z.object({
      month: z.string(),
      clubs: z.array(
        z.object({ id: z.string(), name: z.string(), usage: Usage, costCents: z.number(), paysCents: z.int() }),
      ),
      cursor: z.nullable(z.string()),
    }),
  },
  'GET /rest-api/report/org-list': {
    can: sales,
    does: 'Lists all clubs by name, 40 per page; with `show`, those whose name begins with it.',
    query: z.object({ show: SearchText, cursor: Cursor }),
    returns: z.object({ clubs: z.array(Club), cursor: z.nullable(z.string()) }),
  },
  'GET /rest-api/report/org-list/csv': {
    can: sales,
    does: 'Exports the list of clubs as a CSV file; with `show`, those whose name begins with it.',
    query: z.object({ show: SearchText }),
    returns: file('text/csv'),
  },
  'GET /rest-api/report/stats': {
    can: sales,
    does: 'Returns the numbers of clubs, people and teams, now and on each day of a week, month or year.',
    query: z.object({ show: z.optional(z.enum(['week', 'month', 'year'])) }),
    returns: z.object({
      days: z.array(
        z.object({
          day: z.string(),
          clubs: z.int(),
          people: z.int(),
          teams: z.int(),
          licences: z.int(),
        }),
      ),
      sports: z.array(z.object({ sport: z.string(), clubs: z.int() })),
    }),
  },
  'GET /rest-api/report/use': {
    can: track,
    does: 'Returns how often screens were opened on each day of a week or month, and which. Only users who agreed to be counted are included.',
    query: z.object({ show: z.optional(z.enum(['week', 'month'])) }),
    returns: z.object({
      days: z.array(z.object({ day: z.string(), opened: z.int() })),
      screens: z.array(z.object({ screen: z.string(), opened: z.int() })),
    }),
  },
  'GET /rest-api/report/organization-subscriptions': {
    can: sales,
    does: 'Lists clubs by name with the number of teams they are licensed for and the number they have, 40 per page.',
    query: z.object({ cursor: Cursor }),
    returns: z.object({ clubs: z.array(LicensedClub), cursor: z.nullable(z.string()) }),
  },
  'GET /rest-api/report/organization-subscriptions/csv': {
    can: sales,
    does: 'Exports the license numbers of all clubs as a CSV file.',
    returns: file('text/csv'),
  },
} as const satisfies Area

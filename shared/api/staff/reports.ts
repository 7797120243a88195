import * as z from 'zod/mini'
import { Cursor } from '../fields.ts'
import { file } from '../media.ts'
import type { Area } from '../route.ts'

const sales = { staff: ['ROLE_ADMIN', 'ROLE_SALES'] } as const
/** Staff who follow how the product is used. */
const track = { staff: ['ROLE_ADMIN', 'ROLE_TRACK'] } as const
const Show = z.optional(z.string().check(z.trim(), z.maxLength(64)))
const Club = z.object({
  id: z.string(),
  name: z.string(),
  sport: z.string(),
  timezone: z.string(),
  country: z.string(),
  academyEnabled: z.boolean(),
  customRegistrationEnabled: z.boolean(),
})
const Licensed = z.object({ id: z.string(), name: z.string(), sport: z.string(), given: z.int(), used: z.int() })

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
    does: 'Lists clubs by name with what each used in a month and what that cost us in cents, beside what it pays for one, 20 at a time.',
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
    does: 'Lists all clubs by name, 40 at a time; with `show`, those whose name begins so.',
    query: z.object({ show: Show, cursor: Cursor }),
    returns: z.object({ clubs: z.array(Club), cursor: z.nullable(z.string()) }),
  },
  'GET /rest-api/report/org-list/csv': {
    can: sales,
    does: 'The same as a table, all of it.',
    query: z.object({ show: Show }),
    returns: file('text/csv'),
  },
  'GET /rest-api/report/stats': {
    can: sales,
    does: 'Shows how many clubs, people and teams there are, and were on each day of a week, a month or a year.',
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
    does: 'Shows how often screens were opened on each day of a week or a month, and which; only of those who agreed to be counted.',
    query: z.object({ show: z.optional(z.enum(['week', 'month'])) }),
    returns: z.object({
      days: z.array(z.object({ day: z.string(), opened: z.int() })),
      screens: z.array(z.object({ screen: z.string(), opened: z.int() })),
    }),
  },
  'GET /rest-api/report/organization-subscriptions': {
    can: sales,
    does: 'Lists clubs by name with how many teams they may have and have, 40 at a time.',
    query: z.object({ cursor: Cursor }),
    returns: z.object({ clubs: z.array(Licensed), cursor: z.nullable(z.string()) }),
  },
  'GET /rest-api/report/organization-subscriptions/csv': {
    can: sales,
    does: 'The same as a table, all of it.',
    returns: file('text/csv'),
  },
} as const satisfies Area

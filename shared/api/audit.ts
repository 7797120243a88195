import * as z from 'zod/mini'
import { auditedKinds } from '../rules/audit.ts'
import { isTimezone } from '../rules/organizations.ts'
import { Cursor, Day, UserId } from './fields.ts'
import { file } from './media.ts'
import type { Area } from './route.ts'

const filter = {
  /** Only what happened on this day, in this time zone; UTC by default. */
  day: z.optional(Day),
  timezone: z.optional(z.string().check(z.maxLength(64), z.refine(isTimezone))),
  /** Only this person's actions. */
  person: z.optional(UserId),
  kind: z.optional(z.enum(auditedKinds)),
}
const Value = z.nullable(z.string())

/** The audit log of a club. */
export const audit = {
  'GET /rest-api/audit/{orgId}': {
    can: 'canEditAdministrators',
    subject: 'path.orgId',
    does: 'Lists the changes in a club in the last two years, newest first, up to 50 per page.',
    early: true,
    query: z.object({ ...filter, cursor: Cursor }),
    returns: z.object({
      entries: z.array(
        z.object({
          id: z.string(),
          when: z.string(),
          who: z.object({ id: z.string(), name: z.string() }),
          /** The staff member who acted on that person's behalf. */
          through: z.nullable(z.object({ id: z.string(), name: z.string() })),
          kind: z.string(),
          change: z.enum(['created', 'changed', 'removed', 'read']),
          /** The ids of what was changed. */
          about: z.array(z.string()),
          /** The names of those players, teams and people that still exist. */
          subjects: z.array(z.string()),
          /** What changed: null for values that are not logged. */
          changes: z.array(z.object({ name: z.string(), before: Value, after: Value })),
        }),
      ),
      cursor: z.nullable(z.string()),
    }),
  },
  'GET /rest-api/audit/{orgId}/csv': {
    logged: 'Export',
    can: 'canEditAdministrators',
    subject: 'path.orgId',
    does: 'Exports the changes in a club in one month as CSV.',
    query: z.object({ month: z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/)) }),
    returns: file('text/csv'),
  },
} as const satisfies Area

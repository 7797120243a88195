import * as z from 'zod/mini'
import { flags } from '../../permissions.ts'
import { Cursor, DaysBack } from '../fields.ts'
import { Reason } from '../reason.ts'
import type { Area } from '../route.ts'
import { mailStates } from '../../rules/mails.ts'

const text = z.string().check(z.trim(), z.maxLength(200))
/** Support staff: for people and their mails. */
const support = { staff: ['ROLE_ADMIN', 'ROLE_ORG_ADMIN'] } as const

const User = z.object({ id: z.string(), name: z.string(), email: z.string() })
const Sessions = z.object({
  disabled: z.boolean(),
  /** Sign-ins before this have ended; null if that was never requested. */
  endedAt: z.nullable(z.string()),
})

export const users = {
  'GET /rest-api/staff/erasures': {
    can: support,
    does: 'Lists the scheduled erasures of accounts by due date, earliest first, up to 100, each with its receipt number. Contains no personal data.',
    returns: z.object({
      erasures: z.array(
        z.object({
          receiptId: z.string(),
          due: z.string(),
          /** It is overdue: someone has to find out why. */
          late: z.boolean(),
        }),
      ),
    }),
  },
  'POST /rest-api/staff/users/search': {
    can: support,
    does: 'Lists all accounts by name, 50 per page; with `search`, the first accounts whose name or email address begins with it. The search text is sent in the body so that it does not appear in URLs.',
    body: z.object({ search: z.optional(text), cursor: Cursor }),
    returns: z.object({ users: z.array(User), cursor: z.nullable(z.string()) }),
  },
  'GET /rest-api/staff/user/{userId}': {
    can: support,
    does: 'Returns an account: its clubs and teams with the rights there, the number of its players, and whether it can be used.',
    returns: z.object({
      user: User,
      clubs: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          permissions: z.array(z.enum(flags)),
          teams: z.array(z.object({ id: z.string(), name: z.string(), permissions: z.array(z.enum(flags)) })),
        }),
      ),
      /** Only a number: children's names are not shown here. */
      players: z.int(),
      following: z.int(),
      sessions: Sessions,
      /** Staff actions on the account or on its behalf, newest first. */
      actions: z.array(
        z.object({
          id: z.string(),
          when: z.string(),
          act: z.enum(['ended', 'disabled', 'enabled', 'in_place', 'in_place_over']),
          who: z.string(),
          reason: z.string(),
        }),
      ),
    }),
  },
  'POST /rest-api/staff/user/{userId}/in-place': {
    can: { staff: ['ROLE_ADMIN'] },
    does: 'Starts acting on behalf of a user, for one hour and only in this session, by two cookies that the response sets.',
    body: z.object({ reason: Reason }),
    setsCookies: true,
    returns: z.object({ ends: z.string() }),
    refuses: ['not_yourself'],
  },
  'POST /rest-api/staff/user/{userId}/end-sessions': {
    can: { staff: ['ROLE_ADMIN'] },
    does: 'Signs an account out on all devices. Links that were mailed to it end as well.',
    body: z.object({ reason: Reason }),
    returns: Sessions,
  },
  'PUT /rest-api/staff/user/{userId}/disabled': {
    can: { staff: ['ROLE_ADMIN'] },
    does: 'Disables an account from its next request on, or enables it again. Staff cannot disable their own account.',
    body: z.object({ disabled: z.boolean(), reason: Reason }),
    returns: Sessions,
    refuses: ['not_yourself'],
  },
  'GET /api/v1/mail-delivery': {
    can: support,
    does: 'Lists emails of the last days with their delivery state, newest first; with `to`, those to this address.',
    query: z.object({
      to: z.optional(text),
      from: z.optional(text),
      subject: z.optional(text),
      daysBack: z.optional(DaysBack),
      cursor: Cursor,
    }),
    returns: z.object({
      mails: z.array(
        z.object({
          id: z.string(),
          letter: z.string(),
          to: z.string(),
          from: z.string(),
          subject: z.string(),
          wantedAt: z.string(),
          state: z.enum(mailStates),
          why: z.string(),
        }),
      ),
      cursor: z.nullable(z.string()),
    }),
  },
} as const satisfies Area

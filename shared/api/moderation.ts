import * as z from 'zod/mini'
import { authorMeasures, keepChoices, reportNoteLimit, reportReasons } from '../rules/chat.ts'
import { readAlongChoices } from '../rules/chatSafety.ts'
import { id, UserId } from './fields.ts'
import { looks } from './chat/looks.ts'
import { MessageSid } from './chat/fields.ts'
import type { Area } from './route.ts'

const Report = z.object({
  conversationSid: z.string(),
  messageSid: z.string(),
  /** Its text when it was reported. */
  text: z.string(),
  files: z.array(z.string()),
  sentAt: z.string(),
  author: z.string(),
  reportedBy: z.string(),
  reportedAt: z.string(),
  reason: z.enum(reportReasons),
  note: z.string(),
  settled: z.nullable(z.enum(['hidden', 'kept'])),
  /** The measure that the club has taken against its author. */
  authorWas: z.nullable(z.enum(authorMeasures)),
})
const BlockedUser = z.object({ userId: z.string(), name: z.string(), blockedAt: z.string() })
const ReadAlongYears = z.int().check(z.refine((years) => readAlongChoices.some((each) => each === years)))
const Rules = z.object({
  offTeams: z.array(z.string()),
  directOff: z.boolean(),
  readAlongUntil: z.int(),
  keepMonths: z.int(),
})
const Months = z.int().check(z.refine((months) => keepChoices.some((each) => each === months)))
const ofClub = { can: 'canEditAdministrators', subject: 'path.orgId' } as const

/** How a club moderates its chat: reports, and settings. */
export const moderation = {
  ...looks,
  'POST /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/report': {
    can: 'member',
    subject: 'path.conversationSid',
    does: 'Reports a chat message to the administrators of the club, except its author. The message must be visible to the caller, or to a child of theirs whose chat they read as guardian. Each person can report a message once. If the club has no other administrator, Touchline’s staff is notified that there is a report.',
    body: z.object({
      reason: z.enum(reportReasons),
      note: z.optional(z.string().check(z.trim(), z.maxLength(reportNoteLimit))),
    }),
    /** Who is told: the club's administrators, or Touchline's staff. */
    returns: z.object({ told: z.enum(['club', 'touchline']) }),
  },
  'GET /rest-api/chat/reports/{orgId}': {
    ...ofClub,
    does: 'Lists the reported chat messages of a club, newest first and without those written by the caller, and the users blocked from its chat.',
    early: true,
    returns: z.object({ reports: z.array(Report), blocked: z.array(BlockedUser) }),
  },
  'POST /rest-api/chat/reports/{orgId}/settle': {
    ...ofClub,
    does: 'Settles a report: hides the message or keeps it, and optionally warns its author or blocks them from the club’s chat. The report with the text of the message is kept. A message that someone else has hidden meanwhile stays hidden, which the response shows.',
    body: z.object({
      conversationSid: id('conversation'),
      messageSid: MessageSid,
      settled: z.enum(['hidden', 'kept']),
      author: z.optional(z.enum(authorMeasures)),
    }),
    returns: z.object({ settled: z.enum(['hidden', 'kept']) }),
  },
  'DELETE /rest-api/chat/blocked/{orgId}': {
    ...ofClub,
    does: 'Unblocks a user from a club’s chat and adds them to the conversations of their teams again.',
    query: z.object({ userId: UserId }),
    returns: z.object({}),
  },
  'GET /rest-api/chat/rules/{orgId}': {
    ...ofClub,
    does: 'Returns a club’s chat settings: teams without chat, whether direct messages between two people are allowed, the age until which guardians can read a child’s chat, and how long messages are kept.',
    early: true,
    returns: Rules,
  },
  'PUT /rest-api/chat/rules/{orgId}': {
    ...ofClub,
    does: 'Updates a club’s chat settings: teams without chat, direct messages between two people, the age until which guardians can read a child’s chat, and the number of months for which messages are kept. Omitted fields stay unchanged. `team` changes one team; `offTeams` replaces the list of all teams without chat.',
    body: z.object({
      offTeams: z.optional(z.array(id('team')).check(z.maxLength(500))),
      team: z.optional(z.object({ id: id('team'), off: z.boolean() })),
      directOff: z.optional(z.boolean()),
      readAlongUntil: z.optional(ReadAlongYears),
      keepMonths: z.optional(Months),
    }),
    returns: Rules,
  },
} as const satisfies Area

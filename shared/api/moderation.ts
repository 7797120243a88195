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
const Blocked = z.object({ userId: z.string(), name: z.string(), blockedAt: z.string() })
const Until = z.int().check(z.refine((years) => readAlongChoices.some((each) => each === years)))
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
    does: 'Reports a message to those who run the club, except who wrote it: one that is before the caller, or before their own child as whose guardian they read along. Once by each person. Where nobody else runs the club, our own people are told that there is one.',
    body: z.object({
      reason: z.enum(reportReasons),
      note: z.optional(z.string().check(z.trim(), z.maxLength(reportNoteLimit))),
    }),
    /** Who is told: the club's administrators, or Touchline's staff. */
    returns: z.object({ told: z.enum(['club', 'touchline']) }),
  },
  'GET /rest-api/chat/reports/{orgId}': {
    ...ofClub,
    does: 'Lists the messages that were reported in a club, the newest first, none that the reader has written; and whom it has blocked.',
    early: true,
    returns: z.object({ reports: z.array(Report), blocked: z.array(Blocked) }),
  },
  'POST /rest-api/chat/reports/{orgId}/settle': {
    ...ofClub,
    does: 'Hides a message that was reported, or lets it stand, and warns its author, or shuts them out of the club’s chat. The report stays, with what the message said. What somebody else has hidden meanwhile stays hidden, and is answered as such.',
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
    does: 'Lets somebody back into a club’s chat. They are in the conversations of their teams again.',
    query: z.object({ userId: UserId }),
    returns: z.object({}),
  },
  'GET /rest-api/chat/rules/{orgId}': {
    ...ofClub,
    does: 'Tells in which teams of a club chat is switched off, whether two people may write to each other alone, until which age guardians read along, and for how long messages are kept.',
    early: true,
    returns: Rules,
  },
  'PUT /rest-api/chat/rules/{orgId}': {
    ...ofClub,
    does: 'Switches chat of a club’s teams, and messages between two people, off or on; says until which age guardians read along, and after how many months messages are taken away. What is left out stays as it is; `team` is one of the teams, `offTeams` are all that are off.',
    body: z.object({
      offTeams: z.optional(z.array(id('team')).check(z.maxLength(500))),
      team: z.optional(z.object({ id: id('team'), off: z.boolean() })),
      directOff: z.optional(z.boolean()),
      readAlongUntil: z.optional(Until),
      keepMonths: z.optional(Months),
    }),
    returns: Rules,
  },
} as const satisfies Area

import * as z from 'zod/mini'
import { reportNoteLimit, reportReasons } from '../rules/chat.ts'
import { id } from './fields.ts'
import { MessageSid } from './chat/fields.ts'
import type { Area } from './route.ts'

const Report = z.object({
  conversationSid: z.string(),
  messageSid: z.string(),
  /** What it said when it was reported. */
  text: z.string(),
  files: z.array(z.string()),
  sentAt: z.string(),
  author: z.string(),
  reportedBy: z.string(),
  reportedAt: z.string(),
  reason: z.enum(reportReasons),
  note: z.string(),
  settled: z.nullable(z.enum(['hidden', 'kept'])),
})
const Rules = z.object({ offTeams: z.array(z.string()), directOff: z.boolean() })
const ofClub = { can: 'canEditAdministrators', subject: 'path.orgId' } as const

/** How a club looks after its chat: what is reported there, and what is switched off. */
export const moderation = {
  'POST /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/report': {
    can: 'member',
    subject: 'path.conversationSid',
    does: 'Reports a message to those who run the club, except who wrote it. Once by each person.',
    body: z.object({
      reason: z.enum(reportReasons),
      note: z.optional(z.string().check(z.trim(), z.maxLength(reportNoteLimit))),
    }),
    returns: z.object({}),
  },
  'GET /rest-api/chat/reports/{orgId}': {
    ...ofClub,
    does: 'Lists the messages that were reported in a club, the newest first; none that the reader has written.',
    returns: z.object({ reports: z.array(Report) }),
  },
  'POST /rest-api/chat/reports/{orgId}/settle': {
    ...ofClub,
    does: 'Hides a message that was reported, or lets it stand. The report stays, with what the message said.',
    body: z.object({
      conversationSid: id('conversation'),
      messageSid: MessageSid,
      settled: z.enum(['hidden', 'kept']),
    }),
    returns: z.object({}),
  },
  'GET /rest-api/chat/rules/{orgId}': {
    ...ofClub,
    does: 'Tells in which teams of a club chat is switched off, and whether two people may write to each other alone.',
    returns: Rules,
  },
  'PUT /rest-api/chat/rules/{orgId}': {
    ...ofClub,
    does: 'Switches chat of a club’s teams, and messages between two people, off or on.',
    body: z.object({ offTeams: z.array(id('team')).check(z.maxLength(500)), directOff: z.boolean() }),
    returns: Rules,
  },
} as const satisfies Area

import * as z from 'zod/mini'
import { lookReason } from '../../rules/chat.ts'
import { id, rule } from '../fields.ts'
import { file } from '../media.ts'
import type { Area } from '../route.ts'
import { Message, Place } from './fields.ts'

const ofClub = { can: 'canEditAdministrators', subject: 'path.orgId' } as const
const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const Trace = z.object({
  messageSid: z.string(),
  text: z.string(),
  files: z.array(z.string()),
  became: z.enum(['edited', 'takenBack', 'hidden']),
  changedAt: z.string(),
})

/** Reviews of conversations by administrators who are not members. The reason is shown to all members. */
export const looks = {
  'POST /rest-api/chat/looks/{orgId}': {
    ...ofClub,
    spends: 'mail',
    does: 'Starts a review of a conversation by an administrator, for a day and with a reason. Everyone in the conversation sees who reviews it and why, and is notified by email.',
    body: z.object({
      conversationSid: id('conversation'),
      reason: z.string().check(z.trim(), rule(lookReason.why, lookReason.max)),
    }),
    returns: z.object({ endsAt: z.string() }),
  },
  'GET /rest-api/chat/looks/{orgId}/{conversationSid}': {
    ...ofClub,
    does: 'Lists the messages of a conversation under review by the caller, newest first, with their earlier versions.',
    early: true,
    query: z.object({ cursor: z.optional(Place) }),
    returns: z.object({
      people: z.array(z.object({ userId: z.string(), name: z.string() })),
      messages: z.array(Message),
      traces: z.array(Trace),
      cursor: z.nullable(z.string()),
    }),
    refuses: ['chat_no_look'],
  },
  'POST /rest-api/chat/looks/{orgId}/{conversationSid}/evidence': {
    ...ofClub,
    does: 'Exports a signed copy of a conversation under review by the caller, in which each message has a hash of itself and all before it. The export is recorded.',
    returns: file('application/json'),
    refuses: ['chat_no_look'],
  },
  'POST /rest-api/chat/evidence/{orgId}/check': {
    ...ofClub,
    does: 'Returns whether the hash of an exported copy was signed by Touchline.',
    body: z.object({ hash: Hash, seal: z.string().check(z.maxLength(100)) }),
    returns: z.object({ isOurs: z.boolean() }),
  },
} as const satisfies Area

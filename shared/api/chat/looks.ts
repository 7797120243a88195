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

/** Reviews by administrators of conversations that they are not in: with a reason, which all members are told. */
export const looks = {
  'POST /rest-api/chat/looks/{orgId}': {
    ...ofClub,
    spends: 'mail',
    does: 'Has an administrator read a conversation of the club for a day, for a reason: everybody in it sees who and why, and is mailed that it is so.',
    body: z.object({
      conversationSid: id('conversation'),
      reason: z.string().check(z.trim(), rule(lookReason.why, lookReason.max)),
    }),
    returns: z.object({ endsAt: z.string() }),
  },
  'GET /rest-api/chat/looks/{orgId}/{conversationSid}': {
    ...ofClub,
    does: 'Lists the messages of a conversation that one looks at, the newest first, and what they said before they were changed.',
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
    does: 'Gives out a sealed copy of a conversation that one looks at: each message with a hash over it and all before it. Who took it is kept account of.',
    returns: file('application/json'),
    refuses: ['chat_no_look'],
  },
  'POST /rest-api/chat/evidence/{orgId}/check': {
    ...ofClub,
    does: 'Says whether a sealed copy ends with a hash that we have sealed.',
    body: z.object({ hash: Hash, seal: z.string().check(z.maxLength(100)) }),
    returns: z.object({ isOurs: z.boolean() }),
  },
} as const satisfies Area

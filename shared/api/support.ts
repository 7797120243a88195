import * as z from 'zod/mini'
import { messageLimit, reportReasons, whyCannotMessage } from '../rules/chat.ts'
import { supportStates } from '../rules/support.ts'
import { Cursor, Email, id, rule } from './fields.ts'
import type { Area } from './route.ts'

/** Chosen by the device for a message: a retry does not send it twice. */
const MessageId = z.string().check(z.regex(/^[\w-]{8,40}$/))
const Text = z.string().check(z.trim(), rule(whyCannotMessage, messageLimit))
const Seq = z.int().check(z.minimum(0), z.maximum(999_999_999))
/** The secret with which a visitor's device finds its thread. */
const Key = z.string().check(z.regex(/^[\w-]{32,64}$/))

const Message = z.object({
  messageId: z.string(),
  seq: z.int(),
  from: z.enum(['person', 'staff']),
  text: z.string(),
  sentAt: z.string(),
})
/** The newest 200 (before the one numbered `before`), oldest first; `earlier`: there are older ones. */
const Messages = z.object({ messages: z.array(Message), earlier: z.boolean(), lastSeq: z.int(), readSeq: z.int() })
const Before = z.object({ before: z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}$/))) })

/** Support staff. */
const staff = { staff: ['ROLE_ADMIN', 'ROLE_ORG_ADMIN'] } as const
const Thread = z.object({
  threadId: z.string(),
  /** '' for a visitor. */
  name: z.string(),
  email: z.string(),
  isVisitor: z.boolean(),
  state: z.enum(supportStates),
  /** The registration it was last asked from. */
  registrationId: z.nullable(z.string()),
  lastAt: z.string(),
  lastText: z.string(),
})

const Account = z.object({ userId: z.string(), name: z.string() })
/** A chat message that only its author could have been told of in the club, as it was when reported. */
const Reported = z.object({
  text: z.string(),
  files: z.array(z.string()),
  sentAt: z.string(),
  author: Account,
  reportedBy: Account,
  reportedAt: z.string(),
  reason: z.enum(reportReasons),
  note: z.string(),
  settled: z.nullable(z.enum(['hidden', 'kept'])),
})

/** Live chat with Touchline's staff, for people who build a registration or register. */
export const support = {
  'GET /rest-api/support': {
    can: 'signed_in',
    does: 'Shows what one has asked the product’s own people, and what they have answered.',
    query: Before,
    returns: Messages,
  },
  'POST /rest-api/support': {
    can: 'signed_in',
    does: 'Asks the product’s own people something; where nobody answers within ten minutes, their mailbox is told too.',
    body: z.object({ messageId: MessageId, text: Text, registrationId: z.optional(id('registration')) }),
    returns: Message,
    refuses: ['too_many_questions'],
  },
  'POST /rest-api/support/read': {
    can: 'signed_in',
    does: 'Notes up to which message one has read; what was read is not mailed.',
    body: z.object({ seq: Seq }),
    returns: z.object({}),
  },
  'POST /rest-api/support/visitor': {
    can: 'anyone',
    spends: 'question',
    does: 'The same for a stranger, who says at which address an answer finds them; the key is their device’s secret, and a conversation keeps its address.',
    body: z.object({
      key: Key,
      messageId: MessageId,
      text: Text,
      email: Email,
      registrationId: z.optional(id('registration')),
    }),
    returns: Message,
    refuses: ['too_many_questions', 'answered_elsewhere'],
  },
  'POST /rest-api/support/visitor/read': {
    can: 'anyone',
    does: 'Shows a stranger what they have asked from this device, and notes up to which message they have read.',
    body: z.object({ key: Key, seq: z.optional(Seq), before: z.optional(Seq.check(z.minimum(1))) }),
    returns: Messages,
  },
  'GET /rest-api/staff/support': {
    can: staff,
    does: 'Lists who waits for an answer, those who wait longest first; or who has one, or needs none any more, the newest first. 50 a page.',
    query: z.object({
      state: z.optional(z.enum(supportStates)),
      cursor: Cursor,
    }),
    returns: z.object({ threads: z.array(Thread), cursor: z.nullable(z.string()) }),
  },
  'GET /rest-api/staff/support-waiting': {
    can: staff,
    does: 'How many wait for an answer; 100 stands for more.',
    returns: z.object({ waiting: z.int() }),
  },
  'GET /rest-api/staff/support/{threadId}': {
    can: staff,
    does: 'Shows what somebody has asked, and what was answered; or which chat messages of a club were reported to us, since nobody else runs it.',
    query: Before,
    returns: z.extend(Messages, { thread: Thread, reported: z.optional(z.array(Reported)) }),
  },
  'POST /rest-api/staff/support/{threadId}': {
    can: staff,
    does: 'Answers, unless somebody else of us has answered since what was read; who does not see it within five minutes is mailed it.',
    body: z.object({ messageId: MessageId, text: Text, lastSeq: z.optional(Seq) }),
    returns: Message,
    refuses: ['conflict'],
  },
  'POST /rest-api/staff/support/{threadId}/done': {
    can: staff,
    does: 'Says that nothing more is to be answered; what is asked later waits anew.',
    body: z.object({ lastSeq: Seq }),
    returns: z.object({}),
    refuses: ['conflict'],
  },
  'DELETE /rest-api/staff/support/{threadId}': {
    can: staff,
    does: 'Erases all that somebody has asked and was answered, at their wish.',
    returns: z.object({}),
  },
} as const satisfies Area

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
const BeforeQuery = z.object({ before: z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}$/))) })

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
/** A reported chat message, as it was when reported, of a club in which nobody but its author could have been notified. */
const ProblemReport = z.object({
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
    does: 'Returns the caller’s conversation with Touchline’s support staff.',
    query: BeforeQuery,
    returns: Messages,
  },
  'POST /rest-api/support': {
    can: 'signed_in',
    does: 'Sends a message to Touchline’s support staff. If nobody answers within ten minutes, it is also sent to their mailbox.',
    body: z.object({ messageId: MessageId, text: Text, registrationId: z.optional(id('registration')) }),
    returns: Message,
    refuses: ['too_many_questions'],
  },
  'POST /rest-api/support/read': {
    can: 'signed_in',
    does: 'Marks messages up to the given one as read. Answers that were read are not mailed.',
    body: z.object({ seq: Seq }),
    returns: z.object({}),
  },
  'POST /rest-api/support/visitor': {
    can: 'anyone',
    spends: 'question',
    does: 'Sends a message to Touchline’s support staff as a visitor without an account, with the email address for the answer. `key` is the secret of the visitor’s device; the address of a conversation cannot be changed.',
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
    does: 'Returns the support conversation of a visitor’s device, and marks messages up to `seq` as read.',
    body: z.object({ key: Key, seq: z.optional(Seq), before: z.optional(Seq.check(z.minimum(1))) }),
    returns: Messages,
  },
  'GET /rest-api/staff/support': {
    can: staff,
    does: 'Lists support conversations, 50 per page: those waiting for an answer, longest wait first, or those answered or done, newest first.',
    query: z.object({
      state: z.optional(z.enum(supportStates)),
      cursor: Cursor,
    }),
    returns: z.object({ threads: z.array(Thread), cursor: z.nullable(z.string()) }),
  },
  'GET /rest-api/staff/support-waiting': {
    can: staff,
    does: 'Returns the number of support conversations that wait for an answer; 100 means 100 or more.',
    returns: z.object({ waiting: z.int() }),
  },
  'GET /rest-api/staff/support/{threadId}': {
    can: staff,
    does: 'Returns a support conversation, or the chat messages of a club that were reported to Touchline because nobody else administers the club.',
    query: BeforeQuery,
    returns: z.extend(Messages, { thread: Thread, reported: z.optional(z.array(ProblemReport)) }),
  },
  'POST /rest-api/staff/support/{threadId}': {
    can: staff,
    does: 'Answers a support conversation, unless another staff member has answered since `lastSeq`. The answer is also mailed if it is not read within five minutes.',
    body: z.object({ messageId: MessageId, text: Text, lastSeq: z.optional(Seq) }),
    returns: Message,
    refuses: ['conflict'],
  },
  'POST /rest-api/staff/support/{threadId}/done': {
    can: staff,
    does: 'Marks a support conversation as done. A later message makes it wait for an answer again.',
    body: z.object({ lastSeq: Seq }),
    returns: z.object({}),
    refuses: ['conflict'],
  },
  'DELETE /rest-api/staff/support/{threadId}': {
    can: staff,
    does: 'Permanently deletes a support conversation, at the request of the person who started it.',
    returns: z.object({}),
  },
} as const satisfies Area

import type { chat } from '#shared/api/chat.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'
import { conversations } from '../table/conversations.ts'
import { type Message, messages } from '../table/messages.ts'
import { update } from '../table/table.ts'
import { requireMember } from './access.ts'
import { messageView } from './messages.ts'
import { voteOf } from './views.ts'
import { requireWritable } from './writable.ts'

export async function vote({
  userId,
  me,
  stamp,
  params: { conversationSid, messageSid },
  body: { options },
}: CallOf<typeof chat, 'PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/vote'>) {
  const member = await requireMember(conversationSid, { userId, me })
  const [message] = await Promise.all([
    messages.get({ conversationSid, messageSid }),
    requireWritable(stamp, conversationSid),
  ])
  if (!message?.poll || message.seq <= member.sinceSeq) throw new Problem('not_found')
  const chosen = [...new Set(options)].toSorted((a, b) => a - b)
  const isValid = chosen.every((option) => option < (message.poll?.options.length ?? 0))
  if (!isValid || (chosen.length > 1 && !message.poll.several))
    throw new Problem('bad_request', [faultAt('options', 'invalid')])
  const set = { [voteOf(userId)]: chosen.length > 0 ? chosen : undefined } as Partial<Message>
  const row = await update(
    stamp,
    messages.change({ conversationSid, messageSid }, { set, when: [['deletedAt', 'not exists']] }, 'not_found'),
  )
  return messageView(row, { ...member, now: stamp.at })
}

/** Who may pin: in the conversation of a team, coaches and administrators; elsewhere every member. */
export const mayPin = ({ type }: { type: string }, { staff }: { staff?: boolean }): boolean =>
  type !== 'team' || staff === true

export async function pin({
  userId,
  me,
  stamp,
  params: { conversationSid },
  body: { messageSid },
}: CallOf<typeof chat, 'PUT /rest-api/chat/conversations/{conversationSid}/pinned'>) {
  const member = await requireMember(conversationSid, { userId, me })
  const [storedMessage, conversation] = await Promise.all([
    messageSid === null ? undefined : messages.get({ conversationSid, messageSid }),
    requireWritable(stamp, conversationSid),
  ])
  if (!mayPin(conversation, member)) throw new Problem('not_allowed')
  if (
    messageSid !== null &&
    (!storedMessage || storedMessage.deletedAt !== undefined || storedMessage.seq <= member.sinceSeq)
  )
    throw new Problem('not_found')
  await update(stamp, conversations.change({ conversationSid }, { set: { pinned: messageSid ?? undefined } }))
  return {}
}

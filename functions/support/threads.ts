import { Problem } from '#shared/problems.ts'
import { addHours, addSeconds } from '#shared/rules/days.ts'
import { previewOf } from '#shared/rules/chat.ts'
import { minutesUnanswered, minutesUnseen, maxMessagesPerDay, visitorsKeptHours } from '#shared/rules/support.ts'
import { digestOf } from '../secrets/digest.ts'
import { normalEmail } from '../table/emailUsers.ts'
import {
  type SupportMessage,
  supportMessages,
  supportPlace,
  type SupportThread,
  supportThreads,
} from '../table/support.ts'
import { retryOnConflict, update, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Stamp } from '../table/writes.ts'

const maxShown = 200

/** The id of the thread of a visitor without an account: a hash of their secret. */
export const threadOfKey = (key: string): string => `v${digestOf(key)}`
export const isVisitor = (threadId: string): boolean => threadId.startsWith('v') && threadId.length === 44

const messageCard = ({ messageId, seq, from, text, sentAt }: SupportMessage) => ({
  messageId,
  seq,
  from,
  text,
  sentAt,
})

/** The newest messages of a thread, or the newest before a sequence number; one more is read to know whether there are earlier ones. */
export async function messagesOf(threadId: string, thread: SupportThread | undefined, before?: number) {
  const newest = await supportMessages.newest({ threadId }, maxShown + 1, before)
  const { seq: lastSeq = 0, readSeq = 0 } = thread ?? {}
  const messages = newest.slice(0, maxShown).toReversed().map(messageCard)
  return { messages, earlier: newest.length > maxShown, lastSeq, readSeq }
}
export const numberIn = (before: string | undefined) => (before === undefined ? undefined : Number(before))
export const getThread = (threadId: string) => supportThreads.get({ threadId }, { consistent: true })

type MessageInput = { threadId: string; messageId: string; text: string }
type QuestionInput = MessageInput & { email?: string; registrationId?: string | undefined }

/**
 * Adds a question to a thread. The time to answer counts from the first unanswered one. Throws for another e-mail address than the
 * thread's, which may be of somebody else.
 */
export const addQuestion = (stamp: Stamp, { email, registrationId, ...message }: QuestionInput) =>
  retryOnConflict(async () => {
    const { threadId } = message
    const thread = await getThread(threadId)
    const mailbox = thread?.email ?? email
    if (email !== undefined && mailbox !== undefined && normalEmail(email) !== normalEmail(mailbox))
      throw new Problem('answered_elsewhere')
    const day = stamp.at.slice(0, 10)
    const sentToday = thread?.day === day ? thread.onDay : 0
    const existing = await supportMessages.get(message, { consistent: true })
    if (existing) return messageCard(existing)
    if (sentToday >= maxMessagesPerDay) throw new Problem('too_many_questions')
    const isWaiting = thread?.state === 'waiting'
    return addMessage(
      stamp,
      { message, thread, from: 'person' },
      {
        state: 'waiting',
        since: isWaiting ? thread.since : stamp.at,
        day,
        onDay: sentToday + 1,
        // A user who asks on has seen what is there.
        readSeq: (thread?.seq ?? 0) + 1,
        ...(!isWaiting && { mailAt: addSeconds(stamp.at, minutesUnanswered * 60) }),
        ...(email !== undefined && { email }),
        ...(registrationId !== undefined && { registrationId }),
      },
    )
  }, 12)

/** Adds an answer. Throws if somebody else has answered after `lastSeq`, the last message that the author has read. */
export async function addAnswer(stamp: Stamp, message: MessageInput, lastSeq = Infinity) {
  const added = await retryOnConflict(async () => {
    const thread = await getThread(message.threadId)
    if (!thread) throw new Problem('not_found')
    const existing = await supportMessages.get(message, { consistent: true })
    if (existing) return messageCard(existing)
    if (thread.state === 'answered' && thread.seq > lastSeq) return undefined
    const mailAt = thread.state === 'answered' && thread.mailAt ? thread.mailAt : undefined
    return addMessage(
      stamp,
      { message, thread, from: 'staff' },
      { state: 'answered', since: stamp.at, mailAt: mailAt ?? addSeconds(stamp.at, minutesUnseen * 60) },
    )
  }, 12)
  if (!added) throw new Problem('conflict')
  return added
}

type NextMessage = { message: MessageInput; thread: Stored<SupportThread> | undefined } & Pick<SupportMessage, 'from'>
async function addMessage(
  stamp: Stamp,
  { message, thread, from }: NextMessage,
  set: Pick<SupportThread, 'state' | 'since'> & Partial<SupportThread>,
) {
  const { threadId, text } = message
  const seq = (thread?.seq ?? 0) + 1
  const expiry = isVisitor(threadId) && { goesAt: addHours(stamp.at, visitorsKeptHours) }
  const { email } = set
  const row: SupportMessage = {
    ...{ ...message, seq, place: supportPlace(seq), from, sentAt: stamp.at, ...expiry },
    ...(email !== undefined && { email }),
  }
  const threadFields = { seq, lastAt: stamp.at, lastText: previewOf(text), ...expiry, ...set }
  await write(
    stamp,
    thread
      ? supportThreads.change({ threadId }, { set: threadFields, when: ifUnchanged(thread) })
      : supportThreads.create({ threadId, readSeq: 0, day: '', onDay: 0, ...threadFields }),
    supportMessages.create(row),
  )
  return messageCard(row)
}

/** Stores the last read message. A read answer is not mailed. */
export const markThreadRead = (stamp: Stamp, threadId: string, seq: number) =>
  retryOnConflict(async () => {
    const thread = await getThread(threadId)
    if (!thread || seq <= thread.readSeq) return thread
    const readSeq = Math.min(seq, thread.seq)
    const isSeen = thread.state === 'answered' && readSeq === thread.seq
    const set = { readSeq, ...(isSeen && { mailAt: undefined }) }
    return update(stamp, supportThreads.change({ threadId }, { set, when: ifUnchanged(thread) }))
  })

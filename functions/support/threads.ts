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

const shown = ({ messageId, seq, from, text, sentAt }: SupportMessage) => ({
  messageId,
  seq,
  from,
  text,
  sentAt,
})

/** The newest messages of a thread, or the newest before a sequence number; one more is read to know whether there are earlier ones. */
export async function messagesOf(threadId: string, thread: SupportThread | undefined, before?: number) {
  const found = await supportMessages.newest({ threadId }, maxShown + 1, before)
  const { seq: lastSeq = 0, readSeq = 0 } = thread ?? {}
  const messages = found.slice(0, maxShown).toReversed().map(shown)
  return { messages, earlier: found.length > maxShown, lastSeq, readSeq }
}
export const numberIn = (before: string | undefined) => (before === undefined ? undefined : Number(before))
export const threadNow = (threadId: string) => supportThreads.get({ threadId }, { consistent: true })

type Said = { threadId: string; messageId: string; text: string }
type Asked = Said & { email?: string; registrationId?: string | undefined }

/**
 * Adds a question to a thread. The time to answer counts from the first unanswered one. Throws for another e-mail address than the
 * thread's, which may be of somebody else.
 */
export const ask = (stamp: Stamp, { email, registrationId, ...said }: Asked) =>
  retryOnConflict(async () => {
    const { threadId } = said
    const thread = await threadNow(threadId)
    const mailbox = thread?.email ?? email
    if (email !== undefined && mailbox !== undefined && normalEmail(email) !== normalEmail(mailbox))
      throw new Problem('answered_elsewhere')
    const day = stamp.at.slice(0, 10)
    const sent = thread?.day === day ? thread.onDay : 0
    const there = await supportMessages.get(said, { consistent: true })
    if (there) return shown(there)
    if (sent >= maxMessagesPerDay) throw new Problem('too_many_questions')
    const isWaiting = thread?.state === 'waiting'
    return next(
      stamp,
      { said, thread, from: 'person' },
      {
        state: 'waiting',
        since: isWaiting ? thread.since : stamp.at,
        day,
        onDay: sent + 1,
        // A user who asks on has seen what is there.
        readSeq: (thread?.seq ?? 0) + 1,
        ...(!isWaiting && { mailAt: addSeconds(stamp.at, minutesUnanswered * 60) }),
        ...(email !== undefined && { email }),
        ...(registrationId !== undefined && { registrationId }),
      },
    )
  }, 12)

/** Adds an answer. Throws if somebody else has answered after `lastSeq`, the last message that the author has read. */
export async function answer(stamp: Stamp, said: Said, lastSeq = Infinity) {
  const given = await retryOnConflict(async () => {
    const thread = await threadNow(said.threadId)
    if (!thread) throw new Problem('not_found')
    const there = await supportMessages.get(said, { consistent: true })
    if (there) return shown(there)
    if (thread.state === 'answered' && thread.seq > lastSeq) return undefined
    const mailAt = thread.state === 'answered' && thread.mailAt ? thread.mailAt : undefined
    return next(
      stamp,
      { said, thread, from: 'staff' },
      { state: 'answered', since: stamp.at, mailAt: mailAt ?? addSeconds(stamp.at, minutesUnseen * 60) },
    )
  }, 12)
  if (!given) throw new Problem('conflict')
  return given
}

type Next = { said: Said; thread: Stored<SupportThread> | undefined } & Pick<SupportMessage, 'from'>
async function next(
  stamp: Stamp,
  { said, thread, from }: Next,
  set: Pick<SupportThread, 'state' | 'since'> & Partial<SupportThread>,
) {
  const { threadId, text } = said
  const seq = (thread?.seq ?? 0) + 1
  const goes = isVisitor(threadId) && { goesAt: addHours(stamp.at, visitorsKeptHours) }
  const { email } = set
  const row: SupportMessage = {
    ...{ ...said, seq, place: supportPlace(seq), from, sentAt: stamp.at, ...goes },
    ...(email !== undefined && { email }),
  }
  const now = { seq, lastAt: stamp.at, lastText: previewOf(text), ...goes, ...set }
  await write(
    stamp,
    thread
      ? supportThreads.change({ threadId }, { set: now, when: ifUnchanged(thread) })
      : supportThreads.create({ threadId, readSeq: 0, day: '', onDay: 0, ...now }),
    supportMessages.create(row),
  )
  return shown(row)
}

/** Stores the last read message. A read answer is not mailed. */
export const read = (stamp: Stamp, threadId: string, seq: number) =>
  retryOnConflict(async () => {
    const thread = await threadNow(threadId)
    if (!thread || seq <= thread.readSeq) return thread
    const readSeq = Math.min(seq, thread.seq)
    const isSeen = thread.state === 'answered' && readSeq === thread.seq
    const set = { readSeq, ...(isSeen && { mailAt: undefined }) }
    return update(stamp, supportThreads.change({ threadId }, { set, when: ifUnchanged(thread) }))
  })

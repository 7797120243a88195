import type { chat } from '#shared/api/chat.ts'
import { Problem } from '#shared/problems.ts'
import { mayStillChange, reactions } from '#shared/rules/chat.ts'
import type { CallOf } from '../serve.ts'
import { conversations, type Member } from '../table/conversations.ts'
import { type Message, messages, placeOf } from '../table/messages.ts'
import { untilSettled, update, write } from '../table/table.ts'
import type { Kept, Stamp } from '../table/writes.ts'
import { memberIn, readState } from './access.ts'
import { settle } from './membership.ts'
import { factsHold } from './safety.ts'
import { type MessageView, reactionOf, viewsOf } from './views.ts'

type Call<K extends keyof typeof chat> = CallOf<typeof chat, K>
const pageSize = 50

export async function listMessages({
  userId,
  me,
  params: { conversationSid },
  query: { cursor, after },
}: Call<'GET /rest-api/chat/conversations/{conversationSid}/messages'>) {
  const id = { conversationSid }
  const reading =
    after === undefined
      ? messages.before(id, { from: 1, to: cursor ? Number(cursor) - 1 : mostEver, limit: pageSize })
      : messages.between(id, Number(after) + 1, Number(after) + pageSize)
  const [member, rows] = await Promise.all([memberIn(conversationSid, { userId, me }), reading])
  const seen = rows.filter(({ seq }) => seq > member.sinceSeq)
  const oldest = after === undefined && seen.length === pageSize ? seen.at(-1)?.seq : undefined
  const isMore = oldest !== undefined && oldest > member.sinceSeq + 1
  return { messages: await viewsOf(seen, member), cursor: isMore ? String(oldest) : null }
}
const mostEver = 999_999_999_999

/** As often as a message is tried for whose number others write at the same time. */
const tries = 12

type Sent = { messageSid: string; text: string; replyTo?: string | undefined }

export async function sendMessage({
  userId,
  me,
  permitted,
  stamp,
  params: { conversationSid },
  body,
}: Call<'POST /rest-api/chat/conversations/{conversationSid}/messages'>) {
  const row = await untilSettled(async () => {
    const reading = readIn(conversationSid)
    reading.catch(() => {}) // awaited below: who may not be there hears that first
    const member = await memberIn(conversationSid, { userId, me })
    await permitted
    return writeMessage(stamp, await reading, member, body)
  }, tries)
  return one(row, { userId, sinceSeq: 0 })
}

/** A conversation as it is now, in which can be written. */
async function readIn(conversationSid: string) {
  const { conversation, stopped } = await readState(conversationSid)
  if (stopped) throw new Problem(stopped)
  return conversation
}
type Writable = Pick<Awaited<ReturnType<typeof readIn>>, 'conversationSid' | 'seq' | 'version' | 'restsOn'>

/**
 * One transaction: the message takes the next number, while nobody else has written and who is in the conversation is as it
 * was, and while what keeps it safe for children holds. Where that holds no more, it is looked at anew.
 */
export async function writeMessage(
  stamp: Stamp,
  { conversationSid, seq: last, version, restsOn }: Writable,
  { userId }: { userId: string },
  { messageSid, text, replyTo }: Sent,
): Promise<Message> {
  const seq = last + 1
  const row: Message = {
    conversationSid,
    messageSid,
    seq,
    place: placeOf(seq),
    userId,
    text,
    sentAt: stamp.at,
    ...(replyTo !== undefined && { replyTo }),
  }
  try {
    const outcome = await write(
      stamp,
      conversations.change({ conversationSid }, { set: { seq }, when: [['version', '=', version]] }),
      ...factsHold(restsOn),
      messages.createOnce(row),
    )
    if (outcome === 'written') return row
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'chat_stopped') throw error
    throw new Problem((await settle(stamp, { conversationSid })) ? 'chat_stopped' : 'conflict')
  }
  const sent = await messages.get({ conversationSid, messageSid }, { consistent: true })
  if (!sent) throw new Problem('conflict')
  return sent
}

export async function editMessage({
  userId,
  me,
  stamp,
  params,
  body: { text },
}: Call<'PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}'>) {
  const { conversationSid } = params
  const member = await memberIn(conversationSid, { userId, me })
  await readIn(conversationSid)
  const before = await ownMessage(params, member, stamp)
  if (before.text === text) return one(before, member)
  return one(await changed(stamp, before, { text, editedAt: stamp.at }), member)
}

export async function deleteMessage({
  userId,
  me,
  stamp,
  params,
}: Call<'DELETE /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}'>) {
  const member = await memberIn(params.conversationSid, { userId, me })
  const found = await messages.get(params, { consistent: true })
  if (found?.deletedAt !== undefined && found.userId === userId) return one(found, member)
  const before = await ownMessage(params, member, stamp)
  return one(await changed(stamp, before, { text: '', deletedAt: stamp.at }), member)
}

async function ownMessage(
  id: { conversationSid: string; messageSid: string },
  { userId, sinceSeq }: Member,
  { at }: Stamp,
): Promise<Kept<Message>> {
  const found = await messages.get(id, { consistent: true })
  if (!found || found.seq <= sinceSeq) throw new Problem('not_found')
  if (found.userId !== userId) throw new Problem('not_allowed')
  if (found.deletedAt !== undefined || !mayStillChange(found.sentAt, at)) throw new Problem('too_late_to_change')
  return found
}

const changed = (stamp: Stamp, { conversationSid, messageSid, version }: Kept<Message>, set: Partial<Message>) =>
  update(stamp, messages.change({ conversationSid, messageSid }, { set, when: [['version', '=', version]] }))

export async function react({
  userId,
  me,
  stamp,
  params: { conversationSid, messageSid, reaction },
}: Call<'GET /rest-api/chat/react-to-message/{conversationSid}/{messageSid}/{reaction}'>) {
  const given = reactions.find((each) => each === reaction)
  if (!given && reaction !== 'none') throw new Problem('not_found')
  const member = await memberIn(conversationSid, { userId, me })
  const [found] = await Promise.all([messages.get({ conversationSid, messageSid }), readIn(conversationSid)])
  if (!found || found.seq <= member.sinceSeq) throw new Problem('not_found')
  const set = { [reactionOf(userId)]: given }
  const row = await update(
    stamp,
    messages.change({ conversationSid, messageSid }, { set, when: [['deletedAt', 'not exists']] }, 'not_found'),
  )
  return one(row, member)
}

async function one(row: Message, reader: { userId: string; sinceSeq: number }): Promise<MessageView> {
  const [view] = await viewsOf([row], reader)
  if (!view) throw new Problem('not_found')
  return view
}

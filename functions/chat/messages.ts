import type { chat } from '#shared/api/chat.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { mayStillChange, reactions, whyCannotMessage } from '#shared/rules/chat.ts'
import type { CallOf } from '../serve.ts'
import { conversations, type Member } from '../table/conversations.ts'
import { files } from '../table/files.ts'
import { type Message, messages, placeOf, type SentFile } from '../table/messages.ts'
import { retryOnConflict, update, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../table/writes.ts'
import { requireMember } from './access.ts'
import { aboutOf, eventFor, filesOf, releaseFiles, mentionedMembers, traceWrite } from './attachments.ts'
import { factChecks } from './safety.ts'
import { type MessageView, type Reader, reactionOf, viewsOf } from './views.ts'
import { requireWritable, awaitSafeWrite } from './writable.ts'

type Call<K extends keyof typeof chat> = CallOf<typeof chat, K>
const pageSize = 50

export async function listMessages({
  userId,
  me,
  now,
  params: { conversationSid },
  query: { cursor, after },
}: Call<'GET /rest-api/chat/conversations/{conversationSid}/messages'>) {
  const id = { conversationSid }
  const rowsPromise =
    after === undefined ? readPage(id, cursor) : messages.between(id, Number(after) + 1, Number(after) + pageSize)
  const [member, rows] = await Promise.all([requireMember(conversationSid, { userId, me }), rowsPromise])
  const page = await pageFor({ ...member, now }, rows)
  return after === undefined ? page : { ...page, cursor: null }
}
const maxSeq = 999_999_999_999
const readPage = (id: { conversationSid: string }, cursor: string | undefined) =>
  messages.before(id, { from: 1, to: cursor ? Number(cursor) - 1 : maxSeq, limit: pageSize })

async function pageFor(reader: Reader, rows: readonly Message[]) {
  const visibleRows = rows.filter(({ seq }) => seq > reader.sinceSeq)
  const oldest = visibleRows.length === pageSize ? visibleRows.at(-1)?.seq : undefined
  const isMore = oldest !== undefined && oldest > reader.sinceSeq + 1
  return { messages: await viewsOf(visibleRows, reader), cursor: isMore ? String(oldest) : null }
}
/** A page of a conversation for one of its members. */
export const pageOf = async (reader: Reader & { conversationSid: string }, cursor: string | undefined) =>
  pageFor(reader, await readPage(reader, cursor))

/** How often a message is tried: others may take the same number at the same time. */
const maxAttempts = 12

type MessageContent = {
  messageSid: string
  text: string
  replyTo?: string | undefined
  files?: SentFile[] | undefined
  poll?: Message['poll'] | undefined
  event?: Message['event'] | undefined
  mentions?: string[] | undefined
}

export async function sendMessage({
  userId,
  me,
  permitted,
  stamp,
  params: { conversationSid },
  body,
}: Call<'POST /rest-api/chat/conversations/{conversationSid}/messages'>) {
  const { files: fileIds = [], eventId, mentions = [], ...content } = body
  if (fileIds.length === 0 && eventId === undefined && whyCannotMessage(body.text))
    throw new Problem('bad_request', [faultAt('text', 'required')])
  const { replyTo } = content
  const [sentFiles, event, mentionedIds, replied] = await Promise.all([
    filesOf([...new Set(fileIds)]),
    eventId === undefined ? undefined : eventFor((await me).access, eventId),
    mentionedMembers(conversationSid, mentions),
    replyTo === undefined ? undefined : messages.get({ conversationSid, messageSid: replyTo }, { consistent: true }),
  ])
  const { row, sinceSeq } = await retryOnConflict(async () => {
    const statePromise = requireWritable(stamp, conversationSid)
    statePromise.catch(() => {}) // awaited below: the caller's membership is checked first
    const member = await requireMember(conversationSid, { userId, me })
    await permitted
    // A message from before they joined must not be quoted to them.
    if (replied && replied.seq <= member.sinceSeq) throw new Problem('not_found')
    const row = await writeMessage(stamp, await statePromise, member, {
      ...content,
      files: sentFiles,
      event,
      mentions: mentionedIds,
    })
    return { row, sinceSeq: member.sinceSeq }
  }, maxAttempts)
  return messageView(row, { userId, sinceSeq, now: stamp.at })
}

type Writable = Pick<Awaited<ReturnType<typeof requireWritable>>, 'conversationSid' | 'seq' | 'version' | 'restsOn'>

/**
 * Writes a message in one transaction: it takes the next number, on the condition that nobody else has, that the members are unchanged, and
 * that the conversation is safe for children. If it is not safe any more, that is computed again.
 */
export async function writeMessage(
  stamp: Stamp,
  { conversationSid, seq: last, version, restsOn }: Writable,
  { userId }: { userId: string },
  { messageSid, text, replyTo, files: sentFiles = [], poll, event, mentions = [] }: MessageContent,
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
    ...(sentFiles.length > 0 && { files: sentFiles }),
    ...(poll && { poll }),
    ...(event && { event }),
    ...(mentions.length > 0 && { mentions }),
  }
  const writePromise = write(
    stamp,
    conversations.change({ conversationSid }, { set: { seq }, when: ifUnchanged({ version }) }),
    ...factChecks(restsOn),
    // A message of somebody else has this id: trying again would not help.
    messages.createOnce(row, 'already_there'),
    ...sentFiles.map(({ fileId }) => files.attach(fileId, { userId, about: aboutOf(row) })),
  )
  if ((await awaitSafeWrite(stamp, conversationSid, writePromise)) === 'written') return row
  const storedMessage = await messages.get({ conversationSid, messageSid }, { consistent: true })
  if (!storedMessage) throw new Problem('conflict')
  return storedMessage
}

/** A message that its author has deleted is there again with the new text, but without its files, poll or event. */
export async function editMessage({
  userId,
  me,
  stamp,
  params,
  body: { text },
}: Call<'PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}'>) {
  const { conversationSid } = params
  const member = await requireMember(conversationSid, { userId, me })
  await requireWritable(stamp, conversationSid)
  const before = await ownMessage(params, member, stamp)
  const reader = { ...member, now: stamp.at }
  if (before.text === text) return messageView(before, reader)
  const { version, deletedAt, ...rest } = before
  const set = { text, editedAt: stamp.at }
  const change = messages.change(params, { set: { ...set, deletedAt: undefined }, when: ifUnchanged({ version }) })
  // The earlier text of a deleted message was stored when that was deleted.
  await write(stamp, change, ...(deletedAt === undefined ? [traceWrite(stamp, before, 'edited')] : []))
  return messageView({ ...rest, ...set }, reader)
}

export async function deleteMessage({
  userId,
  me,
  stamp,
  params,
}: Call<'DELETE /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}'>) {
  const member = await requireMember(params.conversationSid, { userId, me })
  const message = await messages.get(params, { consistent: true })
  const reader = { ...member, now: stamp.at }
  if (message?.deletedAt !== undefined && message.userId === userId) return messageView(message, reader)
  const before = await ownMessage(params, member, stamp)
  return messageView(await deleteContent(stamp, before), reader)
}

async function deleteContent(stamp: Stamp, before: Stored<Message>): Promise<Message> {
  await write(stamp, ...(await deletionWrites(stamp, before)))
  const { files: _files, poll: _poll, event: _event, mentions: _mentions, ...rest } = before
  return { ...rest, text: '', deletedAt: stamp.at }
}

/** The writes that delete a message's text and files; `hidden`: by the club. */
export async function deletionWrites(
  stamp: Stamp,
  before: Stored<Message>,
  hiddenFields: { hidden?: true } = {},
): Promise<Write[]> {
  const { conversationSid, messageSid, version } = before
  const clearedFields = { files: undefined, poll: undefined, event: undefined, mentions: undefined }
  const set = { ...hiddenFields, text: '', deletedAt: stamp.at, ...clearedFields }
  return [
    messages.change({ conversationSid, messageSid }, { set, when: ifUnchanged({ version }) }),
    ...(await releaseFiles(before)),
    traceWrite(stamp, before, hiddenFields.hidden ? 'hidden' : 'takenBack'),
  ]
}

async function ownMessage(
  id: { conversationSid: string; messageSid: string },
  { userId, sinceSeq }: Member,
  { at }: Stamp,
): Promise<Stored<Message>> {
  const message = await messages.get(id, { consistent: true })
  if (!message || message.seq <= sinceSeq) throw new Problem('not_found')
  if (message.userId !== userId) throw new Problem('not_allowed')
  if (message.hidden || !mayStillChange(message.sentAt, at)) throw new Problem('too_late_to_change')
  return message
}

export async function react({
  userId,
  me,
  stamp,
  params: { conversationSid, messageSid, reaction },
}: Call<'GET /rest-api/chat/react-to-message/{conversationSid}/{messageSid}/{reaction}'>) {
  const chosenReaction = reactions.find((each) => each === reaction)
  if (!chosenReaction && reaction !== 'none') throw new Problem('not_found')
  const member = await requireMember(conversationSid, { userId, me })
  const [storedMessage] = await Promise.all([
    messages.get({ conversationSid, messageSid }),
    requireWritable(stamp, conversationSid),
  ])
  if (!storedMessage || storedMessage.seq <= member.sinceSeq) throw new Problem('not_found')
  const set = { [reactionOf(userId)]: chosenReaction } as Partial<Message>
  const row = await update(
    stamp,
    messages.change({ conversationSid, messageSid }, { set, when: [['deletedAt', 'not exists']] }, 'not_found'),
  )
  return messageView(row, { ...member, now: stamp.at })
}

export async function messageView(
  row: Message,
  reader: { userId: string; sinceSeq: number; now: string },
): Promise<MessageView> {
  const [view] = await viewsOf([row], reader)
  if (!view) throw new Problem('not_found')
  return view
}

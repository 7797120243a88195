import { previewOf } from '#shared/rules/chat.ts'
import { fullName } from '#shared/rules/names.ts'
import {
  type Conversation,
  conversations,
  type Member,
  type MyConversation,
  myConversations,
} from '../table/conversations.ts'
import { type Message, messages } from '../table/messages.ts'
import { retryOnConflict, write } from '../table/table.ts'
import type { Stored } from '../table/writes.ts'
import { type Change, idIn, worker } from '../worker.ts'
import { listChangeWrites } from './conversations.ts'
import { postToUsers } from './connections.ts'
import { isIn } from './membership.ts'
import { shortOf } from './views.ts'

/**
 * For each message, and each new name of a conversation: updates the row of the conversation in the list of every member (last message,
 * number of unread ones), then notifies their devices. The same for a new member of a group. Idempotent, and independent of the order of
 * changes: a row is never set back to an older message.
 */
export const handler = worker<Change>(async ({ kind, pk, sk, at }) => {
  if (kind === myConversations.kind) return handleNewEntry(idIn(pk), idIn(sk), at)
  const conversationSid = pk.slice('CHAT#'.length)
  const messageSid = sk.slice('MESSAGE#'.length)
  const [{ conversation, members }, message] = await Promise.all([
    conversations.withMembers({ conversationSid }),
    kind === 'Message' ? messages.get({ conversationSid, messageSid }, { consistent: true }) : undefined,
  ])
  if (!conversation) return 'gone'
  const people = members.filter(isIn)
  await Promise.all(people.map((member) => updateListEntry({ conversation, members, member, message, at })))
  const lines = await postToUsers(
    { actor: 'chat-told', at },
    people.map(({ userId }) => userId),
    { conversation: conversationSid },
  )
  return `told ${people.length}, lines ${lines}`
})

/** Handles a new entry on a user's list: a group is marked as new, a direct conversation gets its last message back. */
async function handleNewEntry(userId: string, conversationSid: string, at: string): Promise<string> {
  const listEntry = await myConversations.get({ conversationSid, userId }, { consistent: true })
  if (listEntry?.type !== 'direct') return markNew(userId, conversationSid, at)
  if (listEntry.lastSeq === 0 || listEntry.lastAt !== undefined) return 'nothing new'
  const [{ conversation, members }, [message]] = await Promise.all([
    conversations.withMembers({ conversationSid }),
    messages.between({ conversationSid }, listEntry.lastSeq, listEntry.lastSeq),
  ])
  const member = members.find((each) => each.userId === userId)
  if (!conversation || !member) return 'gone'
  await updateListEntry({ conversation, members, member, message, at })
  return `came back, lines ${await postToUsers({ actor: 'chat-told', at }, [userId], { conversation: conversationSid })}`
}

/** Done here, as a large group and all its members' counts would not fit into one transaction. */
async function markNew(userId: string, conversationSid: string, at: string): Promise<string> {
  const stamp = { actor: 'chat-told', at }
  const isMarked = await retryOnConflict(async () => {
    const listEntry = await myConversations.get({ conversationSid, userId }, { consistent: true })
    if (!listEntry?.isNew || listEntry.isNewCounted) return false
    await write(stamp, ...listChangeWrites({ userId, listEntry }, { isNewCounted: true }))
    return true
  }, 8)
  if (!isMarked) return 'nothing new'
  return `marked, lines ${await postToUsers(stamp, [userId], { conversation: conversationSid })}`
}

type Update = {
  conversation: Stored<Conversation>
  members: readonly Member[]
  member: Member
  message: Message | undefined
  at: string
}

const updateListEntry = ({ conversation, members, member, message, at }: Update): Promise<void> =>
  retryOnConflict(async () => {
    const { conversationSid } = conversation
    const { userId } = member
    const listEntry = await myConversations.get({ conversationSid, userId }, { consistent: true })
    if (!listEntry) return
    // Messages from before the member joined are not shown to them.
    const isVisible = message !== undefined && message.seq > member.sinceSeq
    const set = {
      ...titleOf(conversation, members, listEntry),
      ...(isVisible && lastMessageFields(listEntry, message, userId, members)),
    }
    const isSame = Object.entries(set).every(([name, value]) => listEntry[name as keyof MyConversation] === value)
    if (!isSame) await write({ actor: 'chat-told', at }, ...listChangeWrites({ userId, listEntry }, set))
  }, 8)

function titleOf({ friendlyName }: Conversation, members: readonly Member[], { other, title }: MyConversation) {
  const person = members.find(({ userId }) => userId === other)
  return { title: (person ? fullName(person) : friendlyName) || title }
}

/** Writing a message marks it and everything before it as read. */
function lastMessageFields(listEntry: MyConversation, message: Message, userId: string, members: readonly Member[]) {
  const { seq, sentAt, userId: from } = message
  const readSeq = from === userId ? Math.max(listEntry.readSeq, seq) : listEntry.readSeq
  const isNamed = message.mentions?.includes(userId) === true && seq > (listEntry.namedSeq ?? 0)
  const mentionFields = isNamed ? { namedSeq: seq } : {}
  if (seq < listEntry.lastSeq) return { readSeq, ...mentionFields }
  const author = members.find((member) => member.userId === from)
  const lastFields = { lastSeq: seq, lastAt: sentAt, lastText: previewOf(shortOf(message)), lastFrom: from }
  return { ...lastFields, lastFromName: author?.firstName ?? '', readSeq, ...mentionFields }
}

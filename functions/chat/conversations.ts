import type { chat } from '#shared/api/chat.ts'
import { Problem } from '#shared/problems.ts'
import { fullName } from '#shared/rules/names.ts'
import { avatarUrlOf } from '../people/avatarUrl.ts'
import type { CallOf } from '../serve.ts'
import {
  type Conversation,
  conversationMembers,
  conversations,
  type MyConversation,
  myConversations,
  unreadIn,
} from '../table/conversations.ts'
import { counts } from '../table/me.ts'
import { messages } from '../table/messages.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Write } from '../table/writes.ts'
import { mayBeIn, requireMember, requireChatAllowed, chatSwitches, whyStoppedForDisplay } from './access.ts'
import { byNewest, firstNamesOf, conversationCard, withFirstNames } from './lists.ts'
import { isIn, removeMember } from './membership.ts'
import { messageView } from './messages.ts'
import { mayPin } from './polls.ts'
import { isReadAlongIn } from './readAlong.ts'
import { factChecks } from './safety.ts'
import type { MessageView } from './views.ts'
import { requireWritable, awaitSafeWrite } from './writable.ts'

type Call<K extends keyof typeof chat> = CallOf<typeof chat, K>

export async function listConversations({ userId, me }: Call<'GET /rest-api/chat/conversations'>) {
  const [rows, { access }] = await Promise.all([myConversations.of({ userId }), me])
  const listEntry = rows.filter(({ conversationSid }) => mayBeIn(access, conversationSid))
  const { noChatIn = [] } = access
  const namedEntries = await withFirstNames(listEntry.toSorted(byNewest), userId)
  return { conversations: namedEntries.map((each) => conversationCard(each, userId)), noChatIn: [...noChatIn] }
}

export async function readConversation({
  userId,
  me,
  now,
  params: { conversationSid },
}: Call<'GET /rest-api/chat/conversations/{conversationSid}'>) {
  const [{ conversation, members, looks }, listEntry, switches, { access }] = await Promise.all([
    conversations.withMembers({ conversationSid }),
    myConversations.get({ conversationSid, userId }, { consistent: true }),
    chatSwitches(conversationSid),
    me,
  ])
  const ownMember = members.find((member) => member.userId === userId)
  requireChatAllowed(access, conversationSid)
  if (!conversation || !ownMember || !isIn(ownMember)) throw new Problem('not_found')
  const [pinned, stopped, readAlong] = await Promise.all([
    pinnedIn(conversation, { ...ownMember, now }),
    whyStoppedForDisplay(conversation, members, { ...switches, now }),
    isReadAlongIn(members, switches.readAlongUntil, now),
  ])
  const friendlyName = conversation.friendlyName || (listEntry?.title ?? '')
  return {
    conversationSid,
    type: conversation.type,
    friendlyName,
    firstNames: friendlyName === '' ? firstNamesOf(members, userId) : [],
    people: members.map((member) => ({
      userId: member.userId,
      name: fullName(member),
      avatarUrl: avatarUrlOf(member),
      staff: member.staff === true,
      minor: member.minor !== undefined,
      left: !isIn(member),
      readSeq: member.readSeq,
    })),
    lastSeq: conversation.seq,
    readSeq: ownMember.readSeq,
    sinceSeq: ownMember.sinceSeq,
    isNew: listEntry?.isNew === true,
    muted: listEntry?.muted === true,
    stopped: stopped ?? null,
    pinned,
    readAlong,
    looks: looks.map(({ name, reason, begunAt }) => ({ name, reason, begunAt })),
    mayPin: mayPin(conversation, ownMember),
  }
}

/** The pinned message; none that was deleted, or is from before the reader joined. */
async function pinnedIn(
  { conversationSid, pinned }: Conversation,
  reader: { userId: string; sinceSeq: number; now: string },
): Promise<MessageView | null> {
  if (pinned === undefined) return null
  const row = await messages.get({ conversationSid, messageSid: pinned })
  return row && row.deletedAt === undefined && row.seq > reader.sinceSeq ? messageView(row, reader) : null
}

/**
 * Marks a conversation as read up to a message, in one transaction: the user's list, the read mark for others, and the number of unread
 * ones.
 */
export async function markRead({
  userId,
  me,
  stamp,
  params: { conversationSid },
  body: { seq },
}: Call<'POST /rest-api/chat/conversations/{conversationSid}/read'>) {
  await requireMember(conversationSid, { userId, me })
  return retryOnConflict(async () => {
    const listEntry = await requireListEntry(conversationSid, userId)
    // A message that is not on the list yet counts as read when it is added.
    const { seq: last = 0 } = (await conversations.get({ conversationSid }, { consistent: true })) ?? {}
    const readSeq = Math.max(listEntry.readSeq, Math.min(seq, last))
    if (readSeq === listEntry.readSeq && !listEntry.isNew) return { readSeq }
    await write(
      stamp,
      ...listChangeWrites({ userId, listEntry }, { readSeq, isNew: undefined, isNewCounted: undefined }),
      conversationMembers.change({ conversationSid, userId }, { set: { readSeq } }),
    )
    return { readSeq }
  }, 8)
}

export async function mute({
  userId,
  me,
  stamp,
  params: { conversationSid },
  body: { muted },
}: Call<'PUT /rest-api/chat/conversations/{conversationSid}/muted'>) {
  await requireMember(conversationSid, { userId, me })
  return retryOnConflict(async () => {
    const listEntry = await requireListEntry(conversationSid, userId)
    if ((listEntry.muted ?? false) === muted) return { muted }
    await write(stamp, ...listChangeWrites({ userId, listEntry }, { muted: muted || undefined }))
    return { muted }
  }, 8)
}

async function requireListEntry(conversationSid: string, userId: string): Promise<Stored<MyConversation>> {
  const listEntry = await myConversations.get({ conversationSid, userId }, { consistent: true })
  if (!listEntry) throw new Problem('not_found')
  return listEntry
}

type ListChange = Partial<Pick<MyConversation, 'readSeq' | 'lastSeq'>> & {
  muted?: boolean | undefined
  isNew?: undefined
  isNewCounted?: true | undefined
}
type ListEntry = { userId: string; listEntry: Stored<MyConversation> }
/** The writes that change a conversation on a user's list, if it is unchanged, with the number of unread ones. */
export function listChangeWrites(
  { userId, listEntry }: ListEntry,
  set: ListChange & Partial<Omit<MyConversation, keyof ListChange>>,
): Write[] {
  const { conversationSid, version } = listEntry
  const unreadChat = unreadIn({ ...listEntry, ...set }) - unreadIn(listEntry)
  return [
    myConversations.change({ conversationSid, userId }, { set, when: ifUnchanged({ version }) }),
    ...(unreadChat === 0 ? [] : [counts.upsert({ userId }, { add: { unreadChat } })]),
  ]
}

/** Renames a group. All members read the name like a message: so it is refused where nobody can write. */
export async function rename({
  userId,
  me,
  stamp,
  params: { conversationSid },
  body: { friendlyName },
}: Call<'POST /rest-api/chat/updateFriendlyName/{orgId}/{conversationSid}'>) {
  return retryOnConflict(async () => {
    await requireMember(conversationSid, { userId, me })
    const { type, version, restsOn } = await requireWritable(stamp, conversationSid)
    if (type !== 'group') throw new Problem('not_allowed')
    const change = conversations.change({ conversationSid }, { set: { friendlyName }, when: ifUnchanged({ version }) })
    await awaitSafeWrite(stamp, conversationSid, write(stamp, change, ...factChecks(restsOn)))
    return { friendlyName }
  }, 8)
}

/** Leaves a group. Idempotent. */
export async function leave({
  userId,
  stamp,
  params: { conversationSid },
}: Call<'POST /rest-api/chat/conversations/{conversationSid}/leave'>) {
  const [conversation, member] = await Promise.all([
    conversations.get({ conversationSid }),
    conversationMembers.get({ conversationSid, userId }, { consistent: true }),
  ])
  if (!conversation || !member) throw new Problem('not_found')
  if (conversation.type !== 'group') throw new Problem('not_allowed')
  await removeMember(stamp, { conversationSid, userId })
  return {}
}

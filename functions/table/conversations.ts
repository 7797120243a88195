import { organizationOf } from '#shared/ids.ts'
import type { ChatFact } from '#shared/rules/chatSafety.ts'
import { by, entity } from './entity.ts'
import { type Pictured, type User, userPartition } from './profiles.ts'
import { all, type Range, startingWith } from './table.ts'
import type { Stored } from './writes.ts'

export type ConversationId = { conversationSid: string }
export type ConversationType = 'team' | 'group' | 'direct'

/**
 * A conversation. Each message takes the next number (`seq`), and each change of its members changes its version, so that a write
 * based on an outdated read is refused. `restsOn` are the facts that make it safe for children, and `stopped` means that there
 * are none: see shared/rules/chatSafety.ts.
 */
export type Conversation = ConversationId & {
  type: ConversationType
  /** The name of a team or a group; empty for a conversation of two. */
  friendlyName: string
  seq: number
  restsOn: ChatFact[]
  stopped?: boolean
  /** Copied from the team: since when it is archived, and nobody can write. */
  archivedAt?: string
  pinned?: string
}
/** The partition of a conversation with its members and messages. */
export const conversationPartition = ({ conversationSid }: ConversationId) => `CHAT#${conversationSid}`

const rows = entity<Conversation, ConversationId>('Conversation', {
  key: (id) => ({ pk: conversationPartition(id), sk: 'CHAT' }),
  gsi2: by(['conversationSid'], ({ conversationSid }) => [`CHATS#${organizationOf(conversationSid)}`, conversationSid]),
})

/**
 * A member of a conversation, with their name and, while they are a member, where their picture is. `sinceSeq` is the last
 * message before they joined, which they do not see; `leftSeq` the last before they left: the row is kept, so that their messages
 * have a name. `minor` is the player whose own account it is. `erased`: the account was erased.
 */
export type ConversationMember = User &
  Pictured & {
    firstName: string
    lastName: string
    sinceSeq: number
    readSeq: number
    staff?: boolean
    minor?: string
    leftSeq?: number
    erased?: true
  }
type MemberId = ConversationId & User
const memberRows = entity<ConversationMember, MemberId>('Conversation member', {
  key: (id) => ({ pk: conversationPartition(id), sk: `CHAT#MEMBER#${id.userId}` }),
})
export const conversationMembers = {
  ...memberRows,
  of: (id: ConversationId) =>
    all<ConversationMember>({ pk: conversationPartition(id), ...startingWith('CHAT#MEMBER#') }),
}
export type Member = Stored<ConversationMember>

/** The conversation in a person's own list, with what the list shows. */
export type MyConversation = ConversationId &
  Pictured & {
    type: ConversationType
    title: string
    /** For a conversation of two: the other person, whose picture it is. */
    other?: string
    lastSeq: number
    readSeq: number
    /** When they joined a group or a conversation of two; `isNew`: another person added them and they have not opened it yet. */
    cameAt?: string
    isNew?: true
    /** `isNew` is included in their unread count. */
    isNewCounted?: true
    lastAt?: string
    lastText?: string
    lastFrom?: string
    lastFromName?: string
    muted?: boolean
    /** The last message that mentions them. */
    namedSeq?: number
    /** The last message that was pushed to their devices, and when. */
    pushedSeq?: number
    pushedAt?: string
    /** A push was withheld in their quiet hours, which end at this instant. */
    untoldUntil?: string
  }
const own = entity<MyConversation, MemberId>('My conversation', {
  key: (id) => ({ pk: userPartition(id), sk: `CONVERSATION#${id.conversationSid}` }),
})
export const myConversations = {
  ...own,
  of: (id: User, { consistent = false } = {}) =>
    all<MyConversation>({ pk: userPartition(id), ...startingWith('CONVERSATION#'), consistent }),
}

/**
 * A conversation that a person has left, and its last message at that time: what they wrote is still theirs, even when they are
 * in no club any more.
 */
export type LeftConversation = ConversationId & { leftSeq: number }
const left = entity<LeftConversation, MemberId>('Left conversation', {
  key: (id) => ({ pk: userPartition(id), sk: `LEFT#${id.conversationSid}` }),
})
export const leftConversations = {
  ...left,
  of: (id: User) => all<LeftConversation>({ pk: userPartition(id), ...startingWith('LEFT#'), consistent: true }),
}

/** Which administrators have read it, and why; see chatRecords.ts. */
const lookKind = 'Chat look'
type LookInside = { name: string; reason: string; begunAt: string }

export const conversations = {
  ...rows,
  ofClub: (organizationId: string): Range => ({ index: 'gsi2', pk: `CHATS#${organizationId}`, ...startingWith('o') }),
  /** A conversation with all current and former members, by one consistent query. */
  withMembers: async (id: ConversationId) => {
    const range = { pk: conversationPartition(id), ...startingWith('CHAT'), consistent: true }
    const found = await all<object>(range)
    return {
      conversation: found.find(({ kind }) => kind === rows.kind) as Stored<Conversation> | undefined,
      members: found.filter(({ kind }) => kind === conversationMembers.kind) as Member[],
      looks: found.filter(({ kind }) => kind === lookKind) as Stored<LookInside>[],
    }
  },
}

type Unread = Pick<MyConversation, 'lastSeq' | 'readSeq' | 'muted' | 'isNewCounted'>
/** How many messages its owner has not read, or 1 if it is new to them; 0 if it is muted. */
export const unreadIn = ({ lastSeq, readSeq, muted, isNewCounted }: Unread): number =>
  muted ? 0 : Math.max(isNewCounted ? 1 : 0, lastSeq - readSeq)

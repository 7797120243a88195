import { organizationOf } from '#shared/ids.ts'
import type { ChatFact } from '#shared/rules/chatSafety.ts'
import { by, entity } from './entity.ts'
import { type Pictured, type User, userPartition } from './profiles.ts'
import { all, type Range, startingWith } from './table.ts'
import type { Stored } from './writes.ts'

export type ConversationId = { conversationSid: string }
export type ConversationType = 'team' | 'group' | 'direct'

/**
 * A conversation. Each message has the next number (`seq`), and each change of its members changes its version, so that a message is
 * refused if the members have changed since they were read. `restsOn`: what makes it safe for children; `stopped`: nothing does. See
 * shared/rules/chatSafety.ts.
 */
export type Conversation = ConversationId & {
  type: ConversationType
  /** The name of a team or group; empty for two people. */
  friendlyName: string
  seq: number
  restsOn: ChatFact[]
  stopped?: boolean
  /** For the conversation of a team: when the team was archived (a copy). Nobody can write then. */
  archivedAt?: string
  pinned?: string
}
/** The partition of a conversation, with its members and messages. */
export const conversationPartition = ({ conversationSid }: ConversationId) => `CHAT#${conversationSid}`

const rows = entity<Conversation, ConversationId>('Conversation', {
  key: (id) => ({ pk: conversationPartition(id), sk: 'CHAT' }),
  gsi2: by(['conversationSid'], ({ conversationSid }) => [`CHATS#${organizationOf(conversationSid)}`, conversationSid]),
})

/**
 * Somebody in a conversation, with their name repeated and, as long as they are in it, where their picture is. `sinceSeq` is the last
 * message before they came, which they do not see; `leftSeq` the last before they left: their row stays, so that what they wrote has a
 * name. `minor` is the player whose own account it is. `erased`: their account is, and nobody reads for them.
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

/** A conversation on the list of one member, with what the list shows. */
export type MyConversation = ConversationId &
  Pictured & {
    type: ConversationType
    title: string
    /** For two people: the user id of the other one, whose picture is shown. */
    other?: string
    lastSeq: number
    readSeq: number
    /** When they joined a group or a conversation of two; `isNew`: somebody else added them, and they have not opened it yet. */
    cameAt?: string
    isNew?: true
    /** `isNew` is counted as unread. */
    isNewCounted?: true
    lastAt?: string
    lastText?: string
    lastFrom?: string
    lastFromName?: string
    muted?: boolean
    /** The last message that mentions them. */
    namedSeq?: number
    /** The last message of which their devices were notified, and when. */
    pushedSeq?: number
    pushedAt?: string
    /** A notification was held back in quiet hours, which end at this instant. */
    untoldUntil?: string
  }
const myRows = entity<MyConversation, MemberId>('My conversation', {
  key: (id) => ({ pk: userPartition(id), sk: `CONVERSATION#${id.conversationSid}` }),
})
export const myConversations = {
  ...myRows,
  of: (id: User, { consistent = false } = {}) =>
    all<MyConversation>({ pk: userPartition(id), ...startingWith('CONVERSATION#'), consistent }),
}

/** That somebody has left a conversation, with the last message at that time: so their messages are found for a copy of their data. */
export type LeftConversation = ConversationId & { leftSeq: number }
const leftRows = entity<LeftConversation, MemberId>('Left conversation', {
  key: (id) => ({ pk: userPartition(id), sk: `LEFT#${id.conversationSid}` }),
})
export const leftConversations = {
  ...leftRows,
  of: (id: User) => all<LeftConversation>({ pk: userPartition(id), ...startingWith('LEFT#'), consistent: true }),
}

/** Administrators who have read it, with their reasons: see chatRecords.ts. */
const lookKind = 'Chat look'
type LookInside = { name: string; reason: string; begunAt: string }

export const conversations = {
  ...rows,
  ofClub: (organizationId: string): Range => ({ index: 'gsi2', pk: `CHATS#${organizationId}`, ...startingWith('o') }),
  /** A conversation with its present and former members, in one consistent query. */
  withMembers: async (id: ConversationId) => {
    const range = { pk: conversationPartition(id), ...startingWith('CHAT'), consistent: true }
    const found = await all<object>(range)
    return {
      conversation: rows.among(found)[0],
      members: conversationMembers.among(found),
      looks: found.filter(({ kind }) => kind === lookKind) as Stored<LookInside>[],
    }
  },
}

type Unread = Pick<MyConversation, 'lastSeq' | 'readSeq' | 'muted' | 'isNewCounted'>
/** The number of unread messages; 1 for a new conversation, 0 for a muted one. */
export const unreadIn = ({ lastSeq, readSeq, muted, isNewCounted }: Unread): number =>
  muted ? 0 : Math.max(isNewCounted ? 1 : 0, lastSeq - readSeq)

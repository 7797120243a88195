import { organizationOf } from '#shared/ids.ts'
import type { ChatFact } from '#shared/rules/chatSafety.ts'
import { by, entity } from './entity.ts'
import { type Pictured, type User, userPartition } from './profiles.ts'
import { all, type Range, startingWith } from './table.ts'
import type { Stored } from './writes.ts'

export type ConversationId = { conversationSid: string }
export type ConversationType = 'team' | 'group' | 'direct'

/**
 * A conversation. Each message takes the next number (`seq`), and each change of who is in it changes its version, so that
 * whoever writes upon what was read is refused when it has changed. `restsOn` is what makes it safe for children, and
 * `stopped` that nothing does: see shared/rules/chatSafety.ts.
 */
export type Conversation = ConversationId & {
  type: ConversationType
  /** What a team or a group is called; empty of two people. */
  friendlyName: string
  seq: number
  restsOn: ChatFact[]
  stopped?: boolean
  /** Of a team: since when it is archived, and nobody writes there. Repeated of it. */
  archivedAt?: string
  pinned?: string
}
/** The partition of a conversation with its people and messages. */
export const conversationPartition = ({ conversationSid }: ConversationId) => `CHAT#${conversationSid}`

const rows = entity<Conversation, ConversationId>('Conversation', {
  key: (id) => ({ pk: conversationPartition(id), sk: 'CHAT' }),
  gsi2: by(['conversationSid'], ({ conversationSid }) => [`CHATS#${organizationOf(conversationSid)}`, conversationSid]),
})

/**
 * Somebody in a conversation, with their name repeated and, as long as they are in it, where their picture is. `sinceSeq` is the last message before they came, which they do not
 * see; `leftSeq` the last before they left: their row stays, so that what they wrote has a name. `minor` is the player whose
 * own account it is. `erased`: their account is, and nobody reads for them.
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

/** The same conversation on a person's own list, with what the list shows of it. */
export type MyConversation = ConversationId &
  Pictured & {
    type: ConversationType
    title: string
    /** Of two people: the other one, whose picture it is. */
    other?: string
    lastSeq: number
    readSeq: number
    /** When they came into it, of a group or of two people; and that somebody else has brought them and they have not looked. */
    cameAt?: string
    isNew?: true
    /** That is counted among what they have not read. */
    isNewCounted?: true
    lastAt?: string
    lastText?: string
    lastFrom?: string
    lastFromName?: string
    muted?: boolean
    /** The last message in which they are named. */
    namedSeq?: number
    /** The last message that their devices were told of, and when. */
    pushedSeq?: number
    pushedAt?: string
    /** Their devices were not told of something in hours of quiet, which end at this instant. */
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

/** That somebody has left a conversation, and its last message then: what they wrote there is theirs still, also once they are in no club. */
export type LeftConversation = ConversationId & { leftSeq: number }
const left = entity<LeftConversation, MemberId>('Left conversation', {
  key: (id) => ({ pk: userPartition(id), sk: `LEFT#${id.conversationSid}` }),
})
export const leftConversations = {
  ...left,
  of: (id: User) => all<LeftConversation>({ pk: userPartition(id), ...startingWith('LEFT#'), consistent: true }),
}

/** Which administrators have read it, and why: see chatRecords.ts. */
const lookKind = 'Chat look'
type LookInside = { name: string; reason: string; begunAt: string }

export const conversations = {
  ...rows,
  ofClub: (organizationId: string): Range => ({ index: 'gsi2', pk: `CHATS#${organizationId}`, ...startingWith('o') }),
  /** A conversation and all who are or were in it, as they are now, in one range. */
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
/** How many messages of it its owner has not read, or that it is new to them; none of a muted one. */
export const unreadIn = ({ lastSeq, readSeq, muted, isNewCounted }: Unread): number =>
  muted ? 0 : Math.max(isNewCounted ? 1 : 0, lastSeq - readSeq)

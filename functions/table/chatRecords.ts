import { type ConversationId, conversationPartition } from './conversations.ts'
import { by, entity } from './entity.ts'
import type { OrganizationId } from './organizations.ts'
import { all, startingWith } from './table.ts'

/**
 * The previous text of a message that was edited, taken back or hidden, for administrators who inspect a conversation for a
 * reason.
 */
export type MessageTrace = ConversationId & {
  messageSid: string
  text: string
  files: string[]
  became: 'edited' | 'takenBack' | 'hidden'
  changedAt: string
  /** The state of the message that this was. */
  state: string
}
type TraceId = ConversationId & { messageSid: string; state: string }
export const messageTraces = {
  ...entity<MessageTrace, TraceId>('Message trace', {
    key: (id) => ({ pk: conversationPartition(id), sk: `TRACE#${id.messageSid}#${id.state}` }),
  }),
  of: (id: ConversationId) =>
    all<MessageTrace>({ pk: conversationPartition(id), ...startingWith('TRACE#'), consistent: true }),
}

/**
 * An administrator's access to a conversation for a day, with the reason. It is stored among the members of the conversation and
 * shown to all of them.
 */
export type ChatLook = ConversationId & {
  userId: string
  name: string
  reason: string
  begunAt: string
  endsAt: string
}
type LookId = ConversationId & { userId: string; begunAt: string }
export const lookHours = 24
export const chatLooks = {
  ...entity<ChatLook, LookId>('Chat look', {
    key: (id) => ({ pk: conversationPartition(id), sk: `CHAT#LOOK#${id.begunAt}#${id.userId}` }),
    gsi1: by(['userId', 'begunAt'], ({ userId, begunAt }) => [`LOOKS#${userId}`, begunAt]),
  }),
  of: (id: ConversationId) =>
    all<ChatLook>({ pk: conversationPartition(id), ...startingWith('CHAT#LOOK#'), consistent: true }),
  /** All inspections by a person, in any club. */
  by: async (userId: string): Promise<LookId[]> => {
    const range = { index: 'gsi1' as const, pk: `LOOKS#${userId}`, from: '2', to: '3' }
    const found = await all<{ pk: string; gsi1sk: string }>(range)
    return found.map(({ pk, gsi1sk: begunAt }) => ({ conversationSid: pk.slice('CHAT#'.length), userId, begunAt }))
  },
}

/** An export of a sealed copy of a conversation: who took it, and the last hash of its chain. */
export type ChatEvidence = OrganizationId &
  ConversationId & { evidenceId: string; takenBy: string; takenAt: string; hash: string; count: number }
export const chatEvidence = entity<ChatEvidence, OrganizationId & { evidenceId: string }>('Chat evidence', {
  key: (id) => ({ pk: `REPORTS#${id.organizationId}`, sk: `EVIDENCE#${id.evidenceId}` }),
})

import type { AnswerOf } from '#web/api.ts'
import type { FakeAnswers } from '../fakeServer.tsx'
import { teamId } from '../people.ts'

/** Server responses for a conversation of the U12 Falcons. */

export const path = '/:orgId?/:teamId?/chat/:conversationSid?'
export const conversationSid = `${teamId}.c0000000000a`
export const at = `/chat/${conversationSid}`
export const LIST = 'GET /rest-api/chat/conversations'
export const ONE = 'GET /rest-api/chat/conversations/{conversationSid}'
export const MESSAGES = 'GET /rest-api/chat/conversations/{conversationSid}/messages'
export const SEND = 'POST /rest-api/chat/conversations/{conversationSid}/messages'
export const READ = 'POST /rest-api/chat/conversations/{conversationSid}/read'

type ConversationSummary = AnswerOf<typeof LIST>['conversations'][number]
export type Message = AnswerOf<typeof MESSAGES>['messages'][number]
export const conversationSummary = (overrides: Partial<ConversationSummary> = {}): ConversationSummary => ({
  conversationSid,
  type: 'team',
  friendlyName: 'U12 Falcons',
  firstNames: [],
  userId: null,
  avatarUrl: null,
  lastMessage: { text: 'Who drives?', from: 'Carmen', mine: false, sentAt: '2026-11-21T17:00:00Z' },
  unread: 2,
  isNew: false,
  named: false,
  muted: false,
  ...overrides,
})
export const message = (seq: number, text: string, overrides: Partial<Message> = {}): Message => ({
  messageSid: `message-${seq}`,
  seq,
  userId: 'carmen',
  text,
  sentAt: '2026-11-21T17:00:00Z',
  editedAt: null,
  deletedAt: null,
  hidden: false,
  replyTo: null,
  files: [],
  poll: null,
  event: null,
  mentions: [],
  reactions: [],
  ...overrides,
})
export const person = (userId: string, name: string, overrides = {}) => ({
  userId,
  name,
  avatarUrl: null,
  staff: false,
  minor: false,
  left: false,
  readSeq: 0,
  ...overrides,
})
export const conversation = (overrides: Partial<AnswerOf<typeof ONE>> = {}): AnswerOf<typeof ONE> => ({
  conversationSid,
  type: 'team',
  friendlyName: 'U12 Falcons',
  firstNames: [],
  people: [person('user-1', 'Ann Jean Jacques'), person('carmen', 'Carmen Coach', { staff: true })],
  lastSeq: 2,
  readSeq: 0,
  sinceSeq: 0,
  isNew: false,
  muted: false,
  stopped: null,
  pinned: null,
  readAlong: false,
  looks: [],
  mayPin: false,
  ...overrides,
})
export const chat = (messages: Message[], overrides: Partial<AnswerOf<typeof ONE>> = {}): FakeAnswers => ({
  [LIST]: { conversations: [conversationSummary()], noChatIn: [] },
  'GET /rest-api/chat/read-along': { children: [] },
  [ONE]: conversation(overrides),
  [MESSAGES]: { messages, cursor: null },
  [READ]: { readSeq: 2 },
})

export const participant = (userId: string, name: string, overrides = {}) => ({
  userId,
  name,
  staff: false,
  minor: false,
  teams: ['U12 Falcons'],
  ...overrides,
})
export const participants = (...chatParticipants: ReturnType<typeof participant>[]) => ({
  status: 'success' as const,
  data: { chatParticipants },
})

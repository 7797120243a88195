import type { AnswerOf } from '#web/api.ts'
import type { Answering } from '../fakeServer.tsx'
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

type Listed = AnswerOf<typeof LIST>['conversations'][number]
export type Message = AnswerOf<typeof MESSAGES>['messages'][number]
export const listed = (more: Partial<Listed> = {}): Listed => ({
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
  ...more,
})
export const message = (seq: number, text: string, more: Partial<Message> = {}): Message => ({
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
  ...more,
})
export const person = (userId: string, name: string, more = {}) => ({
  userId,
  name,
  avatarUrl: null,
  staff: false,
  minor: false,
  left: false,
  readSeq: 0,
  ...more,
})
export const one = (more: Partial<AnswerOf<typeof ONE>> = {}): AnswerOf<typeof ONE> => ({
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
  ...more,
})
export const chat = (messages: Message[], more: Partial<AnswerOf<typeof ONE>> = {}): Answering => ({
  [LIST]: { conversations: [listed()], noChatIn: [] },
  'GET /rest-api/chat/read-along': { children: [] },
  [ONE]: one(more),
  [MESSAGES]: { messages, cursor: null },
  [READ]: { readSeq: 2 },
})

export const participant = (userId: string, name: string, more = {}) => ({
  userId,
  name,
  staff: false,
  minor: false,
  teams: ['U12 Falcons'],
  ...more,
})
export const participants = (...chatParticipants: ReturnType<typeof participant>[]) => ({
  status: 'success' as const,
  data: { chatParticipants },
})

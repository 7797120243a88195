import type { ScreenRecord } from '../screenRecord.ts'

export const chatScreens = {
  chat: {
    path: '/:orgId?/:teamId?/chat/:conversationSid?',
    name: 'Chat',
    file: 'chat/ChatScreen',
    frame: 'shell',
    about: 'organization',
    // Conversations of all clubs stand there: the one that is open stays open.
    swap: ['conversationSid'],
    first: { route: 'GET /rest-api/chat/conversations' },
  },
} as const satisfies Record<string, ScreenRecord>

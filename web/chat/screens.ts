import type { ScreenRecord } from '../screenRecord.ts'

export const chatScreens = {
  chat: {
    path: '/:orgId?/:teamId?/chat/:conversationSid?',
    name: 'Chat',
    file: 'chat/ChatScreen',
    frame: 'shell',
    about: 'organization',
    // The screen lists conversations of all clubs, so the open one stays open.
    swap: ['conversationSid'],
    first: { route: 'GET /rest-api/chat/conversations' },
  },
} as const satisfies Record<string, ScreenRecord>

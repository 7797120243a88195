import type { ScreenRecord } from '../screenRecord.ts'

export const chatScreens = {
  chat: { path: '/:orgId?/:teamId?/chat/:conversationSid?', name: 'Chat', file: 'chat/ChatScreen', frame: 'shell' },
} as const satisfies Record<string, ScreenRecord>

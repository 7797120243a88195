import type { Functions } from '../registry.ts'

export const chat = {
  chat: {
    entry: 'functions/chat/handler.ts',
    loses: 'Nobody sees that a chat message waits for them.',
    on: { api: 'chat' },
    may: { read: ['USER'], write: [] },
  },
} as const satisfies Functions

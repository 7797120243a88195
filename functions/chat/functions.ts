import type { Functions } from '../registry.ts'

export const chat = {
  chat: {
    entry: 'functions/chat/handler.ts',
    loses: 'Nobody can chat: messages are neither shown nor sent.',
    on: { api: 'chat' },
    may: { read: ['USER', 'ORG', 'TEAM', 'PLAYER', 'CHAT'], write: ['USER', 'CHAT'] },
    indexes: ['lsi1', 'gsi2'],
  },
  'chat-told': {
    entry: 'functions/chat/toldHandler.ts',
    loses: 'Nobody sees that a chat message waits for them.',
    on: {
      stream: [
        { kind: 'Message', change: ['created'] },
        { kind: 'Message', change: ['changed'], attributes: ['text', 'deletedAt'] },
        { kind: 'Conversation', change: ['changed'], attributes: ['friendlyName'] },
      ],
    },
    may: { read: ['USER', 'CHAT'], write: ['USER'] },
    indexes: ['lsi1'],
  },
  'chat-people': {
    entry: 'functions/chat/peopleHandler.ts',
    loses:
      'Families and coaches are not in the conversations of their new teams, and stay on the lists of their old ones.',
    on: {
      stream: [
        { kind: 'Own player', change: ['created', 'removed'] },
        { kind: 'Own player', change: ['changed'], attributes: ['teams'] },
        { kind: 'My team', change: ['created', 'removed'] },
        { kind: 'My team', change: ['changed'], attributes: ['flags'] },
        { kind: 'My organization', change: ['changed'], attributes: ['flags'] },
        { kind: 'My organization', change: ['created', 'removed'] },
        { kind: 'Session', change: ['created', 'changed'], attributes: ['disabled'] },
        { kind: 'Account of a player' },
        { kind: 'Family', change: ['removed'] },
        { kind: 'Family', change: ['changed'], attributes: ['relation'] },
        { kind: 'Player', change: ['changed'], attributes: ['bornOn'] },
      ],
    },
    may: { read: ['USER', 'ORG', 'TEAM', 'PLAYER', 'CHAT'], write: ['USER', 'CHAT'] },
    indexes: ['gsi2'],
  },
} as const satisfies Functions

import type { Functions } from '../registry.ts'

export const chat = {
  chat: {
    entry: 'functions/chat/handler.ts',
    impact: 'Nobody can chat: messages are neither shown nor sent.',
    on: { api: 'chat' },
    codeSplitting: true,
    may: {
      read: ['USER', 'ORG', 'TEAM', 'PLAYER', 'CARDS', 'CHAT', 'FILE', 'PUSH'],
      write: ['USER', 'CHAT', 'TICKET', 'FILE', 'PUSH', 'OUTBOX'],
    },
    indexes: ['lsi1', 'gsi2'],
    media: { files: ['get'] },
    secrets: ['push'],
  },
  'chat-moderation': {
    entry: 'functions/chat/moderationHandler.ts',
    impact: 'Nobody can report a chat message, and clubs neither hide one nor switch chat off.',
    on: { api: 'moderation' },
    may: {
      read: ['USER', 'ORG', 'PLAYER', 'CHAT', 'REPORTS', 'FILE'],
      write: ['BUDGET', 'USER', 'ORG', 'CHAT', 'REPORTS', 'FILE', 'OUTBOX', 'SUPPORT'],
    },
    indexes: ['lsi1', 'gsi2'],
    media: { files: ['get'] },
    secrets: ['links'],
  },
  'chat-retention': {
    entry: 'functions/chat/retentionHandler.ts',
    impact: 'Chat messages stay longer than their club wants them kept.',
    on: { schedule: 'cron(40 7 * * ? *)' },
    may: { read: ['CHAT', 'FILE', 'USER'], write: ['CHAT', 'FILE', 'USER'] },
    indexes: ['lsi1', 'gsi2'],
    timeout: 300,
  },
  'chat-told': {
    entry: 'functions/chat/messageHandler.ts',
    impact: 'Nobody sees that a chat message waits for them.',
    on: {
      stream: [
        { kind: 'Message', change: ['created'] },
        { kind: 'Message', change: ['changed'], attributes: ['text', 'deletedAt'] },
        { kind: 'Conversation', change: ['changed'], attributes: ['friendlyName'] },
        { kind: 'My conversation', change: ['created'] },
      ],
    },
    may: { read: ['USER', 'CHAT'], write: ['USER'] },
    indexes: ['lsi1'],
    webSocket: true,
  },
  'chat-push': {
    entry: 'functions/chat/pushHandler.ts',
    impact: 'Phones are told neither of new chat messages nor of anything else: people see it when they look.',
    on: {
      stream: [
        { kind: 'Message', change: ['created'] },
        { kind: 'My conversation', change: ['created'] },
        { kind: 'Outbox', change: ['created'] },
        { kind: 'Digest', change: ['removed'] },
      ],
    },
    may: { read: ['USER', 'CHAT', 'PUSH', 'OUTBOX'], write: ['USER', 'PUSH', 'OUTBOX'] },
    indexes: ['gsi2'],
    secrets: ['push'],
  },
  'chat-live': {
    entry: 'functions/chat/liveHandler.ts',
    impact:
      'Reactions, read marks and who came or left are seen in chat only when somebody looks again, and signed-out devices still hear of news.',
    on: {
      stream: [
        { kind: 'Message', change: ['changed'] },
        { kind: 'Conversation member', change: ['created'] },
        { kind: 'Conversation member', change: ['changed'], attributes: ['readSeq', 'leftSeq'] },
        { kind: 'Conversation', change: ['changed'], attributes: ['stopped', 'archivedAt', 'friendlyName', 'pinned'] },
        { kind: 'Session', change: ['created', 'changed'], attributes: ['validAfter', 'disabled'] },
        { kind: 'Ended session', change: ['created'] },
      ],
    },
    may: { read: ['USER', 'CHAT'], write: ['USER'] },
    webSocket: true,
  },
  'chat-ticket': {
    entry: 'functions/chat/ticketHandler.ts',
    impact: 'Chat is no longer live: nobody can open a line, and messages come some seconds late.',
    on: { socket: 'authorizer' },
    may: { read: ['TICKET'], write: ['TICKET'] },
  },
  'chat-socket': {
    entry: 'functions/chat/socketHandler.ts',
    impact: 'Chat is no longer live: lines are not noted, and messages come some seconds late.',
    on: { socket: 'messages' },
    may: { read: ['USER', 'CHAT'], write: ['USER'] },
    webSocket: true,
  },
  'chat-people': {
    entry: 'functions/chat/peopleHandler.ts',
    impact:
      'Families and coaches are not in the conversations of their new teams, and stay on the lists of their old ones.',
    on: {
      stream: [
        { kind: 'Own player', change: ['created', 'removed'] },
        { kind: 'Own player', change: ['changed'], attributes: ['teams', 'lacks'] },
        { kind: 'My team', change: ['created', 'removed'] },
        { kind: 'My team', change: ['changed'], attributes: ['flags'] },
        { kind: 'My organization', change: ['changed'], attributes: ['flags', 'adminSecondFactor'] },
        { kind: 'My organization', change: ['created', 'removed'] },
        { kind: 'Session', change: ['created', 'changed'], attributes: ['disabled', 'secondFactorSince'] },
        { kind: 'Account of a player' },
        { kind: 'Chat block' },
        { kind: 'Family', change: ['removed'] },
        { kind: 'Family', change: ['changed'], attributes: ['relation', 'lacks'] },
        { kind: 'Player', change: ['changed'], attributes: ['bornOn'] },
      ],
    },
    may: { read: ['USER', 'ORG', 'TEAM', 'PLAYER', 'CHAT'], write: ['USER', 'CHAT'] },
    indexes: ['gsi2'],
  },
} as const satisfies Functions

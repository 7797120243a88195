import type { Functions } from '../registry.ts'

/** The partitions in which a person is named. */
const personalPartitions = [
  'USER',
  'ORG',
  'TEAM',
  'PLAYER',
  'CHAT',
  'REGISTRATION',
  'MAIL',
  'OUTBOX',
  'FEED',
  'DEVELOPERS',
  'TOKENS',
  'EMAIL',
  'FILE',
  'CARDS',
  'PUSH',
  'SUPPORT',
  'ERASED',
  'IMPORT',
  'REPORTS',
] as const

export const privacy = {
  privacy: {
    entry: 'functions/privacy/handler.ts',
    impact: 'Nobody can ask for a copy of their data, or have their account erased.',
    on: { api: 'privacy' },
    may: { read: ['USER', 'ORG', 'PLAYER', 'ERASED'], write: ['USER', 'ERASED', 'OUTBOX'] },
    indexes: ['gsi2'],
    media: { copies: ['get'] },
  },
  'privacy-copy': {
    entry: 'functions/privacy/copyHandler.ts',
    impact: 'The copy of all their data that somebody has asked for does not get done.',
    on: { stream: [{ kind: 'Data copy', change: ['created'] }], maxConcurrency: 2 },
    may: {
      read: ['USER', 'EMAIL', 'PLAYER', 'CHAT', 'REGISTRATION', 'OUTBOX', 'CARDS', 'SUPPORT', 'FILE'],
      write: ['USER'],
    },
    indexes: ['lsi1', 'gsi1', 'gsi2'],
    // A copy is deleted if the account is erased while it is made.
    media: { avatar: ['get'], files: ['get'], copies: ['put', 'delete'] },
    timeout: 300,
    memory: 2048,
  },
  'privacy-erase': {
    entry: 'functions/privacy/eraseHandler.ts',
    impact: 'Accounts that are to be erased stay longer than their owners were told.',
    on: { schedule: 'rate(1 hour)' },
    may: { read: [...personalPartitions, 'ASSIGN'], write: personalPartitions },
    indexes: ['lsi1', 'gsi1', 'gsi2'],
    media: { avatar: ['delete'], files: ['delete'], copies: ['delete'] },
    deletesUsers: true,
  },
} as const satisfies Functions

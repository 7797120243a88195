import type { Functions } from '../registry.ts'

export const support = {
  support: {
    entry: 'functions/support/handler.ts',
    impact: 'Nobody can ask our own people for help from a registration, and they cannot answer.',
    on: { api: 'support' },
    may: { read: ['USER', 'SUPPORT', 'REPORTS'], write: ['BUDGET', 'SUPPORT'] },
    indexes: ['lsi1', 'gsi2'],
    secrets: ['cursors'],
  },
  'support-due': {
    entry: 'functions/support/dueHandler.ts',
    impact: 'Questions that nobody has answered, and answers that nobody has seen, are not mailed.',
    on: { schedule: 'rate(5 minutes)' },
    may: { read: ['SUPPORT'], write: ['SUPPORT', 'OUTBOX'] },
    indexes: ['gsi1'],
  },
} as const satisfies Functions

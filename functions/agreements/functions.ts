import type { Functions } from '../registry.ts'

export const agreements = {
  agreements: {
    entry: 'functions/agreements/handler.ts',
    impact: 'Families cannot read or sign what their club asks them to agree to, and clubs do not see who has.',
    on: { api: 'agreements' },
    may: { read: ['USER', 'ORG', 'TEAM', 'PLAYER'], write: ['BUDGET', 'ORG', 'PLAYER', 'OUTBOX', 'AUDIT'] },
    indexes: ['gsi2'],
    secrets: ['cursors'],
  },
} as const satisfies Functions

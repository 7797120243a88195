import type { Functions } from '../registry.ts'

export const organization = {
  organization: {
    entry: 'functions/organization/handler.ts',
    impact: 'Clubs cannot look up or change their settings, nor where they play or who runs them.',
    on: { api: 'organization' },
    may: { read: ['USER', 'EMAIL', 'ORG', 'TEAM'], write: ['BUDGET', 'ORG', 'TEAM', 'USER', 'OUTBOX'] },
    media: { avatar: ['put', 'delete'] },
  },
} as const satisfies Functions

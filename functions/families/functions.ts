import type { Functions } from '../registry.ts'

export const families = {
  families: {
    entry: 'functions/families/handler.ts',
    impact: 'Clubs cannot bring players along in a table, and families cannot be put together.',
    on: { api: 'families' },
    may: {
      read: ['USER', 'EMAIL', 'ORG', 'TEAM', 'PLAYER', 'IMPORT'],
      write: ['BUDGET', 'ORG', 'TEAM', 'IMPORT', 'PLAYER', 'USER', 'OUTBOX', 'FILE', 'DEVELOPERS'],
    },
    indexes: ['lsi1', 'gsi1', 'gsi2'],
    secrets: ['links', 'cursors'],
  },
  'families-import': {
    entry: 'functions/families/importHandler.ts',
    impact: 'Players whom a club brings along in a table do not come in: the import stands still.',
    on: {
      stream: [
        {
          kind: 'Import',
          change: ['changed'],
          where: { attribute: 'state', value: 'running' },
          attributes: ['state', 'turn'],
        },
        {
          kind: 'Import',
          change: ['changed'],
          where: { attribute: 'state', value: 'undoing' },
          attributes: ['state', 'turn'],
        },
      ],
    },
    may: { read: ['USER', 'ORG', 'TEAM', 'PLAYER', 'IMPORT'], write: ['ORG', 'TEAM', 'PLAYER', 'IMPORT', 'USER'] },
    indexes: ['gsi2'],
    timeout: 120,
  },
} as const satisfies Functions

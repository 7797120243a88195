import type { Functions } from '../registry.ts'

export const academy = {
  academy: {
    entry: 'functions/academy/handler.ts',
    impact: 'Nobody can open a club’s library, nor add to it.',
    on: { api: 'academy' },
    may: {
      read: ['USER', 'ORG', 'TEAM', 'PLAYER', 'LIBRARY', 'FILE'],
      write: ['USER', 'LIBRARY', 'FILE'],
    },
    indexes: ['gsi1', 'gsi2'],
    media: { incoming: ['put'], files: ['put', 'get'] },
  },
  'academy-gone': {
    entry: 'functions/academy/goneHandler.ts',
    impact: 'What was taken out of a library for good keeps its place there and in the bucket.',
    on: { stream: [{ kind: 'Storage item', change: ['removed'] }] },
    may: { read: ['LIBRARY', 'FILE'], write: ['LIBRARY', 'FILE'] },
    indexes: ['gsi1'],
  },
} as const satisfies Functions

import type { Functions } from '../registry.ts'

export const recordings = {
  recordings: {
    entry: 'functions/recordings/handler.ts',
    loses: 'Nobody can see the recordings of their team, nor add one.',
    on: { api: 'recordings' },
    may: {
      read: ['USER', 'ORG', 'TEAM', 'PLAYER', 'RECORDINGS', 'LIBRARY', 'FILE'],
      write: ['RECORDINGS', 'LIBRARY', 'FILE'],
    },
    indexes: ['lsi1', 'gsi2'],
    media: { files: ['get', 'put'] },
    secrets: ['cursors'],
  },
  'recordings-gone': {
    entry: 'functions/recordings/goneHandler.ts',
    loses: 'Recordings that were taken away for good keep their place in the bucket, and are counted on.',
    on: { stream: [{ kind: 'Recording', change: ['removed'] }] },
    may: { read: ['RECORDINGS', 'LIBRARY', 'FILE'], write: ['RECORDINGS', 'LIBRARY', 'FILE'] },
  },
} as const satisfies Functions

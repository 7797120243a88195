import type { Functions } from '../registry.ts'

export const recordings = {
  recordings: {
    entry: 'functions/recordings/handler.ts',
    impact: 'Nobody can see the recordings of their team, nor add one.',
    on: { api: 'recordings' },
    may: {
      read: ['USER', 'ORG', 'TEAM', 'PLAYER', 'RECORDINGS', 'LIBRARY', 'FILE'],
      write: ['RECORDINGS', 'LIBRARY', 'FILE'],
    },
    indexes: ['lsi1', 'gsi1', 'gsi2'],
    media: { files: ['get', 'put'] },
    secrets: ['cursors'],
  },
  'recordings-gone': {
    entry: 'functions/recordings/goneHandler.ts',
    impact:
      'Recordings that were taken away for good keep their place in the bucket, and are counted on. What a player is given they do not find once they change their team.',
    on: {
      stream: [
        { kind: 'Recording', change: ['created', 'removed'] },
        { kind: 'Recording', change: ['changed'], attributes: ['shares', 'shelf', 'startsAt'] },
      ],
    },
    may: { read: ['RECORDINGS', 'LIBRARY', 'FILE'], write: ['RECORDINGS', 'LIBRARY', 'FILE'] },
  },
} as const satisfies Functions

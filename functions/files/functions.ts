import type { Functions } from '../registry.ts'

export const files = {
  files: {
    entry: 'functions/files/handler.ts',
    impact: 'Nobody can send a file or a picture along, in mail, chat or anywhere else.',
    on: { api: 'files' },
    may: { read: ['USER', 'FILE', 'ORG', 'LIBRARY'], write: ['USER', 'FILE'] },
    media: { incoming: ['put', 'get', 'delete'], files: ['put', 'get', 'delete', 'parts'] },
    timeout: 28,
  },
  'files-gone': {
    entry: 'functions/files/goneHandler.ts',
    impact: 'Files that were taken away, or that nobody used, stay in the bucket.',
    on: { stream: [{ kind: 'File', change: ['removed'] }] },
    may: { read: ['FILE'], write: [] },
    media: { incoming: ['delete'], files: ['delete'] },
  },
  'files-scanned': {
    entry: 'functions/files/scannedHandler.ts',
    impact: 'A file that was found to hold malicious software is not taken away, and who sent it is not told.',
    on: { queue: true, source: 'malware-findings', maxReceiveCount: 20 },
    may: { read: ['FILE'], write: ['FILE', 'OUTBOX'] },
    media: { avatar: ['delete'], incoming: ['delete'], files: ['delete'] },
  },
} as const satisfies Functions

import type { Functions } from '../registry.ts'
import { fonts } from './fonts.ts'

export const mail = {
  'mail-send': {
    entry: 'functions/mail/sendHandler.ts',
    impact: 'Nobody is told by mail what waits for them: parents are not asked, and coaches do not hear of requests.',
    on: { stream: [{ kind: 'Outbox', change: ['created'] }], maxReceiveCount: 20 },
    may: {
      read: [
        'OUTBOX',
        'USER',
        'EMAIL',
        'ORG',
        'TEAM',
        'PLAYER',
        'MAIL',
        'REGISTRATION',
        'PAYMENT',
        'CARDS',
        'REPORTS',
        'SUPPORT',
        'DEVELOPERS',
        'FILE',
      ],
      write: ['OUTBOX', 'MAIL', 'USER', 'USAGE'],
    },
    media: { files: ['get'] },
    secrets: ['links'],
    mail: true,
    codeSplitting: true,
    nodeModules: fonts,
  },
  'mail-events': {
    entry: 'functions/mail/eventsHandler.ts',
    impact: 'Coaches do not see whether their emails arrived, and mail goes on to addresses from which it comes back.',
    on: { queue: true, source: 'mail-events', maxReceiveCount: 10 },
    may: { read: ['OUTBOX', 'USER', 'MAIL'], write: ['OUTBOX', 'USER', 'MAIL', 'EMAIL'] },
    codeSplitting: true,
  },
  'mail-digest': {
    entry: 'functions/mail/digestHandler.ts',
    impact:
      'Families do not get by mail what came in their quiet hours, or after many others, nor are their phones told of chat then.',
    on: { schedule: 'rate(15 minutes)' },
    may: { read: ['USER'], write: ['USER', 'OUTBOX'] },
    indexes: ['gsi2'],
    timeout: 300,
  },
} as const satisfies Functions

import type { Functions } from '../registry.ts'
import { fonts } from './fonts.ts'

export const mail = {
  'mail-send': {
    entry: 'functions/mail/sendHandler.ts',
    loses: 'Nobody is told by mail what waits for them: parents are not asked, and coaches do not hear of requests.',
    on: { stream: [{ kind: 'Outbox', change: ['created'] }], tries: 20 },
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
    inParts: true,
    packs: fonts,
  },
  'mail-events': {
    entry: 'functions/mail/eventsHandler.ts',
    loses: 'Coaches do not see whether their emails arrived, and mail goes on to addresses from which it comes back.',
    on: { queue: true, hears: 'mail', tries: 10 },
    may: { read: ['OUTBOX', 'USER', 'MAIL'], write: ['OUTBOX', 'USER', 'MAIL', 'EMAIL'] },
    inParts: true,
  },
  'mail-digest': {
    entry: 'functions/mail/digestHandler.ts',
    loses:
      'Families do not get by mail what came in their quiet hours, or after many others, nor are their phones told of chat then.',
    on: { schedule: 'rate(15 minutes)' },
    may: { read: ['USER'], write: ['USER', 'OUTBOX'] },
    indexes: ['gsi2'],
    timeout: 300,
  },
} as const satisfies Functions

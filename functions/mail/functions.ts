import type { Functions } from '../registry.ts'

export const mail = {
  'mail-send': {
    entry: 'functions/mail/sendHandler.ts',
    loses: 'Nobody is told by mail what waits for them: parents are not asked, and coaches do not hear of requests.',
    on: { stream: [{ kind: 'Outbox', change: ['created'] }], tries: 20 },
    may: {
      read: ['OUTBOX', 'USER', 'EMAIL', 'ORG', 'TEAM', 'PLAYER', 'MAIL', 'REGISTRATION', 'REPORTS'],
      write: ['OUTBOX', 'MAIL'],
    },
    secrets: ['links'],
    mail: true,
  },
} as const satisfies Functions

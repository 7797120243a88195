import type { Functions } from '../registry.ts'

export const email = {
  email: {
    entry: 'functions/email/handler.ts',
    impact: 'Families cannot read emails in Touchline, and coaches cannot write any.',
    on: { api: 'email' },
    may: {
      read: ['USER', 'EMAIL', 'MAIL', 'ORG', 'TEAM', 'PLAYER', 'FILE', 'OUTBOX'],
      write: ['BUDGET', 'USER', 'EMAIL', 'MAIL', 'ORG', 'TEAM', 'OUTBOX', 'FILE'],
    },
    indexes: ['lsi1', 'gsi1', 'gsi2'],
    media: { files: ['get'] },
    secrets: ['cursors', 'links'],
  },
  'email-send': {
    entry: 'functions/email/sendHandler.ts',
    impact: 'Emails that coaches have sent do not reach anybody.',
    on: { stream: [{ kind: 'Email', where: { attribute: 'state', value: 'waiting' } }], maxReceiveCount: 20 },
    may: { read: ['USER', 'EMAIL', 'MAIL', 'ORG', 'TEAM', 'PLAYER'], write: ['USER', 'MAIL', 'OUTBOX', 'ORG', 'TEAM'] },
    indexes: ['gsi1', 'gsi2'],
    sends: ['email-send'],
    timeout: 120,
  },
  'email-due': {
    entry: 'functions/email/dueHandler.ts',
    impact: 'Emails that were written to be sent later are not sent.',
    on: { schedule: 'rate(5 minutes)' },
    may: { read: [], write: [] },
    indexes: ['gsi2'],
    sends: ['email-send'],
  },
} as const satisfies Functions

import type { Functions } from '../registry.ts'

export const staff = {
  staff: {
    entry: 'functions/staff/handler.ts',
    impact: 'Our own people cannot look up accounts, mails or reports, and machines that watch us think we are down.',
    on: { api: 'staff' },
    may: { read: ['USER', 'ORG', 'OUTBOX', 'FIGURES', 'SCREENS', 'USAGE', 'LIBRARY', 'RECORDINGS'], write: ['USER'] },
    indexes: ['gsi1', 'gsi2'],
    secrets: ['cursors'],
    signsOut: true,
    codeSplitting: true,
  },
  'staff-figures': {
    entry: 'functions/staff/figuresHandler.ts',
    impact: 'The figures of the day are missing from the reports of our own people.',
    on: { schedule: 'cron(10 8 * * ? *)' },
    may: { read: ['ORG', 'FIGURES'], write: ['FIGURES'] },
    indexes: ['gsi1', 'gsi2'],
    timeout: 300,
  },
  'staff-clubs': {
    entry: 'functions/staff/clubHandler.ts',
    impact: 'What our own people see on their lists of clubs is a day old.',
    on: {
      stream: [
        {
          kind: 'Organization',
          change: ['created', 'changed'],
          attributes: ['name', 'sport', 'timezone', 'country', 'academyEnabled', 'customRegistrationEnabled'],
        },
        { kind: 'Licences', change: ['created', 'changed'], attributes: ['given', 'used'] },
        { kind: 'Subscription', change: ['created', 'changed'], attributes: ['plan', 'status'] },
      ],
    },
    may: { read: ['ORG'], write: ['FIGURES'] },
  },
} as const satisfies Functions

import type { Functions } from '../registry.ts'

export const register = {
  register: {
    entry: 'functions/register/handler.ts',
    loses: 'Families cannot register their players, and lose places that they wanted.',
    on: { api: 'register' },
    may: {
      read: ['USER', 'ORG', 'TEAM', 'PLAYER', 'REGISTRATION', 'FILE'],
      write: ['USER', 'REGISTRATION', 'FILE', 'OUTBOX'],
    },
    indexes: ['lsi1'],
    media: { files: ['put', 'get'] },
    timeout: 28,
  },
  'register-landed': {
    entry: 'functions/register/landHandler.ts',
    loses: 'Players who are registered do not come onto their team, and their families get no receipt.',
    on: { stream: [{ kind: 'Registration entry', where: { attribute: 'landing', value: 'wanted' } }] },
    may: {
      read: ['USER', 'ORG', 'TEAM', 'PLAYER', 'REGISTRATION', 'FEES'],
      write: ['USER', 'ORG', 'TEAM', 'PLAYER', 'REGISTRATION', 'FEES', 'LEDGER', 'OUTBOX'],
    },
    indexes: ['lsi1'],
    timeout: 60,
  },
  'register-lapsed': {
    entry: 'functions/register/lapsedHandler.ts',
    loses: 'Places that nobody has paid are not given to who waits for one.',
    on: { schedule: 'rate(1 minute)' },
    may: { read: ['REGISTRATION'], write: ['REGISTRATION', 'OUTBOX'] },
    indexes: ['lsi1', 'gsi2'],
    timeout: 60,
  },
} as const satisfies Functions

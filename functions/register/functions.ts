import type { Functions } from '../registry.ts'

export const register = {
  register: {
    entry: 'functions/register/handler.ts',
    impact: 'Families cannot register their players, and lose places that they wanted.',
    on: { api: 'register' },
    may: {
      read: ['USER', 'EMAIL', 'ORG', 'TEAM', 'PLAYER', 'REGISTRATION', 'FILE', 'FEES', 'LEDGER'],
      // Refunds are requested from the provider by another function.
      write: ['BUDGET', 'USER', 'REGISTRATION', 'FILE', 'OUTBOX', 'PLAYER', 'FEES', 'LEDGER', 'PAYLINK', 'PAYMENT'],
    },
    indexes: ['lsi1'],
    media: { files: ['put', 'get'] },
    timeout: 28,
  },
  'register-landed': {
    entry: 'functions/register/landHandler.ts',
    impact:
      'Who is registered does not come onto their team nor to later dates, families get no receipt, and who waits is offered no place that is free.',
    on: {
      stream: [
        { kind: 'Registration entry', where: { attribute: 'landing', value: 'wanted' } },
        { kind: 'Registration entry', change: ['changed'], where: { attribute: 'landing', value: 'again' } },
        { kind: 'Registration entry', change: ['changed'], where: { attribute: 'landing', value: 'moved' } },
        {
          kind: 'Registration entry',
          change: ['changed'],
          where: { attribute: 'state', value: 'cancelled' },
          attributes: ['state'],
        },
        { kind: 'Registration entry', where: { attribute: 'state', value: 'waiting' }, attributes: ['state'] },
        {
          kind: 'Registration',
          change: ['changed'],
          attributes: ['places', 'state', 'acceptPayments', 'acceptBills', 'mainPaymentAccountId'],
        },
        { kind: 'Registration options', change: ['changed'] },
        { kind: 'Registration reach', change: ['created', 'changed'] },
        { kind: 'Registration add-ons', change: ['changed'] },
        { kind: 'Team', change: ['changed'], attributes: ['archivedAt'] },
        { kind: 'Organization', change: ['changed'], attributes: ['customRegistrationEnabled'] },
        {
          kind: 'Payment account',
          change: ['changed'],
          attributes: ['active', 'chargesEnabled', 'email', 'publicKey'],
        },
        { kind: 'Event', change: ['changed'], attributes: ['deletedAt', 'archivedAt', 'cancelled', 'end'] },
      ],
    },
    may: {
      read: ['USER', 'ORG', 'TEAM', 'PLAYER', 'REGISTRATION', 'FEES'],
      write: ['USER', 'ORG', 'TEAM', 'PLAYER', 'REGISTRATION', 'FEES', 'LEDGER', 'OUTBOX', 'FILE'],
    },
    indexes: ['lsi1', 'gsi1', 'gsi2'],
    timeout: 60,
  },
  'register-paid': {
    entry: 'functions/register/paidHandler.ts',
    impact: 'Players whose registration has been paid do not get their place.',
    on: { stream: [{ kind: 'Fee', change: ['changed'], attributes: ['paid', 'paying', 'amount', 'waived', 'state'] }] },
    may: {
      read: ['USER', 'ORG', 'TEAM', 'REGISTRATION', 'PLAYER', 'FEES', 'LEDGER'],
      write: ['REGISTRATION', 'PLAYER', 'FEES', 'LEDGER', 'OUTBOX', 'PAYMENT'],
    },
    indexes: ['lsi1'],
  },
  'register-lapsed': {
    entry: 'functions/register/lapsedHandler.ts',
    impact:
      'Places that nobody has paid are not given to who waits for one, and answers of who was taken off stay longer than they should.',
    on: { schedule: 'rate(1 minute)' },
    may: {
      read: ['USER', 'ORG', 'TEAM', 'REGISTRATION', 'PLAYER', 'FEES', 'LEDGER', 'FILE'],
      write: ['REGISTRATION', 'OUTBOX', 'PLAYER', 'FEES', 'LEDGER', 'PAYMENT', 'FILE'],
    },
    indexes: ['lsi1', 'gsi1', 'gsi2'],
    timeout: 60,
  },
} as const satisfies Functions

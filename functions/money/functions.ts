import type { Functions } from '../registry.ts'

export const money = {
  money: {
    entry: 'functions/money/handler.ts',
    loses: 'Clubs cannot charge fees or put down payments, and families do not see what they owe.',
    on: { api: 'money' },
    may: {
      read: ['USER', 'PLAYER', 'TEAM', 'ORG', 'FEES', 'LEDGER'],
      // It puts keys away and cannot read them.
      write: ['PLAYER', 'FEES', 'LEDGER', 'ORG', 'KEY'],
    },
    indexes: ['lsi1', 'gsi1', 'gsi2'],
    secrets: ['cursors'],
  },
  'money-told': {
    entry: 'functions/money/toldHandler.ts',
    loses: 'Families are not told by mail what they owe.',
    on: { stream: [{ kind: 'Fee', where: { attribute: 'mail', value: 'wanted' } }] },
    may: { read: ['PLAYER'], write: ['PLAYER', 'OUTBOX'] },
  },
  'money-owed': {
    entry: 'functions/money/owedHandler.ts',
    loses: 'Families are not told on Today that a fee is unpaid or late.',
    on: {
      stream: [
        { kind: 'Fee', change: ['created', 'removed'] },
        { kind: 'Fee', change: ['changed'], attributes: ['amount', 'paid', 'waived', 'dueOn', 'state'] },
        { kind: 'Family' },
      ],
    },
    may: { read: ['USER', 'PLAYER', 'ORG'], write: ['USER'] },
  },
} as const satisfies Functions

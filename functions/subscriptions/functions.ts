import type { Functions } from '../registry.ts'

export const subscriptions = {
  subscriptions: {
    entry: 'functions/subscriptions/handler.ts',
    impact: 'Nobody can open a club, get licences for teams, or see what their club is billed.',
    on: { api: 'subscriptions' },
    may: {
      read: ['USER', 'ORG', 'TEAM', 'PLAYER', 'DEEDS'],
      write: ['BUDGET', 'USER', 'ORG', 'TEAM', 'OUTBOX', 'DEEDS'],
    },
    providers: ['stripe'],
  },
  'subscriptions-pending': {
    entry: 'functions/subscriptions/pendingHandler.ts',
    impact:
      'Clubs that were opened while the payment provider was away stay without a subscription there, and promotion codes unmade.',
    on: {
      stream: [
        { kind: 'Subscription', change: ['created', 'changed'], attributes: ['pending', 'attempt'] },
        { kind: 'Promotion wish', change: ['created'] },
      ],
    },
    may: { read: ['USER', 'ORG', 'DEEDS'], write: ['ORG', 'OUTBOX', 'DEEDS'] },
    providers: ['stripe'],
  },
  'subscriptions-payer': {
    entry: 'functions/subscriptions/payerHandler.ts',
    impact: 'Bills of a club go on to somebody who has left it, or to an address or a name of before.',
    on: {
      stream: [
        { kind: 'Organization administrator', change: ['changed', 'removed'], attributes: ['flags'] },
        { kind: 'Organization', change: ['changed'], attributes: ['name'] },
        { kind: 'Profile', change: ['changed'], attributes: ['email'] },
      ],
    },
    may: { read: ['USER', 'ORG'], write: ['ORG'] },
    providers: ['stripe'],
  },
  'subscriptions-heard': {
    entry: 'functions/subscriptions/providerEventHandler.ts',
    impact: 'Paid and unpaid bills of clubs are noticed late, so that a club that has paid may stay limited.',
    on: {
      stream: [{ kind: 'Provider event', change: ['created'], where: { attribute: 'scope', value: 'platform' } }],
    },
    may: { read: ['HEARD', 'USER', 'ORG'], write: ['ORG', 'OUTBOX', 'DEEDS'] },
    providers: ['stripe'],
  },
  'subscriptions-remind': {
    entry: 'functions/subscriptions/remindHandler.ts',
    impact:
      'Clubs are not told that their free period ends, and what was never heard of their subscriptions stays unknown.',
    on: { schedule: 'cron(0 15 * * ? *)' },
    may: { read: ['USER', 'ORG'], write: ['ORG', 'OUTBOX', 'DEEDS'] },
    indexes: ['gsi2'],
    providers: ['stripe'],
    timeout: 300,
  },
  'subscriptions-shares': {
    entry: 'functions/subscriptions/sharesHandler.ts',
    impact: 'What clubs owe us of payments by PayPal and FluidPay is on no bill.',
    on: { schedule: 'cron(30 15 25-31 * ? *)' },
    may: { read: ['ORG', 'FEES'], write: ['FEES', 'LEDGER'] },
    indexes: ['gsi2'],
    providers: ['stripe'],
    timeout: 300,
  },
  'subscriptions-seats': {
    entry: 'functions/subscriptions/seatsHandler.ts',
    impact: 'The chart of a club’s licences lacks the day on which they changed.',
    on: { stream: [{ kind: 'Licences', change: ['created', 'changed'], attributes: ['given', 'used'] }] },
    may: { read: ['ORG'], write: ['ORG'] },
  },
} as const satisfies Functions

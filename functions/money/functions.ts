import { fonts } from '../mail/fonts.ts'
import type { Functions } from '../registry.ts'

export const money = {
  money: {
    entry: 'functions/money/handler.ts',
    impact: 'Clubs cannot charge fees or put down payments, and families do not see what they owe.',
    on: { api: 'money' },
    may: {
      read: ['USER', 'PLAYER', 'TEAM', 'ORG', 'FEES', 'LEDGER', 'PAYMENT', 'REGISTRATION'],
      // It can write keys but not read them.
      write: ['BUDGET', 'PLAYER', 'FEES', 'LEDGER', 'ORG', 'KEY', 'PAYMENT', 'AUDIT', 'OUTBOX'],
    },
    indexes: ['lsi1', 'gsi1', 'gsi2'],
    secrets: ['cursors', 'seals'],
  },
  'money-pay': {
    entry: 'functions/money/payHandler.ts',
    impact: 'Families cannot pay online, and clubs cannot give money back.',
    on: { api: 'pay' },
    may: {
      read: ['USER', 'PLAYER', 'ORG', 'PAYMENT', 'PAYLINK', 'FEES', 'LEDGER', 'CARDS', 'KEY', 'REGISTRATION'],
      write: ['BUDGET', 'PLAYER', 'FEES', 'LEDGER', 'ORG', 'PAYMENT', 'PAYLINK', 'CARDS', 'KEY', 'OUTBOX'],
    },
    indexes: ['gsi2'],
    secrets: ['seals'],
    providers: ['stripe', 'paypal', 'fluidpay'],
  },
  'money-receipts': {
    entry: 'functions/money/receiptsHandler.ts',
    impact: 'Families and clubs get no receipts of what was paid.',
    on: { api: 'receipts' },
    may: { read: ['USER', 'PLAYER', 'ORG', 'PAYMENT', 'PAYLINK'], write: ['BUDGET'] },
    codeSplitting: true,
    nodeModules: fonts,
  },
  'money-heard': {
    entry: 'functions/money/providerEventHandler.ts',
    impact: 'Payments that families have made are noticed late: what the providers tell us is not worked off.',
    on: { stream: [{ kind: 'Provider event', change: ['created'], where: { attribute: 'scope', value: 'connect' } }] },
    may: {
      read: ['HEARD', 'PLAYER', 'ORG', 'PAYMENT', 'FEES', 'LEDGER', 'CARDS'],
      write: ['PLAYER', 'FEES', 'LEDGER', 'ORG', 'PAYMENT', 'CARDS', 'OUTBOX'],
    },
    indexes: ['gsi1', 'gsi2'],
    providers: ['stripe', 'paypal'],
    timeout: 60,
  },
  'money-refunds': {
    entry: 'functions/money/refundsHandler.ts',
    impact: 'What clubs give back to families does not reach them.',
    // One that waits stays as it is wanted: that it waits is nothing to be asked for again at once.
    on: {
      stream: [{ kind: 'Refund', where: { attribute: 'state', value: 'wanted' }, attributes: ['state'] }],
      maxReceiveCount: 10,
    },
    may: {
      read: ['PAYMENT', 'ORG', 'PLAYER', 'FEES', 'LEDGER', 'KEY'],
      // It also finds refunds that a club has made itself.
      write: ['PAYMENT', 'PLAYER', 'FEES', 'LEDGER', 'OUTBOX'],
    },
    secrets: ['seals'],
    providers: ['stripe', 'paypal', 'fluidpay'],
    timeout: 60,
  },
  'money-sweep': {
    entry: 'functions/money/sweepHandler.ts',
    impact: 'Payments of which a provider’s notice was lost stay open.',
    on: { schedule: 'rate(15 minutes)' },
    // If interrupted, it is retried twice with the same time; all three runs end before the next scheduled one.
    timeout: 120,
    may: {
      read: ['PLAYER', 'ORG', 'PAYMENT', 'FEES', 'LEDGER', 'CARDS', 'KEY', 'HEARD'],
      write: ['PLAYER', 'FEES', 'LEDGER', 'ORG', 'PAYMENT', 'CARDS', 'OUTBOX', 'HEARD'],
    },
    indexes: ['gsi2'],
    secrets: ['seals'],
    providers: ['stripe', 'paypal', 'fluidpay'],
  },
  'money-autopay': {
    entry: 'functions/money/autopayHandler.ts',
    impact: 'What is due is not taken from the cards that families have saved for it.',
    on: { schedule: 'rate(1 hour)' },
    may: {
      read: ['USER', 'PLAYER', 'ORG', 'PAYMENT', 'FEES', 'LEDGER', 'CARDS'],
      write: ['PLAYER', 'FEES', 'LEDGER', 'ORG', 'PAYMENT', 'PAYLINK', 'CARDS', 'OUTBOX'],
    },
    indexes: ['gsi2'],
    providers: ['stripe', 'paypal'],
    timeout: 900,
  },
  'money-remind': {
    entry: 'functions/money/remindHandler.ts',
    impact: 'Families are not reminded of what they owe on the days that their club has decided.',
    on: { schedule: 'rate(1 hour)' },
    may: { read: ['ORG', 'PLAYER'], write: ['PLAYER'] },
    indexes: ['gsi2'],
  },
  'money-told': {
    entry: 'functions/money/feeMailHandler.ts',
    impact: 'Families are not told by mail what they owe.',
    on: { stream: [{ kind: 'Fee', where: { attribute: 'mail', value: 'wanted' } }] },
    may: { read: ['PLAYER', 'USER'], write: ['PLAYER', 'OUTBOX', 'PAYLINK'] },
  },
  'money-homes': {
    entry: 'functions/money/homesHandler.ts',
    impact:
      'Nobody is asked for what a parent owes who has left the player’s family, or whose account is a child’s after all.',
    on: {
      stream: [
        { kind: 'Family' },
        { kind: 'Account of a player', change: ['created'] },
        { kind: 'Player', change: ['changed'], attributes: ['bornOn'] },
      ],
    },
    // To know which accounts are a child's.
    may: { read: ['PLAYER', 'USER'], write: ['PLAYER'] },
    indexes: ['gsi2'],
  },
  'money-owed': {
    entry: 'functions/money/owedHandler.ts',
    impact: 'Families are not told on Today that a fee is unpaid or late.',
    on: {
      stream: [
        { kind: 'Fee', change: ['created', 'removed'] },
        {
          kind: 'Fee',
          change: ['changed'],
          attributes: ['amount', 'paid', 'waived', 'dueOn', 'state', 'status', 'payers'],
        },
        { kind: 'Family' },
        { kind: 'Player', change: ['changed'], attributes: ['also'] },
        { kind: 'Organization', change: ['changed'], attributes: ['timezone'] },
      ],
    },
    may: { read: ['USER', 'PLAYER', 'ORG'], write: ['USER'] },
    indexes: ['gsi2'],
    // A change of the time zone concerns all players of a club.
    timeout: 120,
  },
} as const satisfies Functions

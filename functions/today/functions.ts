import type { Functions } from '../registry.ts'

export const today = {
  today: {
    entry: 'functions/today/handler.ts',
    impact: 'Families do not see what is on today and cannot answer whether their player comes.',
    on: { api: 'today' },
    codeSplitting: true,
    may: {
      read: ['USER', 'EMAIL', 'PLAYER', 'TEAM', 'LINK', 'ORG'],
      write: ['BUDGET', 'USER', 'PLAYER', 'LINK', 'OUTBOX'],
    },
    indexes: ['lsi1'],
    secrets: ['links'],
  },
  'today-requested': {
    entry: 'functions/today/requestedHandler.ts',
    impact: 'Coaches do not hear from families who ask to be let in: their requests wait, unseen.',
    on: { stream: [{ kind: 'Sent request', where: { attribute: 'state', value: 'new' } }] },
    may: { read: ['USER', 'EMAIL'], write: ['USER', 'OUTBOX'] },
  },
  'today-invited': {
    entry: 'functions/today/invitedHandler.ts',
    impact: 'Parents are not asked by mail whether their player comes: they have to look into Touchline.',
    on: { stream: [{ kind: 'Invite', where: { attribute: 'mail', value: 'wanted' } }] },
    may: { read: ['PLAYER', 'USER'], write: ['PLAYER', 'OUTBOX'] },
  },
  'today-long': {
    entry: 'functions/today/longHandler.ts',
    impact: 'Families do not see on Today what has begun on a day before and goes on, as a tournament does.',
    on: {
      stream: [
        { kind: 'Invite', change: ['created'], where: { attribute: 'lasts', value: 'days' } },
        {
          kind: 'Invite',
          change: ['changed'],
          where: { attribute: 'lasts', value: 'days' },
          attributes: ['start', 'end', 'lasts'],
        },
        { kind: 'Family' },
      ],
    },
    may: { read: ['USER', 'PLAYER'], write: ['USER'] },
    indexes: ['lsi1'],
  },
} as const satisfies Functions

import { areasWithTokens } from '#shared/api/tokens.ts'
import type { Functions } from '../registry.ts'

export const developers = {
  developers: {
    entry: 'functions/developers/handler.ts',
    impact: 'Nobody can make or take back an access token; those that are there go on.',
    on: { api: 'developers' },
    may: {
      read: ['DEVELOPERS', 'TOKENS', 'CHANGES', 'DELIVERIES', 'SIGNS', 'USER', 'ORG', 'PLAYER'],
      write: ['DEVELOPERS', 'TOKENS', 'SIGNS', 'DELIVERIES', 'BUDGET'],
    },
    indexes: ['gsi2'],
    secrets: ['cursors', 'seals'],
    webhooks: true,
    sends: ['developers-deliver'],
  },
  'developers-changed': {
    entry: 'functions/developers/changedHandler.ts',
    impact: 'Programs of clubs do not hear of what has changed until it works again.',
    on: {
      stream: [
        { kind: 'Event', tells: ['deletedAt', 'archivedAt'], stands: ['deletedAt', 'archivedAt'] },
        { kind: 'Team', tells: [] },
        { kind: 'Team player', tells: [] },
        { kind: 'Player', tells: [] },
        { kind: 'Fee', tells: [] },
        { kind: 'Registration', tells: [] },
        { kind: 'Registration entry', tells: [] },
      ],
      maxConcurrency: 2,
    },
    may: { read: ['DEVELOPERS', 'CHANGES'], write: ['CHANGES', 'DELIVERIES'] },
    sends: ['developers-deliver'],
  },
  'developers-deliver': {
    entry: 'functions/developers/deliverHandler.ts',
    impact: 'Addresses of clubs are not told what has changed. What waits for them is sent later.',
    on: { queue: true },
    may: {
      read: ['DEVELOPERS', 'DELIVERIES', 'SIGNS', 'ORG'],
      write: ['DEVELOPERS', 'DELIVERIES', 'OUTBOX', 'BUDGET'],
    },
    secrets: ['seals'],
    sends: ['developers-deliver'],
    recursiveLoop: true,
    webhooks: true,
    timeout: 60,
  },
  'developers-due': {
    entry: 'functions/developers/dueHandler.ts',
    impact: 'What addresses of clubs did not take at once is not sent to them again.',
    on: { schedule: 'rate(5 minutes)' },
    may: { read: [], write: [] },
    indexes: ['gsi2'],
    sends: ['developers-deliver'],
  },
  'developers-token': {
    entry: 'functions/developers/tokenHandler.ts',
    impact: 'Programs of clubs get no answer from Touchline. People notice nothing.',
    on: { token: areasWithTokens },
    codeSplitting: true,
    // What it reads follows from the areas: see infra/registry.ts. It changes nothing of a club; a month that it has packed is kept.
    may: { read: ['DEVELOPERS'], write: ['DEVELOPERS', 'BUDGET', 'AUDIT', 'MONTHS'] },
  },
} as const satisfies Functions

import type { Functions } from '../registry.ts'

export const assignments = {
  assignments: {
    entry: 'functions/assignments/handler.ts',
    impact: 'Coaches cannot give players anything to do, and families neither see nor answer it.',
    on: { api: 'assignments' },
    may: { read: ['USER', 'ASSIGN', 'PLAYER', 'TEAM', 'ORG'], write: ['ASSIGN', 'PLAYER', 'USER', 'AUDIT'] },
    indexes: ['lsi1', 'gsi1', 'gsi2'],
    secrets: ['cursors'],
  },
  'assignments-given': {
    entry: 'functions/assignments/givenHandler.ts',
    impact: 'Players do not get what their coaches give them to do, and what they left behind stays due.',
    on: {
      stream: [
        { kind: 'Assignment', change: ['created'] },
        { kind: 'Assignment', change: ['changed'], attributes: ['revision'] },
        { kind: 'Player', change: ['changed'], attributes: ['teams'] },
        { kind: 'Merged player' },
      ],
    },
    may: { read: ['ASSIGN', 'PLAYER', 'TEAM'], write: ['ASSIGN', 'PLAYER'] },
    indexes: ['lsi1', 'gsi1'],
    timeout: 120,
  },
  'assignments-reminded': {
    entry: 'functions/assignments/remindedHandler.ts',
    impact: 'Families are not reminded by mail of what players have still to do.',
    on: { stream: [{ kind: 'Assignment', change: ['changed'], attributes: ['remindedAt'] }] },
    may: { read: ['ASSIGN', 'PLAYER', 'TEAM'], write: ['ASSIGN', 'PLAYER', 'OUTBOX'] },
    indexes: ['gsi1'],
    timeout: 120,
  },
  'assignments-due': {
    entry: 'functions/assignments/dueHandler.ts',
    impact: 'Families are not told on Today that a task of their player is due.',
    on: {
      stream: [
        { kind: 'Assigned task', change: ['created', 'removed'] },
        { kind: 'Assigned task', change: ['changed'], attributes: ['status', 'dueOn', 'paused'] },
        { kind: 'Family' },
        { kind: 'Organization', change: ['changed'], attributes: ['timezone'] },
      ],
    },
    may: { read: ['USER', 'PLAYER', 'ORG'], write: ['USER'] },
    indexes: ['lsi1', 'gsi2'],
    // A change of the time zone concerns all players of a club.
    timeout: 120,
  },
} as const satisfies Functions

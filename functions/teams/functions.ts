import type { Functions } from '../registry.ts'

export const teams = {
  teams: {
    entry: 'functions/teams/handler.ts',
    loses: 'Coaches and administrators cannot open or change teams and rosters.',
    on: { api: 'teams' },
    may: { read: ['USER', 'ORG', 'TEAM', 'PLAYER'], write: ['USER', 'ORG', 'TEAM', 'PLAYER'] },
    indexes: ['gsi1', 'gsi2', 'lsi1'],
    secrets: ['cursors'],
  },
} as const satisfies Functions

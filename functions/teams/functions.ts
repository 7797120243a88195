import type { Functions } from '../registry.ts'

export const teams = {
  teams: {
    entry: 'functions/teams/handler.ts',
    loses: "Coaches cannot open a team's roster.",
    on: { api: 'teams' },
    may: { read: ['USER', 'TEAM'], write: [] },
  },
} as const satisfies Functions

import type { Functions } from '../registry.ts'

export const calendar = {
  calendar: {
    entry: 'functions/calendar/handler.ts',
    loses: "Coaches do not see a team's month, nor who comes to an event.",
    on: { api: 'calendar' },
    may: { read: ['USER', 'TEAM'], write: [] },
    indexes: ['byTime', 'byEvent'],
    secrets: ['cursors'],
  },
} as const satisfies Functions

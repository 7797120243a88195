import type { Functions } from '../registry.ts'

export const calendar = {
  calendar: {
    entry: 'functions/calendar/handler.ts',
    loses: "Coaches do not see a team's month, nor who comes to an event.",
    on: { api: 'calendar' },
    may: { read: ['USER', 'TEAM'], write: [] },
    indexes: ['lsi1', 'gsi1'],
    secrets: ['cursors'],
  },
} as const satisfies Functions

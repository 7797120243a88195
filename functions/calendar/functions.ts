import type { Functions } from '../registry.ts'

export const calendar = {
  calendar: {
    entry: 'functions/calendar/handler.ts',
    impact: "Coaches do not see a team's month, nor who comes to an event.",
    on: { api: 'calendar' },
    codeSplitting: true,
    may: { read: ['USER', 'ORG', 'TEAM', 'PLAYER', 'MONTHS'], write: ['MONTHS'] },
    indexes: ['lsi1', 'gsi1', 'gsi2'],
    secrets: ['cursors'],
  },
  'calendar-planning': {
    entry: 'functions/calendar/planHandler.ts',
    impact: 'Coaches cannot make, change or cancel events, nor say who is invited.',
    on: { api: 'planning' },
    may: { read: ['USER', 'ORG', 'TEAM', 'PLAYER'], write: ['ORG', 'TEAM', 'PLAYER', 'MONTHS'] },
    indexes: ['lsi1', 'gsi1', 'gsi2'],
  },
  'calendar-attendance': {
    entry: 'functions/calendar/attendanceHandler.ts',
    impact: 'Coaches cannot say who was there, and nobody sees how often players came.',
    on: { api: 'attendance' },
    may: { read: ['USER', 'ORG', 'TEAM', 'PLAYER'], write: ['ORG', 'TEAM'] },
    indexes: ['lsi1', 'gsi1'],
  },
  'calendar-reminders': {
    entry: 'functions/calendar/remindersHandler.ts',
    impact: 'Families who have not answered are not reminded.',
    on: { schedule: 'rate(15 minutes)' },
    may: { read: ['ORG'], write: [] },
    indexes: ['gsi1', 'gsi2'],
    sends: ['calendar-remind'],
    timeout: 300,
  },
  'calendar-remind': {
    entry: 'functions/calendar/remindHandler.ts',
    impact: 'Families who have not answered are not reminded.',
    on: { queue: true },
    may: { read: ['ORG', 'TEAM', 'PLAYER'], write: ['PLAYER', 'OUTBOX'] },
    indexes: ['gsi1'],
    timeout: 60,
  },
  'calendar-news': {
    entry: 'functions/calendar/newsHandler.ts',
    impact:
      'Families are not told that an event has moved or is cancelled, nor asked again: they have to look into Touchline.',
    on: { stream: [{ kind: 'Event', change: ['changed'], attributes: ['newsAt'] }] },
    may: { read: ['ORG', 'TEAM', 'PLAYER', 'OUTBOX'], write: ['PLAYER', 'OUTBOX'] },
    indexes: ['gsi1'],
    timeout: 120,
  },
  'calendar-availability': {
    entry: 'functions/calendar/availabilityHandler.ts',
    impact:
      'Coaches are not told by mail what families answer shortly before an event: they have to look into Touchline.',
    on: {
      stream: [
        {
          kind: 'Invite',
          change: ['changed'],
          attributes: ['status', 'note', 'answerId'],
          tells: ['status', 'answerId'],
        },
      ],
    },
    may: { read: ['ORG', 'TEAM', 'PLAYER', 'OUTBOX'], write: ['OUTBOX'] },
  },
} as const satisfies Functions

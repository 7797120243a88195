import type { Functions } from '../registry.ts'

export const teams = {
  teams: {
    entry: 'functions/teams/handler.ts',
    impact: 'Coaches and administrators cannot open or change teams and rosters.',
    on: { api: 'teams' },
    codeSplitting: true,
    may: {
      read: ['USER', 'ORG', 'TEAM', 'PLAYER', 'REGISTRATION'],
      write: ['USER', 'ORG', 'TEAM', 'PLAYER', 'AUDIT', 'OUTBOX'],
    },
    indexes: ['gsi1', 'gsi2', 'lsi1'],
    secrets: ['cursors'],
    media: { files: ['get'] },
  },
  'teams-pictures': {
    entry: 'functions/teams/picturesHandler.ts',
    impact: 'Nobody can put up or take down a picture of a player or a team, or say to whom it may be shown.',
    on: { api: 'pictures' },
    may: { read: ['USER', 'ORG', 'TEAM', 'PLAYER'], write: ['USER', 'ORG', 'TEAM', 'PLAYER', 'FILE'] },
    indexes: ['gsi2'],
    media: { files: ['put', 'get'] },
  },
  'teams-duplicates': {
    entry: 'functions/teams/duplicatesHandler.ts',
    impact: 'Clubs cannot make one of players who are there twice.',
    on: { api: 'duplicates' },
    may: {
      read: ['USER', 'EMAIL', 'ORG', 'TEAM', 'PLAYER', 'REGISTRATION', 'ASSIGN', 'LIBRARY', 'RECORDINGS'],
      write: ['USER', 'ORG', 'TEAM', 'PLAYER', 'FILE', 'REGISTRATION', 'ASSIGN', 'LIBRARY', 'RECORDINGS'],
    },
    indexes: ['gsi2'],
    timeout: 28,
  },
  'teams-reports': {
    entry: 'functions/teams/reportHandler.ts',
    impact: 'Clubs cannot take their players out as a table.',
    on: { api: 'reports' },
    may: { read: ['USER', 'ORG', 'TEAM', 'PLAYER'], write: ['AUDIT'] },
    indexes: ['gsi2'],
    // A whole core: reading the families of ten thousand players takes as many queries, and is CPU-bound.
    memory: 2048,
    timeout: 28,
  },
} as const satisfies Functions

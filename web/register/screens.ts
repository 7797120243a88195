import type { ScreenRecord } from '../screenRecord.ts'

const OPEN = 'GET /rest-api/register/{registrationId}/open'
const FIRST = 'GET /rest-api/register/{registrationId}/first-step'
const MINE = 'GET /rest-api/register/{registrationId}/my-players'

export const registerScreens = {
  register: {
    path: '/register/:registrationId',
    name: 'player registration',
    file: 'register/RegisterScreen',
    support: true,
    frame: 'open',
    first: { route: OPEN, query: 'nothing' },
    beside: [{ route: FIRST, query: 'nothing' }, { route: MINE }],
  },
  registerPlayer: {
    path: '/register/:registrationId/player/:playerId',
    name: 'player registration',
    file: 'register/RegisterScreen',
    support: true,
    frame: 'open',
    first: { route: OPEN, query: 'nothing' },
    beside: [{ route: FIRST, query: 'nothing' }, { route: MINE }],
  },
  registerUnit: {
    path: '/register/:registrationId/org-unit/:orgUnitId',
    name: 'player registration',
    file: 'register/RegisterScreen',
    support: true,
    frame: 'open',
    first: { route: OPEN, query: 'unit' },
    beside: [{ route: FIRST, query: 'unit' }, { route: MINE }],
  },
  registerUnitPlayer: {
    path: '/register/:registrationId/org-unit/:orgUnitId/player/:playerId',
    name: 'player registration',
    file: 'register/RegisterScreen',
    support: true,
    frame: 'open',
    first: { route: OPEN, query: 'unit' },
    beside: [{ route: FIRST, query: 'unit' }, { route: MINE }],
  },
} as const satisfies Record<string, ScreenRecord>

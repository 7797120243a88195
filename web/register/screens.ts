import type { ScreenRecord } from '../screenRecord.ts'

export const registerScreens = {
  register: {
    path: '/register/:registrationId',
    name: 'player registration',
    file: 'register/RegisterScreen',
    support: true,
    frame: 'open',
    first: { route: 'GET /rest-api/register/{registrationId}/open' },
  },
  registerPlayer: {
    path: '/register/:registrationId/player/:playerId',
    name: 'player registration',
    file: 'register/RegisterScreen',
    support: true,
    frame: 'open',
    first: { route: 'GET /rest-api/register/{registrationId}/open' },
  },
  registerUnit: {
    path: '/register/:registrationId/org-unit/:orgUnitId',
    name: 'player registration',
    file: 'register/RegisterScreen',
    support: true,
    frame: 'open',
    first: { route: 'GET /rest-api/register/{registrationId}/open', query: 'unit' },
  },
  registerUnitPlayer: {
    path: '/register/:registrationId/org-unit/:orgUnitId/player/:playerId',
    name: 'player registration',
    file: 'register/RegisterScreen',
    support: true,
    frame: 'open',
    first: { route: 'GET /rest-api/register/{registrationId}/open', query: 'unit' },
  },
} as const satisfies Record<string, ScreenRecord>

import type { ScreenRecord } from '../screenRecord.ts'

export const registerScreens = {
  register: {
    path: '/register/:registrationId',
    name: 'player registration',
    file: 'register/RegisterScreen',
    support: true,
    frame: 'open',
  },
  registerPlayer: {
    path: '/register/:registrationId/player/:playerId',
    name: 'player registration',
    file: 'register/RegisterScreen',
    support: true,
    frame: 'open',
  },
  registerUnit: {
    path: '/register/:registrationId/org-unit/:orgUnitId',
    name: 'player registration',
    file: 'register/RegisterScreen',
    support: true,
    frame: 'open',
  },
  registerUnitPlayer: {
    path: '/register/:registrationId/org-unit/:orgUnitId/player/:playerId',
    name: 'player registration',
    file: 'register/RegisterScreen',
    support: true,
    frame: 'open',
  },
} as const satisfies Record<string, ScreenRecord>

import type { ScreenRecord } from '../screenRecord.ts'

export const sessionScreens = {
  login: { path: '/login', name: 'login', file: 'session/LoginScreen', frame: 'bare' },
  logout: { path: '/logout', name: 'logout', file: 'session/LogoutScreen', frame: 'bare' },
} as const satisfies Record<string, ScreenRecord>

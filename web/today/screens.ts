import type { ScreenRecord } from '../screenRecord.ts'

export const todayScreens = {
  root: { path: '/', name: 'redirect to /today', redirect: '/today', frame: 'shell' },
  dashboard: { path: '/dashboard', name: 'redirect to /today', redirect: '/today', frame: 'shell' },
  today: {
    path: '/today',
    name: 'Today',
    file: 'today/TodayScreen',
    frame: 'shell',
    offline: 'precached',
    first: { route: 'GET /api/v1/today', query: 'today' },
  },
} as const satisfies Record<string, ScreenRecord>

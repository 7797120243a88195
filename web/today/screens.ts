import type { ScreenRecord } from '../screenRecord.ts'

export const todayScreens = {
  root: { path: '/', name: 'redirect to /today', redirect: '/today', frame: 'shell' },
  dashboard: { path: '/dashboard', name: 'redirect to /today', redirect: '/today', frame: 'shell' },
  today: { path: '/today', name: 'Today', file: 'today/TodayScreen', frame: 'shell', offline: 'precached' },
} as const satisfies Record<string, ScreenRecord>

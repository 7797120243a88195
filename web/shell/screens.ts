import type { ScreenRecord } from '../screenRecord.ts'

export const shellScreens = {
  forbidden: { path: '/forbidden', name: 'Forbidden', file: 'shell/ForbiddenScreen', frame: 'open' },
  notFound: { path: '*', name: 'NotFound', file: 'shell/NotFoundScreen', frame: 'open' },
} as const satisfies Record<string, ScreenRecord>

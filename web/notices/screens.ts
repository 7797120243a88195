import type { ScreenRecord } from '../screenRecord.ts'

export const noticesScreens = {
  notices: {
    path: '/notices',
    name: 'what one is told',
    file: 'notices/NoticesScreen',
    frame: 'shell',
    first: { route: 'GET /rest-api/mail/notices' },
  },
  unsubscribe: {
    path: '/unsubscribe',
    name: 'stop mails by a link in one',
    file: 'notices/UnsubscribeScreen',
    frame: 'bare',
  },
} as const satisfies Record<string, ScreenRecord>

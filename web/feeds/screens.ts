import type { ScreenRecord } from '../screenRecord.ts'

export const feedsScreens = {
  calendarLinks: {
    path: '/calendar/links',
    name: 'links for calendar apps',
    file: 'feeds/CalendarLinksScreen',
    frame: 'dialog',
    dialog: 'page',
    first: { route: 'GET /rest-api/feeds' },
  },
} as const satisfies Record<string, ScreenRecord>

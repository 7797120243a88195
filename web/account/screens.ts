import type { ScreenRecord } from '../screenRecord.ts'

export const accountScreens = {
  profile: {
    path: '/user/edit/:userId',
    name: 'user edit',
    file: 'account/ProfileScreen',
    frame: 'dialog',
    dialog: 'full',
    first: { route: 'GET /rest-api/users/profile' },
  },
} as const satisfies Record<string, ScreenRecord>

import type { ScreenRecord } from '../screenRecord.ts'

export const auditScreens = {
  audit: {
    path: '/audit/:orgId',
    name: 'who changed what',
    file: 'audit/AuditScreen',
    frame: 'dialog',
    dialog: 'page',
  },
} as const satisfies Record<string, ScreenRecord>

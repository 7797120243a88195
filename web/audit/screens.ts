import type { ScreenRecord } from '../screenRecord.ts'

export const auditScreens = {
  audit: {
    path: '/audit/:orgId',
    name: 'who changed what',
    file: 'audit/AuditScreen',
    frame: 'dialog',
    dialog: 'page',
    first: { route: 'GET /rest-api/audit/{orgId}', query: 'nothing' },
  },
} as const satisfies Record<string, ScreenRecord>

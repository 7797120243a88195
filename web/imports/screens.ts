import type { ScreenRecord } from '../screenRecord.ts'

export const importsScreens = {
  eventImport: {
    path: '/:orgId/:teamId?/calendar/import',
    name: 'import of events',
    file: 'imports/EventImportScreen',
    frame: 'shell',
    about: 'team',
    swap: [],
    can: 'canEditEvents',
    first: { route: 'GET /rest-api/calendar/event-types/{orgId}' },
    beside: [{ route: 'GET /rest-api/organization/venues/{orgUnitId}' }],
  },
} as const satisfies Record<string, ScreenRecord>

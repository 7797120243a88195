import type { ScreenRecord } from '../screenRecord.ts'

export const registrationsScreens = {
  registrations: {
    path: '/:orgId/:teamId?/registrations',
    name: 'Create Registration',
    file: 'registrations/RegistrationsScreen',
    support: true,
    frame: 'shell',
    about: 'organization',
    swap: [],
    first: { route: 'GET /rest-api/registration/list/{orgUnitId}', query: 'allTeams' },
    beside: [{ route: 'GET /rest-api/tag/names/{orgUnitId}' }],
  },
  teamRegistration: {
    path: '/:orgId/:teamId?/team-registration/:id',
    name: 'team registration',
    file: 'registrations/BuilderScreen',
    support: true,
    frame: 'shell',
    about: 'organization',
    can: 'canManageRegistration',
    first: { route: 'GET /rest-api/registration/step-details/{registrationId}' },
  },
  eventRegistration: {
    path: '/:orgId/:teamId?/event-registration/:id',
    name: 'event registration',
    file: 'registrations/BuilderScreen',
    support: true,
    frame: 'shell',
    about: 'organization',
    navigation: 'hidden',
    can: 'canManageRegistration',
    first: { route: 'GET /rest-api/registration/step-details/{registrationId}' },
  },
} as const satisfies Record<string, ScreenRecord>

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
  },
  teamRegistration: {
    path: '/:orgId/:teamId?/team-registration/:id',
    name: 'team registration',
    file: 'registrations/BuilderScreen',
    support: true,
    frame: 'shell',
    about: 'organization',
    can: 'canManageRegistration',
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
  },
} as const satisfies Record<string, ScreenRecord>

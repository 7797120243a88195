import type { Functions } from '../registry.ts'

export const registrations = {
  registrations: {
    entry: 'functions/registrations/handler.ts',
    impact: 'Clubs cannot build, launch or follow their registrations.',
    on: { api: 'registrations' },
    may: {
      read: ['USER', 'ORG', 'TEAM', 'PLAYER', 'REGISTRATION', 'FILE', 'EMAIL'],
      // Tags belong to the club; an add-on's picture is stored with it.
      write: ['BUDGET', 'REGISTRATION', 'ORG', 'FILE', 'AUDIT'],
    },
    // An add-on's picture is copied with it.
    media: { files: ['get', 'put'] },
    indexes: ['lsi1', 'gsi1', 'gsi2'],
    secrets: ['cursors'],
  },
  'registrations-invited': {
    entry: 'functions/registrations/invitedHandler.ts',
    impact: 'Families are not told by mail that they are invited to register.',
    on: {
      stream: [
        { kind: 'Registration invitation', change: ['created'] },
        {
          kind: 'Registration invitation',
          change: ['changed'],
          where: { attribute: 'mail', value: 'wanted' },
          attributes: ['mail'],
        },
        {
          kind: 'Registration',
          change: ['changed'],
          where: { attribute: 'state', value: 'launched' },
          attributes: ['state', 'closeDate', 'closeTime'],
        },
        { kind: 'Team', change: ['changed'], attributes: ['archivedAt'] },
        { kind: 'Organization', change: ['changed'], attributes: ['customRegistrationEnabled'] },
      ],
    },
    may: { read: ['ORG', 'TEAM', 'REGISTRATION'], write: ['REGISTRATION', 'OUTBOX'] },
    indexes: ['gsi1', 'gsi2'],
    timeout: 60,
  },
} as const satisfies Functions

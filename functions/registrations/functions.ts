import type { Functions } from '../registry.ts'

export const registrations = {
  registrations: {
    entry: 'functions/registrations/handler.ts',
    loses: 'Clubs cannot build, launch or follow their registrations.',
    on: { api: 'registrations' },
    may: {
      read: ['USER', 'ORG', 'TEAM', 'REGISTRATION', 'FILE'],
      // A tag is the club's; the picture of an add-on is kept with it.
      write: ['REGISTRATION', 'ORG', 'FILE'],
    },
    media: { files: ['get'] },
    indexes: ['lsi1', 'gsi1', 'gsi2'],
    secrets: ['cursors'],
  },
} as const satisfies Functions

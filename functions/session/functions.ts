import type { Functions } from '../registry.ts'

export const session = {
  session: {
    entry: 'functions/session/handler.ts',
    loses: 'People who sign in see no teams and no players: nothing in Touchline can be opened.',
    on: { api: 'session' },
    inParts: true,
    may: {
      read: ['USER', 'EMAIL', 'ORG', 'DEVELOPERS', 'TOKENS'],
      write: ['USER', 'EMAIL', 'SCREENS', 'BUDGET', 'DEVELOPERS'],
    },
    indexes: ['gsi2'],
    media: { avatar: ['put', 'delete'] },
  },
  'session-confirmed': {
    entry: 'functions/session/confirmedHandler.ts',
    loses: 'People who have just typed the code from their mail are left without a profile and cannot go on.',
    on: { userPool: 'postConfirmation' },
    may: { read: [], write: ['USER', 'EMAIL'] },
  },
} as const satisfies Functions

import type { Functions } from '../registry.ts'

export const session = {
  session: {
    entry: 'functions/session/handler.ts',
    impact: 'People who sign in see no teams and no players: nothing in Touchline can be opened.',
    on: { api: 'session' },
    codeSplitting: true,
    may: {
      read: ['USER', 'EMAIL', 'ORG', 'PLAYER', 'DEVELOPERS', 'TOKENS', 'PUSH'],
      write: ['USER', 'EMAIL', 'SCREENS', 'BUDGET', 'DEVELOPERS', 'OUTBOX', 'PUSH'],
    },
    indexes: ['gsi2'],
    media: { avatar: ['put', 'delete'] },
  },
  'session-confirmed': {
    entry: 'functions/session/confirmedHandler.ts',
    impact: 'People who have just typed the code from their mail are left without a profile and cannot go on.',
    on: { userPool: 'postConfirmation' },
    may: { read: ['USER'], write: ['USER', 'EMAIL'] },
    signsOut: true,
  },
  'session-picture-gone': {
    entry: 'functions/session/pictureGoneHandler.ts',
    impact: 'Pictures of people that were replaced or taken down may stay at their address, for whoever has seen it.',
    on: {
      stream: [
        { kind: 'Loose picture', change: ['created'], where: { attribute: 'state', value: 'goes' } },
        { kind: 'Loose picture', change: ['removed'] },
      ],
    },
    may: { read: ['USER'], write: [] },
    media: { avatar: ['delete'] },
  },
} as const satisfies Functions

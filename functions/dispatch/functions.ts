import type { Functions } from '../registry.ts'

export const dispatch = {
  dispatch: {
    entry: 'functions/dispatch/handler.ts',
    impact:
      'Nothing follows from what people do: no mail is sent, no coach is told, no copy of a name is brought up to date.',
    on: { dispatch: true },
    may: { read: [], write: [] },
  },
} as const satisfies Functions

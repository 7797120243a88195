import type { ChangeFilter, Functions } from '../registry.ts'
import { copies as declared, looseCopies, type Source } from './copies.ts'

const sources = Object.entries(declared) as [Source, { from: readonly string[]; evenNew?: true }][]

export const copies = {
  copies: {
    entry: 'functions/copies/handler.ts',
    impact:
      'Who or what was renamed keeps its old name in some lists, a player their old tags on rosters, and a moved event its old time on families’ Today.',
    on: {
      stream: [
        ...sources.map(
          ([kind, { from, evenNew }]): ChangeFilter => ({
            kind,
            change: evenNew ? ['created', 'changed'] : ['changed'],
            attributes: from,
          }),
        ),
        // Who is there again, after a merge was taken back, has their fees again.
        { kind: 'Merged player', change: ['removed'] },
        // Whose account is a player's own has a picture for nobody else.
        { kind: 'Account of a player', change: ['created', 'removed'] },
        ...looseCopies.map((kind): ChangeFilter => ({ kind, change: ['created'] })),
      ],
    },
    may: { read: ['USER', 'ORG', 'TEAM', 'PLAYER', 'CHAT'], write: ['USER', 'ORG', 'TEAM', 'PLAYER', 'CHAT'] },
    indexes: ['gsi1'],
    timeout: 120,
  },
} satisfies Functions

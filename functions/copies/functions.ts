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
        // When a merge is undone, the player gets their fees back.
        { kind: 'Merged player', change: ['removed'] },
        // The picture of a player's own account is not copied.
        { kind: 'Account of a player', change: ['created', 'removed'] },
        ...looseCopies.map((kind): ChangeFilter => ({ kind, change: ['created'] })),
      ],
    },
    may: { read: ['USER', 'ORG', 'TEAM', 'PLAYER', 'CHAT'], write: ['USER', 'ORG', 'TEAM', 'PLAYER', 'CHAT'] },
    indexes: ['gsi1'],
    timeout: 120,
  },
} satisfies Functions

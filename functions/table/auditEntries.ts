import { by, entity } from './entity.ts'
import type { Range } from './table.ts'

type EntryId = { organizationId: string; when: string; entry: string }
/**
 * Somebody has changed something in a club. `who` is a person's id, or the name of a worker; `whoFor` whom they stood in for.
 * `about` are the ids of what was changed. Entries are added and never changed.
 */
export type AuditEntry = EntryId & {
  who: string
  whoFor?: string
  /** In whose name: by it entries are found. */
  person: string
  what: string
  change: 'created' | 'changed' | 'removed' | 'read'
  about: string
  changed: Readonly<Record<string, { before?: unknown; after?: unknown }>>
}

/** Of the ids that an entry is about: all others begin with that of a club. */
export const isPerson = (id: string): boolean => !id.startsWith('o')

/** A month is a partition of its own, so that none grows without end. */
const partition = (organizationId: string, month: string) => `AUDIT#${organizationId}#${month}`
const monthOf = (when: string) => when.slice(0, 7)

const rows = entity<AuditEntry, EntryId>('Audit entry', {
  key: ({ organizationId, when, entry }) => ({
    pk: partition(organizationId, monthOf(when)),
    sk: `AT#${when}#${entry}`,
  }),
  lsi1: by(['what', 'when', 'entry'], ({ what, when, entry }) => `KIND#${what}#${when}#${entry}`),
  gsi2: by(['organizationId', 'person', 'when', 'entry'], ({ organizationId, person, when, entry }) => [
    `AUDIT-BY#${organizationId}#${person}`,
    `${when}#${entry}`,
  ]),
})

type Span = { from: string; to: string }
export const auditEntries = {
  ...rows,
  add: (entry: Omit<AuditEntry, 'person'>) => rows.create({ ...entry, person: entry.whoFor ?? entry.who }),
  /** What happened in a month of a club between two instants, the newest first; of one kind where one is named. */
  inMonth: (organizationId: string, month: string, { from, to }: Span, kind?: string): Range => ({
    pk: partition(organizationId, month),
    newestFirst: true,
    ...(kind === undefined
      ? { from: `AT#${from}`, to: `AT#${to}` }
      : { index: 'lsi1' as const, from: `KIND#${kind}#${from}`, to: `KIND#${kind}#${to}` }),
  }),
  /** What one person has done in a club, and what was done in their place. */
  by: (organizationId: string, person: string, { from, to }: Span): Range => ({
    index: 'gsi2',
    pk: `AUDIT-BY#${organizationId}#${person}`,
    from,
    to,
    newestFirst: true,
  }),
}

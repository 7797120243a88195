import { by, entity } from './entity.ts'
import type { Range } from './table.ts'

type EntryId = { organizationId: string; when: string; entry: string }
/**
 * An entry of a club's audit log. `who` is a person's id, or the name of a worker; `whoFor` is the person on whose behalf they
 * acted. `about` are the ids of what was changed. Entries are added and never changed.
 */
export type AuditEntry = EntryId & {
  who: string
  whoFor?: string
  /** The person on whose behalf it was done; entries are found by it. */
  person: string
  what: string
  change: 'created' | 'changed' | 'removed' | 'read'
  about: string
  changed: Readonly<Record<string, { before?: unknown; after?: unknown }>>
}

/** Whether an id in `about` is a person's: all others start with a club's id. */
export const isPerson = (id: string): boolean => !id.startsWith('o')

/** One partition per month, so that none grows without limit. */
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
  /** A club's entries in a month between two instants, newest first; optionally of one kind. */
  inMonth: (organizationId: string, month: string, { from, to }: Span, kind?: string): Range => ({
    pk: partition(organizationId, month),
    newestFirst: true,
    ...(kind === undefined
      ? { from: `AT#${from}`, to: `AT#${to}` }
      : { index: 'lsi1' as const, from: `KIND#${kind}#${from}`, to: `KIND#${kind}#${to}` }),
  }),
  /** What a person has done in a club, and what was done on their behalf. */
  by: (organizationId: string, person: string, { from, to }: Span): Range => ({
    index: 'gsi2',
    pk: `AUDIT-BY#${organizationId}#${person}`,
    from,
    to,
    newestFirst: true,
  }),
}

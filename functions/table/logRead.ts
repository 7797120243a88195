import { randomUUID } from 'node:crypto'
import { organizationOf } from '#shared/ids.ts'
import type { AuditedRead } from '#shared/rules/audit.ts'
import { auditEntries } from './auditEntries.ts'
import { write } from './table.ts'
import type { Stamp } from './writes.ts'

/** Adds an entry to a club's audit log that a person read or exported this. Called before the response is sent. */
export async function logRead(stamp: Stamp, what: AuditedRead, about: string): Promise<void> {
  const { actor: who, subject: whoFor, at: when } = stamp
  const entry = randomUUID().slice(0, 13)
  const details = { what, change: 'read' as const, about, changed: {} }
  await write(
    stamp,
    auditEntries.add({
      organizationId: organizationOf(about),
      when,
      entry,
      who,
      ...(whoFor !== undefined && { whoFor }),
      ...details,
    }),
  )
}

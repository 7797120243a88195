import { alphabet, partLength } from '#shared/ids.ts'
import { digestOf } from '../secrets/digest.ts'
import { latestAgreements } from '../table/agreements.ts'
import { auditEntries } from '../table/auditEntries.ts'
import { ignore } from '../table/ignore.ts'
import { write } from '../table/table.ts'
import { type Change, idIn, worker } from '../worker.ts'
import { withoutReporter } from './mayRead.ts'

/** The only writer of the audit log. Idempotent: the id of an entry is derived from its message. */
export const handler = worker(async (change) => {
  const { told: trace } = change
  if (!trace) throw new TypeError('Nothing is told of this change.')
  // Copies follow from a change that is logged itself.
  if (trace.by === 'copies') return 'a copy'
  const { changed, ...subject } = ofRemoval(change)
  const about = withoutReporter(subject.what, aboutOf(change)) || (trace.club ?? '')
  const organizationId = about.match(organization)?.[0] ?? trace.club
  if (!organizationId) return 'of no club'
  if (Object.keys(changed).length === 0 && change.change === 'changed') return 'nothing changed'
  // Each signature is logged by itself.
  if (subject.what === latestAgreements.kind && !('askedAt' in changed)) return 'not asked'
  const entry = digestOf(`${change.pk}\n${change.sk}\n${trace.version}`).slice(0, 12)
  const isWritten = await write(
    { actor: 'audit-write', at: trace.stamped },
    auditEntries.add({
      organizationId,
      when: trace.stamped,
      entry,
      who: trace.by,
      ...(trace.byFor !== undefined && { whoFor: trace.byFor }),
      ...subject,
      about,
      changed,
    }),
  ).catch(ignore('conflict'))
  return isWritten ? 'written' : 'written before'
})

const organization = new RegExp(`\\bo[${alphabet}]{${partLength}}`)

/**
 * The ids in the changed item's key, and no others. Library items are named there without the club, which is in the partition
 * key.
 */
const aboutOf = ({ pk, sk }: Change) => {
  const fullKey = sk.replace(/\bITEM#/, (prefix) => `${prefix}${idIn(pk)}.`)
  return [...`${pk}#${fullKey}`.matchAll(ids)].map(([id]) => id).join(' ')
}
const ids = new RegExp(
  `o[${alphabet}]{${partLength}}(?:\\.[a-z][${alphabet}]{${partLength}})*|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`,
  'g',
)

/** A removal trace describes the item that it was stored beside. */
function ofRemoval({ kind, change, told: trace }: Change) {
  const removedKind = trace?.changed['of']?.after
  return kind === 'Removal'
    ? { what: String(removedKind), change: 'removed' as const, changed: {} }
    : { what: kind, change, changed: trace?.changed ?? {} }
}

import type { registrations as contract } from '#shared/api/registrations.ts'
import { Problem } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'
import { chunks } from '../table/chunks.ts'
import { files } from '../table/files.ts'
import { countNames, filesOfForm, registrationCounts, registrationDrafts } from '../table/registrationEntries.ts'
import {
  registrationAddOns,
  registrationInstallments,
  registrationInvitations,
  registrationNotifications,
  registrationOptions,
  registrationPromoCodes,
  registrationQuestions,
  registrations,
} from '../table/registrations.ts'
import { all, maxTransactWrites, page, pages, startingWith, retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, type Stamp, type Write } from '../table/writes.ts'
import { registrationOf, wholeOf } from './registrationOf.ts'

/**
 * Deletes a registration for which nobody has registered. A launched one becomes a draft first. Its dependent items are deleted before it,
 * so after an interruption the same call completes it. If it was launched or changed meanwhile, it starts again.
 */
export const deleteRegistration = ({
  params: { registrationId },
  stamp,
}: CallOf<typeof contract, 'DELETE /rest-api/registration/{registrationId}'>) =>
  retryOnConflict(async () => {
    await revertToDraft(stamp, registrationId)
    await removeAll(stamp, await dependentRemovals(registrationId))
    await removeDraft(stamp, registrationId)
    return {}
  })

/** The registration itself with all its parts. */
async function removeDraft(stamp: Stamp, registrationId: string): Promise<void> {
  const { whole } = await wholeOf(registrationId)
  const { registration, addOns } = whole
  if (registration.state !== 'draft') throw new Problem('conflict')
  const kinds: { kind: string; remove: (id: { registrationId: string }) => Write }[] = [
    registrationQuestions,
    registrationOptions,
    registrationAddOns,
    registrationPromoCodes,
    registrationInstallments,
  ]
  const { pk } = registrations.key({ registrationId })
  const partRows = await all<object>({ pk, ...startingWith('REG#'), consistent: true })
  await write(
    stamp,
    registrations.remove({ registrationId }, 'conflict', ifUnchanged(registration)),
    ...kinds
      .filter(({ kind }) => partRows.some((row) => row.kind === kind))
      .map((kind) => kind.remove({ registrationId })),
    ...(await releaseFiles(
      addOns.flatMap(({ fileMetadataId }) => fileMetadataId ?? []).map((id) => [id, registrationId]),
    )),
  )
}

/**
 * Turns a launched registration back into a draft. Anyone registering at this moment shows in the counts, which every entry takes
 * or touches, as each has an option or a place. Later ones find the options changed.
 */
async function revertToDraft(stamp: Stamp, registrationId: string): Promise<void> {
  const { registration } = await registrationOf(registrationId)
  if (registration.state === 'draft') return
  const options = await registrationOptions.get({ registrationId }, { consistent: true })
  const names = [countNames.places, ...(options?.options ?? []).map(({ id }) => countNames.option(id))]
  const counts = names.map((name) => ({ registrationId, name }))
  // Read before the entries: an entry created after they were read has changed a count.
  const storedCounts = await registrationCounts.getMany(counts, { consistent: true })
  const { pk } = registrations.key({ registrationId })
  const entries = await page({ pk, ...startingWith('ENTRY#'), consistent: true, limit: 1 })
  if (entries.rows.length > 0) throw new Problem('registration_in_use')
  await write(
    stamp,
    registrations.change({ registrationId }, { set: { state: 'draft' }, when: ifUnchanged(registration) }),
    options
      ? registrationOptions.change({ registrationId }, { when: ifUnchanged(options) })
      : registrationOptions.checkAbsent({ registrationId }),
    ...counts.map((count, i) => registrationCounts.checkUntouched(count, storedCounts[i])),
  )
}

/** Invitations, subscriptions, drafts and counts. */
async function dependentRemovals(registrationId: string): Promise<Write[]> {
  const { pk } = registrations.key({ registrationId })
  const writes: Write[] = []
  for await (const invited of pages<{ email: string }>({
    ...registrationInvitations.of({ registrationId }),
    consistent: true,
  }))
    writes.push(...invited.map(({ email }) => registrationInvitations.remove({ registrationId, email })))
  for (const { userId } of await registrationNotifications.of({ registrationId }))
    writes.push(registrationNotifications.remove({ registrationId, userId }))
  for await (const part of pages<object>({ pk, ...startingWith('DRAFT#'), consistent: true })) {
    const drafts = registrationDrafts.among(part)
    const carts = registrationDrafts.carts.among(part)
    writes.push(...(await releaseFiles(drafts.flatMap(filesOfForm))))
    // Conditional on being unchanged: a new draft may name more files.
    for (const draft of drafts) writes.push(registrationDrafts.remove(draft, 'conflict', ifUnchanged(draft)))
    writes.push(...carts.map(({ userId }) => registrationDrafts.carts.remove({ registrationId, userId })))
  }
  for (const name of (await registrationCounts.of({ registrationId }, { consistent: true })).keys())
    writes.push(registrationCounts.remove({ registrationId, name }))
  return writes
}

/** The files that still exist and belong only to this, each once. */
async function releaseFiles(fileRefs: readonly (readonly [string, string])[]): Promise<Write[]> {
  const fileRows = await files.getMany(
    fileRefs.map(([fileId]) => ({ fileId })),
    { consistent: true },
  )
  const ownedRefs = fileRefs.filter(([, about], i) => fileRows[i]?.about === about)
  return [...new Map(ownedRefs)].map(([fileId, about]) => files.removeAttached(fileId, about))
}

/** Half a transaction at a time: some removals also write a trace. */
async function removeAll(stamp: Stamp, writes: readonly Write[]): Promise<void> {
  for (const part of chunks(writes, maxTransactWrites / 2)) await write(stamp, ...part)
}

import { fileOf, organizationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { files } from '../table/files.ts'
import { libraries, libraryUsage } from '../table/libraries.ts'
import { itemIdOf, placeIn, storageItems, storageTasks } from '../table/storageItems.ts'
import { chunks } from '../table/chunks.ts'
import { maxTransactWrites, retryOnConflict, write } from '../table/table.ts'
import { worker } from '../worker.ts'

/**
 * Runs for each item that was deleted or has expired in the bin: releases its file and storage, and deletes the items of a folder, each by
 * a message of its own.
 */
export const handler = worker(async ({ pk, sk }, { now }) => {
  const storageItemId = itemIdOf({ pk, sk })
  const stamp = { actor: 'academy-gone', at: now }
  if (await storageItems.get({ storageItemId }, { consistent: true })) return 'is there again'
  const organizationId = organizationOf(storageItemId)
  const fileId = fileOf(storageItemId)
  const [file, containedItems] = await Promise.all([
    files.get({ fileId }, { consistent: true }),
    storageItems.inList(placeIn(organizationId, storageItemId)),
  ])
  if (file?.about === storageItemId)
    // In one transaction: on a repeated message the file is gone already.
    await write(stamp, files.removeAttached(fileId, storageItemId), libraryUsage.free(organizationId, file.size))
  for (const chunk of chunks(containedItems, maxTransactWrites))
    await write(stamp, ...chunk.map((item) => storageItems.remove({ storageItemId: item.storageItemId }))).catch(
      failForRetry,
    )
  await retryOnConflict(async () => {
    if (await storageTasks.get({ storageItemId }, { consistent: true }))
      await write(stamp, storageTasks.remove({ storageItemId }, 'conflict'))
  })
  await retryOnConflict(async () => {
    const library = await libraries.current(organizationId)
    if (library.tree[storageItemId]) await write(stamp, libraries.change(library, { [storageItemId]: undefined }))
  })
  return file ? 'file gone' : `gone, and ${containedItems.length} in it`
})

/** The list was outdated: the message is retried, and reads it again. */
function failForRetry(error: unknown): never {
  throw error instanceof Problem ? new Error('The list has changed', { cause: error }) : error
}

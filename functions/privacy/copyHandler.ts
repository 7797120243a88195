import { isProblem } from '#shared/problems.ts'
import { deleteObject, putObject } from '../media/bucket.ts'
import { dataCopies } from '../table/privacy.ts'
import { update } from '../table/table.ts'
import { worker } from '../worker.ts'
import { filesOf, gather } from './gather.ts'
import { pack } from './pack.ts'

/** The most bytes of files in a copy: all of it is in memory at once. */
const maxFiles = 150_000_000

/** Makes the copy of a user's data. After an interruption it starts again and overwrites the same file. */
export const handler = worker(async ({ pk, sk }, { now }) => {
  const id = { userId: pk.slice('USER#'.length), day: sk.slice('COPY#'.length) }
  const copy = await dataCopies.get(id, { consistent: true })
  if (copy?.state !== 'wanted') return 'nothing to do'
  const stamp = { actor: 'privacy-copy', subject: id.userId, at: now }
  let reportedProgress = 0
  const gathered = await gather(id.userId, async (part) => {
    // Progress is noted in steps of a tenth; the last one is the file.
    const done = Math.floor(part * 9) * 10
    if (done > reportedProgress) await update(stamp, dataCopies.change(id, { set: { done } }))
    reportedProgress = Math.max(reportedProgress, done)
  })
  const { files, leftOut } = await filesOf(id.userId, gathered, maxFiles)
  const bytes = pack(gathered, files, leftOut)
  const key = `copies/${copy.copyId}`
  await putObject(key, bytes, { 'content-type': 'application/zip', 'cache-control': 'private' })
  try {
    await update(stamp, dataCopies.change(id, { set: { state: 'ready', done: 100, bytes: bytes.length } }, 'not_found'))
    return 'made'
  } catch (error) {
    if (!isProblem(error, 'not_found')) throw error
    // The account was erased meanwhile, with the copies of which it knew.
    await deleteObject(key)
    return 'erased'
  }
})

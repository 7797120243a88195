import { Problem } from '#shared/problems.ts'
import { registrationEntries } from '../table/registrationEntries.ts'
import { giveUp } from './held.ts'

/** Gives back the places whose hold has lapsed: they are offered to who waits for one. */
export const handler = async ({ time }: { time: string }): Promise<void> => {
  const stamp = { actor: 'register-lapsed', at: time }
  const failures: unknown[] = []
  for (const listed of await registrationEntries.lapsed(time)) {
    // The list is a moment behind: what counts is the entry itself.
    const entry = await registrationEntries.get(listed, { consistent: true })
    if (!entry || (entry.heldUntil ?? time) >= time) continue
    await giveUp(stamp, entry).catch((error: unknown) => {
      // Taken or given up at this instant.
      if (!(error instanceof Problem) || error.code !== 'conflict') failures.push(error)
    })
  }
  // One that cannot be given back is in nobody else's way.
  if (failures.length > 0) throw failures[0]
}

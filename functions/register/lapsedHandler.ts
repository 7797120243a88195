import { Problem } from '#shared/problems.ts'
import { type EntryId, type RegistrationEntry, registrationEntries } from '../table/registrationEntries.ts'
import type { Stored } from '../table/writes.ts'
import { forgetAnswers } from './forget.ts'
import { lapse } from './lapse.ts'

/**
 * Gives back the places whose hold has lapsed: they are offered to who waits for one. Takes away the answers of those who were
 * taken off so long ago that they are kept no more.
 */
export const handler = async ({ time }: { time: string }): Promise<void> => {
  const stamp = { actor: 'register-lapsed', at: time }
  const [lapsed, answersDue] = await Promise.all([
    registrationEntries.lapsed(time),
    registrationEntries.answersDue(time),
  ])
  const failures = [
    ...(await each(lapsed, async (entry) => {
      if ((entry.heldUntil ?? time) < time) await lapse(stamp, entry)
    })),
    ...(await each(answersDue, (entry) => forgetAnswers(stamp, entry))),
  ]
  // One that cannot be given back is in nobody else's way.
  if (failures.length > 0) throw failures[0]
}

/** Does it with each as it is now, for the lists are a moment behind, and says what failed. */
async function each(listed: readonly EntryId[], act: (entry: Stored<RegistrationEntry>) => Promise<void>) {
  const failures: unknown[] = []
  for (const { registrationId, playerId } of listed) {
    const entry = await registrationEntries.get({ registrationId, playerId }, { consistent: true })
    if (!entry) continue
    await act(entry).catch((error: unknown) => {
      // Taken, given up or registered anew at this instant.
      if (!(error instanceof Problem) || error.code !== 'conflict') failures.push(error)
    })
  }
  return failures
}

import { isProblem } from '#shared/problems.ts'
import { type EntryId, type RegistrationEntry, registrationEntries } from '../table/registrationEntries.ts'
import type { Stored } from '../table/writes.ts'
import { forgetAnswers } from './forgetAnswers.ts'
import { lapse } from './lapse.ts'

/**
 * Gives back places whose hold has lapsed, which are then offered to the waiting list. Deletes answers of cancelled entries that
 * are past their retention.
 */
export const handler = async ({ time }: { time: string }): Promise<void> => {
  const stamp = { actor: 'register-lapsed', at: time }
  const [lapsed, answersDue] = await Promise.all([
    registrationEntries.lapsed(time),
    registrationEntries.answersDue(time),
  ])
  const failures = [
    ...(await forEachCurrent(lapsed, async (entry) => {
      if ((entry.heldUntil ?? time) < time) await lapse(stamp, entry)
    })),
    ...(await forEachCurrent(answersDue, (entry) => forgetAnswers(stamp, entry))),
  ]
  // One failure does not block the others.
  if (failures.length > 0) throw failures[0]
}

/** Runs `act` on the current version of each entry, as the lists lag a moment behind; returns the failures. */
async function forEachCurrent(listed: readonly EntryId[], act: (entry: Stored<RegistrationEntry>) => Promise<void>) {
  const failures: unknown[] = []
  for (const { registrationId, playerId } of listed) {
    const entry = await registrationEntries.get({ registrationId, playerId }, { consistent: true })
    if (!entry) continue
    await act(entry).catch((error: unknown) => {
      // Taken, given up or registered again at this moment.
      if (!isProblem(error, 'conflict')) failures.push(error)
    })
  }
  return failures
}

import { countFailures } from '../runtime/countFailures.ts'
import { ignoreConflict } from '../table/ignore.ts'
import { type RegistrationEntry, registrationEntries } from '../table/registrationEntries.ts'
import { pages, type Range } from '../table/table.ts'
import type { Stored } from '../table/writes.ts'
import { forgetAnswers } from './forgetAnswers.ts'
import { lapse } from './lapse.ts'

/**
 * Gives back places whose hold has lapsed, which are then offered to the waiting list. Deletes answers of cancelled entries that
 * are past their retention. One that fails does not stop the others. What it does not finish in time is left to the next run.
 */
export const handler = async ({ time }: { time: string }): Promise<void> => {
  const stamp = { actor: 'register-lapsed', at: time }
  const failed =
    (await forEachCurrent(registrationEntries.lapsed(time), async (entry) => {
      if ((entry.heldUntil ?? time) < time) await lapse(stamp, entry)
    })) + (await forEachCurrent(registrationEntries.answersDue(time), (entry) => forgetAnswers(stamp, entry)))
  // The error raises an alarm.
  if (failed > 0) throw new Error(`${failed} registration entries could not be settled`)
}

/** Runs `act` on the current version of each entry, as the lists lag a moment behind; returns the number of failures. */
async function forEachCurrent(range: Range, act: (entry: Stored<RegistrationEntry>) => Promise<void>): Promise<number> {
  let failed = 0
  // One after the other: entries of one registration change the same counts.
  for await (const listed of pages<Pick<RegistrationEntry, 'playerId'>>(range))
    failed += await countFailures(listed, 1, async (row) => {
      const entry = await registrationEntries.get(registrationEntries.idOf(row), { consistent: true })
      // On a conflict it was taken, given up or registered again at this moment.
      if (entry) await ignoreConflict(act(entry))
    })
  return failed
}

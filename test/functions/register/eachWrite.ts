import { countNames, registrationCounts } from '#functions/table/registrationEntries.ts'
import { atEveryAwait } from '../everyAwait.ts'
import { killedAtEvery } from '../simulatedProcess.ts'

/** The long run kills the work at each read as well as at each write: see testLong.ts. */
const everyCall = process.env['RUNS'] !== undefined
export const killAtEach = (round: Parameters<typeof killedAtEvery>[0]) => killedAtEvery(round, 1, { everyCall })

/**
 * Kills work after its first write, then after its second, and so on, and runs it twice more each time. Returns the number of
 * writes.
 */
export async function atEachWrite(
  prepare: () => Promise<() => Promise<unknown>>,
  check: (nth: number) => Promise<void>,
): Promise<number> {
  const writes = await killAtEach(async (dies, nth) => {
    const work = await prepare()
    await dies(work)
    await work()
    await work()
    await check(nth)
  })
  // The long run also covers lost requests and responses, and concurrent runs by others.
  if (everyCall) await atEveryAwait(async () => ({ work: await prepare(), check: ({ n }) => check(n) }))
  return writes
}

/** Number of taken places of a registration. */
export const takenPlaces = async (registrationId: string) =>
  (await registrationCounts.of({ registrationId }, { consistent: true })).get(countNames.places)

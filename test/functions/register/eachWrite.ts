import { countNames, registrationCounts } from '#functions/table/registrationEntries.ts'
import { atEveryAwait } from '../everyAwait.ts'
import { killedAtEvery } from '../killed.ts'

/** In the long run work is killed at each of its reads, too, and not at its changes alone: see testLong.ts. */
const everyCall = process.env['RUNS'] !== undefined
export const killed = (round: Parameters<typeof killedAtEvery>[0]) => killedAtEvery(round, 1, { everyCall })

/** Kills work after its first write, then after its second, and so on; each time it is done again, twice. Gives how many writes it has. */
export async function atEachWrite(
  prepare: () => Promise<() => Promise<unknown>>,
  then: (nth: number) => Promise<void>,
): Promise<number> {
  const writes = await killed(async (dies, nth) => {
    const work = await prepare()
    await dies(work)
    await work()
    await work()
    await then(nth)
  })
  // There, calls and answers that are lost, and others who do the same at that moment, too.
  if (everyCall) await atEveryAwait(async () => ({ work: await prepare(), holds: ({ n }) => then(n) }))
  return writes
}

/** How many places of a registration are taken. */
export const takenOf = async (registrationId: string) =>
  (await registrationCounts.of({ registrationId }, { consistent: true })).get(countNames.places)

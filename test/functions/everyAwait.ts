import { inOtherProcess, runIntercepted, killedAfter } from './simulatedProcess.ts'
import { inNoRole } from './roles.ts'

/**
 * Ways to interrupt a process at a call to the table or a provider.
 *   killed     the call is made, and nothing of the process runs after it, as if it were killed before its next call
 *   unheard    the call is made, its response is lost, and the process goes on with that error
 *   unsent     the call is not made, and the process goes on with that error
 *   overtaken  before the call is made, another process does the same work from start to end
 */
const interruptions = ['killed', 'unheard', 'unsent', 'overtaken'] as const
type Interruption = (typeof interruptions)[number]

export type Scenario = {
  /** The work of a schedule, queue, stream or webhook handler. */
  work: () => Promise<unknown>
  /** How the work is retried later, if not by the same call. */
  retryWork?: () => Promise<unknown>
  /** What another process does at the worst moment, if more than the same work, such as handling a new event. */
  overtakes?: () => Promise<unknown>
  /** What must hold afterwards, however often and wherever the work was cut. */
  check: (cut: { way: Interruption | 'whole'; n: number }) => Promise<unknown>
}

/** Number of cuts per scene in the short run, chosen by a seed: all scenes together take at most a minute. */
const cutsPerScenario = 1

/**
 * Rebuilds a scene for each call of its work and each way to interrupt it; then retries the work, twice in parallel and once
 * more, which must not fail, and checks what must hold. The first round is uninterrupted. Returns the number of calls, and of
 * those that write.
 */
export async function atEveryAwait(prepare: () => Promise<Scenario>): Promise<{ calls: number; changes: number }> {
  const changes: boolean[] = []
  const scenario = await prepare()
  await runIntercepted((call, isChange) => (changes.push(isChange), call()), scenario.work)
  await retry(scenario, { way: 'whole', n: 0 })
  const counts = { calls: changes.length, changes: changes.filter(Boolean).length }
  if (process.env['RUNS']) {
    // Concurrent calls come in a different order each time, and failed ones may be retried more often: so it goes on until no
    // call is interrupted.
    for (const way of interruptions) for (let n = 1; await runInterrupted(prepare, way, n); n++);
    return counts
  }
  const places = changes.flatMap((isChange, i) => (isChange ? interruptions.map((way) => ({ way, n: i + 1 })) : []))
  const at = Number(process.env['SEED'] ?? 1) * 7 + changes.length
  for (let i = 0; i < Math.min(cutsPerScenario, places.length); i++) {
    const place = places[(at + i * Math.ceil(places.length / cutsPerScenario)) % places.length]
    if (place) await runInterrupted(prepare, place.way, place.n)
  }
  return counts
}

async function runInterrupted(prepare: () => Promise<Scenario>, way: Interruption, n: number): Promise<boolean> {
  if (n > 400) throw new Error('The work does not end.')
  const scenario = await prepare()
  const isCut =
    way === 'killed' ? await killedAfter(n, scenario.work, { everyCall: true }) : await interruptAt(n, way, scenario)
  await retry(scenario, { way, n })
  return isCut
}

async function interruptAt(
  n: number,
  way: Exclude<Interruption, 'killed'>,
  { work, overtakes = work }: Scenario,
): Promise<boolean> {
  let calls = 0
  const isReached = () => calls >= n
  const interruptedWork = runIntercepted(async (call) => {
    if (++calls !== n) return call()
    if (way === 'unsent') throw new TypeError('The call was not sent.')
    // It may find the unfinished work of this process and leave it alone.
    if (way === 'overtaken') await inOtherProcess(() => inNoRole(overtakes)).catch(() => undefined)
    const answer = await call()
    if (way === 'unheard') throw new TypeError('The answer was lost.')
    return answer
  }, work)
  await interruptedWork.catch((error: unknown) => {
    if (!isReached()) throw error
  })
  return isReached()
}

async function retry(
  { work, retryWork = work, check }: Scenario,
  cut: Parameters<Scenario['check']>[0],
): Promise<void> {
  try {
    await Promise.allSettled([retryWork(), retryWork()])
    await retryWork()
    await check(cut)
  } catch (error) {
    if (error instanceof Error) error.message = `${cut.way} at call ${cut.n}: ${error.message}`
    throw error
  }
}

import { elsewhere, killedAfter, met } from './killed.ts'
import { inNoRole } from './roles.ts'

/**
 * What may happen to a process at one of its calls to the table or to a provider.
 *   killed     the call is made, and nothing of the process runs after it: the same as killed before its next one
 *   unheard    the call is made, its answer is lost, and the process goes on with that error
 *   unsent     the call is not made, and the process goes on with that error
 *   overtaken  before the call is made another process does the same work from its beginning to its end
 */
const ways = ['killed', 'unheard', 'unsent', 'overtaken'] as const
type Way = (typeof ways)[number]

export type Scene = {
  /** What a schedule, a queue, a stream or a webhook does. */
  work: () => Promise<unknown>
  /** How it is done again later, where that is not the same call. */
  again?: () => Promise<unknown>
  /** What another process does at the worst moment, where that is more than the same work: something has happened, and it hears. */
  overtakes?: () => Promise<unknown>
  /** What must be so after that, however often and wherever it was cut. */
  holds: (cut: { way: Way | 'whole'; n: number }) => Promise<unknown>
}

/** In the short run each scene is cut at so many places, which follow from a seed: all of them together have a minute. */
const few = 1

/**
 * Makes a scene anew for each call that its work makes and each thing that may happen there; then the work is done again, twice side
 * by side and once more, which fails no more, and what must be so is. First it is done whole. Gives how many calls there were, and
 * how many of them changes.
 */
export async function atEveryAwait(prepare: () => Promise<Scene>): Promise<{ calls: number; changes: number }> {
  const changes: boolean[] = []
  const scene = await prepare()
  await met((call, isChange) => (changes.push(isChange), call()), scene.work)
  await again(scene, { way: 'whole', n: 0 })
  const counts = { calls: changes.length, changes: changes.filter(Boolean).length }
  if (process.env['RUNS']) {
    // What is asked side by side comes in another order each time, and what failed may be asked more often: until nothing is met.
    for (const way of ways) for (let n = 1; await cutOnce(prepare, way, n); n++);
    return counts
  }
  const places = changes.flatMap((isChange, i) => (isChange ? ways.map((way) => ({ way, n: i + 1 })) : []))
  const at = Number(process.env['SEED'] ?? 1) * 7 + changes.length
  for (let i = 0; i < Math.min(few, places.length); i++) {
    const place = places[(at + i * Math.ceil(places.length / few)) % places.length]
    if (place) await cutOnce(prepare, place.way, place.n)
  }
  return counts
}

async function cutOnce(prepare: () => Promise<Scene>, way: Way, n: number): Promise<boolean> {
  if (n > 400) throw new Error('It does not come to an end.')
  const scene = await prepare()
  const isCut = way === 'killed' ? await killedAfter(n, scene.work, { everyCall: true }) : await metAt(n, way, scene)
  await again(scene, { way, n })
  return isCut
}

async function metAt(n: number, way: Exclude<Way, 'killed'>, { work, overtakes = work }: Scene): Promise<boolean> {
  let calls = 0
  const isMet = () => calls >= n
  const done = met(async (call) => {
    if (++calls !== n) return call()
    if (way === 'unsent') throw new TypeError('The call was not sent.')
    // It may well find what this one has begun, and leave it alone.
    if (way === 'overtaken') await elsewhere(() => inNoRole(overtakes)).catch(() => undefined)
    const answer = await call()
    if (way === 'unheard') throw new TypeError('The answer was lost.')
    return answer
  }, work)
  await done.catch((error: unknown) => {
    if (!isMet()) throw error
  })
  return isMet()
}

async function again({ work, again: later = work, holds }: Scene, cut: Parameters<Scene['holds']>[0]): Promise<void> {
  try {
    await Promise.allSettled([later(), later()])
    await later()
    await holds(cut)
  } catch (error) {
    if (error instanceof Error) error.message = `${cut.way} at call ${cut.n}: ${error.message}`
    throw error
  }
}

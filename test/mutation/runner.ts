import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { type RunnerTask, type RunnerTestCase, TestRunner, type TestTryOptions } from 'vitest'

/** How often each mutant was reached. The mutated files keep a reference to this object. */
const countsByName: Record<string, number> = {}
/** Read by the mutated files: the active mutant, and how often it may be reached before it counts as an infinite loop. */
const mutants: { activeMutant?: string; hitCount?: number; hitLimit?: number; mutantCoverage: object } = {
  mutantCoverage: { static: countsByName, perTest: {} },
}
Object.assign(globalThis, { __stryker__: mutants })

const folder = process.env['MUTATION'] ?? ''
const note = (folderName: string, name: string, text = '') => writeFileSync(`${folder}/${folderName}/${name}`, text)
/** Records a test that fails without a mutant, because of leftovers or because it ran before: it says nothing about mutants. */
const noteBroken = (folderName: 'first' | 'again', title: string) =>
  note(folderName, createHash('sha256').update(title).digest('hex'), title)
/** Titles of the tests to run, if not all. */
const onlyNames = process.env['MUTATION_ONLY']?.split('\n')
const isNoticed = (name: string) => existsSync(`${folder}/noticed/${name}`)
/** The mutants reached since the last call, and how often. */
function drainMet(): [name: string, times: number][] {
  const entries = Object.entries(countsByName)
  for (const [name] of entries) Reflect.deleteProperty(countsByName, name)
  return entries
}

/** Maximum number of tests per mutant; if none of them detects it, the next hundred would not either. */
const testsAsked = 30
/** Tests that take longer are not repeated. In milliseconds. */
const tooLong = 8000
const requestedCounts = new Map<string, number>()

/** The rounds of a test: each runs with the mutant yielded, and receives whether the test passed. */
function* roundsOf(title: string): Generator<string | undefined, void, boolean> {
  for (const [name] of drainMet()) note('loaded', name)
  if (!(yield undefined)) return noteBroken('first', title)
  if (onlyNames && !onlyNames.includes(title)) return undefined
  const open = drainMet().filter(([name]) => (note('loaded', name), !isNoticed(name)))
  if (open.length === 0) return undefined
  // Once more without a mutant: some tests can only run once, and mutants only reached while loading are not reached again.
  const begun = performance.now()
  if (!(yield undefined)) return noteBroken('again', title)
  const met = drainMet()
  for (const [name] of met) note('met', name)
  if (performance.now() - begun > tooLong) return undefined
  for (const [name, times] of met) {
    const tests = requestedCounts.get(name) ?? 0
    if (isNoticed(name) || tests >= testsAsked) continue
    requestedCounts.set(name, tests + 1)
    Object.assign(mutants, { hitCount: 0, hitLimit: times * 100 + 1000 })
    // It has just passed without a mutant, so the mutant makes it fail.
    if (!(yield name)) note('noticed', name)
    // Leftovers of a mutant may make it fail from now on.
    if (!(yield undefined)) return noteBroken('first', title)
  }
  return undefined
}

/** Runs each test, including its hooks, once for each undetected mutant that it reaches. */
export default class extends TestRunner {
  private rounds: Generator<string | undefined, void, boolean> | undefined
  private passed = true

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    await super.onBeforeRunTask(test)
    if (test.type !== 'test') return
    // More than enough; it ends by being skipped.
    test.repeats = Number.MAX_SAFE_INTEGER
    this.rounds = roundsOf(`${test.file.name} > ${test.name}`)
  }

  override onBeforeTryTask(test: RunnerTask, options: TestTryOptions): void {
    super.onBeforeTryTask(test, options)
    if (test.type !== 'test') return
    const next = this.rounds?.next(this.passed)
    if (!next || next.done) test.context.skip()
    else if (next.value === undefined) delete mutants.activeMutant
    else mutants.activeMutant = next.value
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: TestTryOptions): Promise<void> {
    await super.onAfterRetryTask(test, options)
    delete mutants.activeMutant
    this.passed = test.result?.state !== 'fail'
    if (test.result) Object.assign(test.result, { errors: undefined, attempts: [] })
  }
}

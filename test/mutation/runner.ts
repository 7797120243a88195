import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { type RunnerTask, type RunnerTestCase, TestRunner, type TestTryOptions } from 'vitest'

/** How often each change has been come upon. The changed files keep hold of this very record. */
const times: Record<string, number> = {}
/** What the changed files ask: which change counts now, and how often it may be come upon before that is a loop without an end. */
const mutants: { activeMutant?: string; hitCount?: number; hitLimit?: number; mutantCoverage: object } = {
  mutantCoverage: { static: times, perTest: {} },
}
Object.assign(globalThis, { __stryker__: mutants })

const folder = process.env['MUTATION'] ?? ''
const note = (what: string, name: string, text = '') => writeFileSync(`${folder}/${what}/${name}`, text)
/** A test that fails without any change, of what others have left behind or when it is run again: it says nothing about one. */
const noteBroken = (what: 'first' | 'again', title: string) =>
  note(what, createHash('sha256').update(title).digest('hex'), title)
/** The titles of those that are asked, where it is not all. */
const only = process.env['MUTATION_ONLY']?.split('\n')
const isNoticed = (name: string) => existsSync(`${folder}/noticed/${name}`)
/** What has been come upon since this was asked last, and how often. */
function metSince(): [name: string, times: number][] {
  const met = Object.entries(times)
  for (const [name] of met) Reflect.deleteProperty(times, name)
  return met
}

/** So many tests are asked about a change; what none of them notices, the next hundred would not either. */
const testsAsked = 30
/** A test that takes longer is not asked again and again. In milliseconds. */
const tooLong = 8000
const asked = new Map<string, number>()

/** One round of a test after another: it is run with the change that is yielded, and what comes back is whether it passed. */
function* roundsOf(title: string): Generator<string | undefined, void, boolean> {
  for (const [name] of metSince()) note('loaded', name)
  if (!(yield undefined)) return noteBroken('first', title)
  if (only && !only.includes(title)) return undefined
  const open = metSince().filter(([name]) => (note('loaded', name), !isNoticed(name)))
  if (open.length === 0) return undefined
  // Once more as it is: some can be asked but once, and what was only loaded is not come upon any more.
  const begun = performance.now()
  if (!(yield undefined)) return noteBroken('again', title)
  const met = metSince()
  for (const [name] of met) note('met', name)
  if (performance.now() - begun > tooLong) return undefined
  for (const [name, times] of met) {
    const tests = asked.get(name) ?? 0
    if (isNoticed(name) || tests >= testsAsked) continue
    asked.set(name, tests + 1)
    Object.assign(mutants, { hitCount: 0, hitLimit: times * 100 + 1000 })
    // It was right just before without a change: so it is by this one that it fails.
    if (!(yield name)) note('noticed', name)
    // What a change has left behind may make it fail from now on.
    if (!(yield undefined)) return noteBroken('first', title)
  }
  return undefined
}

/** Runs each test as often as there are changes that it comes upon and no test has noticed, with what is before and after each. */
export default class extends TestRunner {
  private rounds: Generator<string | undefined, void, boolean> | undefined
  private passed = true

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    await super.onBeforeRunTask(test)
    if (test.type !== 'test') return
    // Enough for all; it is ended by being skipped.
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

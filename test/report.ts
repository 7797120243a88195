import { globSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule, Vitest } from 'vitest/node'
import { requirementsWithTests, testOf, titlePattern } from './spec/tables.ts'

/** Time limit for the whole run, and per area, in seconds. */
const maxTotalSeconds = 15 * 60
/**
 * The same machine has been more than twice as slow on some days or under other load; beyond this limit, the tests are to blame.
 */
const maxAreaSeconds = 45 * 60
const anArea = 30
/** Minimum of keys checked in a run of all functions; the long run sets a higher one in `KEYS`. */
const atLeast = 50_000
/** How many tests may need a retry before it is no longer the machine's fault. */
const secondTries = 5

type ModuleRun = { project: string; area: string; seconds: number }

/** The folder below the room; files directly in the room are grouped by the first word of their name. */
function areaOf(file: string): string {
  const [, secondFolder = '', thirdFolder] = file.split('/')
  return thirdFolder === undefined ? (/^\w+/.exec(secondFolder)?.[0] ?? secondFolder) : secondFolder
}

const titlesOf = (module: TestModule) =>
  [...module.children.allTests()].filter((test) => test.result().state === 'passed').map(({ name }) => name)

declare module 'vitest' {
  interface TaskMeta {
    /** Number of table keys touched by requests that were checked; see test/functions/tenants.ts. */
    touches?: number
  }
}
const touchesIn = (module: TestModule) =>
  [...module.children.allTests()].reduce((sum, test) => sum + (test.meta().touches ?? 0), 0)

const firstLine = (errors: readonly { message: string }[] | undefined) => errors?.[0]?.message.split('\n')[0]

const testsWhere = (module: TestModule, predicate: (test: TestCase) => boolean) =>
  [...module.children.allTests()]
    .filter(predicate)
    .map((test) => `${module.relativeModuleId} > ${test.fullName}: ${firstLine(test.result().errors)}`)

/** Tests that failed and passed on retry, with their error. */
const retriedTests = (module: TestModule) => testsWhere(module, (test) => test.diagnostic()?.flaky === true)

/** Failed tests, and files and groups that failed outside their tests, as in a hook or while loading. */
const failedIn = (module: TestModule) => [
  ...testsWhere(module, (test) => test.result().state === 'failed'),
  ...[module, ...module.children.allSuites()].flatMap((group) =>
    group.errors().map(({ message }) => `${module.relativeModuleId}: ${message.split('\n')[0]}`),
  ),
]

/**
 * After a full run: reports the seconds by area and room, and checks that a test that ran has shown each built sentence and each
 * item of the security standard that is said to hold. Slowness is reported; in CI, a run of more than forty-five minutes fails.
 * Failures are repeated at the end.
 */
export function report(): Reporter {
  let vitest: Vitest | undefined
  let start = 0
  const logLine = (line: string) => vitest?.logger.log(line)

  function onRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]) {
    checked(modules)
    if (!process.env['RUNS']) logLine(`TURN=${process.env['TURN']} has the same parts of each whole again.`)
    // Last, for readers who only see the end of a long output.
    for (const test of modules.flatMap(failedIn)) logLine(`Failed: ${test}`)
    for (const error of unhandledErrors) logLine(`Failed outside all tests: ${error.message}`)
  }

  function checked(modules: readonly TestModule[]) {
    const fileOf = ({ moduleId }: TestModule) => relative(import.meta.dirname, moduleId).replaceAll('\\', '/')
    const unshown = requirementsWithTests.filter(({ shown }) => {
      const { file, title } = testOf(shown)
      const module = modules.find((each) => fileOf(each) === file)
      // Tests filtered out by name do not count as missing.
      return (
        module && !vitest?.config.testNamePattern && !titlesOf(module).some((name) => titlePattern(title).test(name))
      )
    })
    for (const { what, shown } of unshown) logLine(`No test has shown that “${what}”: ${shown}`)
    if (unshown.length > 0) process.exitCode = 1
    const retried = modules.flatMap(retriedTests)
    for (const test of retried) logLine(`Right only at the second try: ${test}`)
    if (retried.length > secondTries) {
      logLine(`More than ${secondTries} needed a second try.`)
      process.exitCode = 1
    }
    const touches = modules.reduce((sum, module) => sum + touchesIn(module), 0)
    if (touches > 0) logLine(`${touches} keys were touched by requests of people, each looked at for whose club it is.`)
    const looked = new Set(modules.map(fileOf).filter((file) => file.startsWith('functions/')))
    const isFullRun = looked.size === globSync('functions/**/*.test.ts', { cwd: import.meta.dirname }).length
    const wantedKeys = Number(process.env['KEYS'] ?? (isFullRun ? atLeast : 0))
    if (touches < wantedKeys) {
      logLine(`Fewer than ${wantedKeys}: requests are not looked at any more.`)
      process.exitCode = 1
    }
    if (modules.length < 20) return

    const runs = modules.map((module) => ({
      project: module.project.name,
      area: areaOf(fileOf(module)),
      seconds: module.diagnostic().duration / 1000,
    }))
    logLine(table(runs))
    const total = (performance.now() - start) / 1000
    logLine(`${Math.round(total)} s in all, of at most ${maxTotalSeconds}.`)
    if (total > maxAreaSeconds && process.env['CI']) {
      logLine(`More than ${maxAreaSeconds} s: the run fails.`)
      process.exitCode = 1
    }
  }
  return {
    onInit: (vitestInstance) => {
      vitest = vitestInstance
    },
    onTestRunStart: () => {
      start = performance.now()
    },
    onTestRunEnd: onRunEnd,
  }
}

function table(runs: ModuleRun[]): string {
  const projects = [...new Set(runs.map(({ project }) => project))].toSorted()
  const areas = [...new Set(runs.map(({ area }) => area))].toSorted()
  const sum = (rows: ModuleRun[]) => rows.reduce((all, { seconds }) => all + seconds, 0)
  const line = (name: string, rows: ModuleRun[], mark = '') =>
    [
      name.padEnd(18),
      ...projects.map((project) =>
        sum(rows.filter((row) => row.project === project))
          .toFixed(1)
          .padStart(project.length + 2),
      ),
      sum(rows).toFixed(1).padStart(9),
      mark,
    ].join('')
  return [
    ['seconds'.padEnd(18), ...projects.map((project) => project.padStart(project.length + 2)), 'all'.padStart(9)].join(
      '',
    ),
    ...areas.map((area) => {
      const rows = runs.filter((row) => row.area === area)
      return line(area, rows, sum(rows) > anArea ? `  more than ${anArea} s` : '')
    }),
    line('all', runs),
  ].join('\n')
}

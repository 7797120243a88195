import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Stryker } from '@stryker-mutator/core'
import { requireKnownNames } from './knownNames.ts'
import { functionGroups, namedParts } from './mutation/functionGroups.ts'
import { groups } from './mutation/groups.ts'
import { testFunctions } from './mutation/testFunctions.ts'
import type { Mutant } from './mutation/instrument.ts'

/**
 * Mutation tests of the rules and the functions: changes one place at a time and checks whether a test fails. `npm run
 * test:mutation` runs all groups, or those named after `--`. Prints the surviving mutants and fails when a group's
 * score is below its bound. Ten files are drawn from the rules outside money, rights and limits, and a number of lines
 * from the functions of each group; `SEED=… npm run test:mutation` draws the same ones. If a functions file is named
 * instead, all of it is mutated, and only the test files named beside it run, if any.
 */
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31))
const lines = Number(process.env['LINES'] ?? 250)
const root = `${import.meta.dirname}/..`
const rules = groups(root, seed, 10)
const functions = functionGroups(root, seed, lines)
const names = [...Object.keys(rules), ...Object.keys(functions)]
const files = process.argv.slice(2).filter((name) => name.endsWith('.ts'))
const isTest = (file: string) => file.endsWith('.test.ts')
const requestedParts = namedParts(
  files.filter((file) => !isTest(file)),
  files.filter(isTest),
)
const requested = process.argv.slice(2).filter((name) => !name.endsWith('.ts'))
requireKnownNames(requested, names)
const isAsked = ([name]: [string, unknown]) => process.argv.length === 2 || requested.includes(name)
const noticedStatuses = ['Killed', 'Timeout']
const countedStatuses = [...noticedStatuses, 'Survived', 'NoCoverage']
// A misspelled right or state does not compile, and the wording of a sentence is not a rule.
const excludedMutations = ['StringLiteral']

console.log(`SEED=${seed} draws the same files again.`)
for (const [name, { files, atLeast }] of Object.entries(rules).filter(isAsked)) {
  const results = await new Stryker({
    mutate: files,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/mutation/rules.config.ts' },
    coverageAnalysis: 'perTest',
    mutator: { excludedMutations },
    disableTypeChecks: false,
    // Stryker would rewrite the real one with a function that TypeScript 7 no longer has.
    tsconfigFile: 'none.json',
    concurrency: availableParallelism(),
    // A mutant in what a module creates when it is loaded runs all tests; a busy machine must not count as an endless loop.
    timeoutMS: 120_000,
    tempDirName: '.build/mutation',
    ignorePatterns: ['.local', 'cdk.out'],
    reporters: ['progress-append-only'],
    allowConsoleColors: false,
  }).runMutationTest()
  const mutants = results.filter(({ status }) => countedStatuses.includes(status))
  const missedMutants = mutants.filter(({ status }) => !noticedStatuses.includes(status))
  const changes = missedMutants.map(
    ({ fileName: file, location: { start }, mutatorName: kind, replacement: instead }) => {
      return { file, line: start.line, column: start.column, kind, instead }
    },
  )
  reportGroup(name, changes, mutants.length, atLeast)
}
for (const [name, group] of [...Object.entries(functions).filter(isAsked), ...Object.entries(requestedParts)]) {
  const { missed, count, left, broken } = await testFunctions(root, group, excludedMutations)
  for (const test of broken) console.log(`  not used, because it fails without a mutation: ${test}`)
  if (left > 0) console.log(`  ${left} mutations of code that runs when a module is loaded were not tested.`)
  reportGroup(name, missed, count, group.atLeast)
}

function reportGroup(name: string, missed: Omit<Mutant, 'name'>[], count: number, atLeast: number): void {
  for (const { file, line, column, kind, instead } of missed)
    console.log(`  ${file}:${line}:${column} ${kind}: ${instead.slice(0, 80)}`)
  const score = (100 * (count - missed.length)) / count
  const holds = score >= atLeast
  console.log(
    `${name}: ${score.toFixed(1)} % of ${count} mutants were killed, at least ${atLeast} % required${holds ? '' : ': too few'}.`,
  )
  if (!holds) process.exitCode = 1
}

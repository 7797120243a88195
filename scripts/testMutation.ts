import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Stryker } from '@stryker-mutator/core'
import { groups } from './mutation/groups.ts'

/**
 * Changes the rules, one place at a time, and asks their tests whether they notice: `npm run test:mutation`, or the groups that
 * are named after `--`. Prints what went unnoticed and fails below a group's bound. Of the rules that are neither money's nor
 * rights' nor limits', ten files are drawn; `SEED=… npm run test:mutation` draws the same ones.
 */
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31))
const all = groups(`${import.meta.dirname}/..`, seed, 10)
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in all))
if (unknown.length > 0) {
  console.error(`There is no group "${unknown[0]}": choose among ${Object.keys(all).join(', ')}.`)
  process.exit(1)
}
const wanted = Object.entries(all).filter(([name]) => asked.length === 0 || asked.includes(name))
const noticed = ['Killed', 'Timeout']
const counted = [...noticed, 'Survived', 'NoCoverage']

console.log(`SEED=${seed} draws the same files again.`)
for (const [name, { files, atLeast }] of wanted) {
  const results = await new Stryker({
    mutate: files,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/mutation.config.ts' },
    coverageAnalysis: 'perTest',
    // A name of a right or a state that is no longer one does not compile, and a sentence is nobody's rule.
    mutator: { excludedMutations: ['StringLiteral'] },
    disableTypeChecks: false,
    // Stryker would rewrite the real one with a function that TypeScript 7 no longer has.
    tsconfigFile: 'none.json',
    concurrency: availableParallelism(),
    // A change of what a module makes when it is loaded asks all tests; a busy machine is no loop without an end.
    timeoutMS: 120_000,
    tempDirName: '.build/mutation',
    ignorePatterns: ['.local', 'cdk.out'],
    reporters: ['progress-append-only'],
    allowConsoleColors: false,
  }).runMutationTest()
  const mutants = results.filter(({ status }) => counted.includes(status))
  const missed = mutants.filter(({ status }) => !noticed.includes(status))
  for (const { fileName, location, mutatorName, replacement } of missed)
    console.log(
      `  ${fileName}:${location.start.line}:${location.start.column} ${mutatorName}: ${replacement?.slice(0, 80)}`,
    )
  const score = (100 * (mutants.length - missed.length)) / mutants.length
  const holds = score >= atLeast
  console.log(
    `${name}: ${score.toFixed(1)} % of ${mutants.length} changes were noticed, of at least ${atLeast} %${holds ? '' : ': too few'}.`,
  )
  if (!holds) process.exitCode = 1
}

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { type FunctionGroup, testsOf } from './functionGroups.ts'
import { instrument, type Mutant } from './instrument.ts'

/**
 * The outcome for a group's mutants: `missed` survived, out of `count` that a test could reach; `left` were not
 * testable; `broken` are tests that failed without a mutant.
 */
export type MutationResult = { missed: Mutant[]; count: number; left: number; broken: string[] }

/**
 * Runs the tests of functions, with their table and provider stand-ins, against each mutant. Stryker would start a
 * process and load everything anew for each mutant, which takes longer than the tests themselves: here a file is loaded
 * with all its mutants, and test/mutation/runner.ts repeats each test with every mutant that it reaches, one after
 * another.
 */
export async function testFunctions(
  root: string,
  { parts, tests = testsOf(root, parts) }: FunctionGroup,
  excluded: string[],
): Promise<MutationResult> {
  const folder = `${root}/.build/mutation-functions`
  rmSync(folder, { recursive: true, force: true })
  for (const name of ['noticed', 'met', 'loaded', 'first', 'again']) mkdirSync(`${folder}/${name}`, { recursive: true })
  const { texts, changes } = await instrument(root, parts, excluded)
  writeFileSync(`${folder}/asked.json`, JSON.stringify({ texts, tests }))
  console.log(`${changes.length} mutants in ${parts.length} files, and ${tests.length} test files.`)
  const vitest = `${root}/node_modules/vitest/vitest.mjs`
  const runTests = (files: string[], mutantNames: string[]) => {
    spawnSync(process.execPath, [vitest, 'run', '--config', 'test/mutation/functions.config.ts', ...files], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        MUTATION: folder,
        ...(mutantNames.length > 0 && { MUTATION_ONLY: mutantNames.join('\n') }),
      },
    })
  }
  runTests(tests, [])
  // A test that shares a club with earlier tests sees what all their rounds have left behind, so it is repeated without
  // repeating them.
  const reports = drainFolder(`${folder}/first`)
  if (reports.length > 0) runTests([...new Set(reports.flatMap((title) => title.split(' > ')[0] ?? []))], reports)
  const namesIn = (name: string) => new Set(readdirSync(`${folder}/${name}`))
  const [noticedNames, metNames, loadedNames] = [namesIn('noticed'), namesIn('met'), namesIn('loaded')]
  // What a module creates once, when it is loaded, is the same for all tests, so its mutants cannot be tested here.
  const mutantsToTest = changes.filter(({ name }) => metNames.has(name) || !loadedNames.has(name))
  return {
    missed: mutantsToTest.filter(({ name }) => !noticedNames.has(name)),
    count: mutantsToTest.length,
    left: changes.length - mutantsToTest.length,
    broken: [...drainFolder(`${folder}/first`), ...drainFolder(`${folder}/again`)],
  }
}

/** Reads the files of a folder and deletes them. */
function drainFolder(folder: string): string[] {
  const files = readdirSync(folder).map((name) => `${folder}/${name}`)
  const texts = files.map((file) => readFileSync(file, 'utf8'))
  for (const file of files) rmSync(file)
  return texts
}

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { type FunctionGroup, testsOf } from './functionGroups.ts'
import { type Change, instrumented } from './instrumented.ts'

/** What became of the changes of a group: those that no test noticed, out of so many that some test could have. */
export type Asked = { missed: Change[]; count: number; left: number; broken: string[] }

/**
 * Asks the tests of functions, with their table and what stands in for providers, about each change. Stryker would begin a
 * process and load everything anew for each of them, which takes longer than the tests do: here all changes are there when a file
 * is loaded, and test/mutation/runner.ts asks each test again with one after another of those that it comes upon.
 */
export async function askFunctions(
  root: string,
  { parts, tests = testsOf(root, parts) }: FunctionGroup,
  excluded: string[],
): Promise<Asked> {
  const folder = `${root}/.build/mutation-functions`
  rmSync(folder, { recursive: true, force: true })
  for (const name of ['noticed', 'met', 'loaded', 'first', 'again']) mkdirSync(`${folder}/${name}`, { recursive: true })
  const { texts, changes } = await instrumented(root, parts, excluded)
  writeFileSync(`${folder}/asked.json`, JSON.stringify({ texts, tests }))
  console.log(`${changes.length} changes in ${parts.length} files, and ${tests.length} files of tests.`)
  const vitest = `${root}/node_modules/vitest/vitest.mjs`
  const ask = (files: string[], only: string[]) => {
    spawnSync(process.execPath, [vitest, 'run', '--config', 'test/mutation/functions.config.ts', ...files], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, MUTATION: folder, ...(only.length > 0 && { MUTATION_ONLY: only.join('\n') }) },
    })
  }
  ask(tests, [])
  // A test that shares a club with those before it finds it as all their rounds have left it: it is asked once more, they are not.
  const spoiled = takenFrom(`${folder}/first`)
  if (spoiled.length > 0) ask([...new Set(spoiled.flatMap((title) => title.split(' > ')[0] ?? []))], spoiled)
  const of = (name: string) => new Set(readdirSync(`${folder}/${name}`))
  const [noticed, met, loaded] = [of('noticed'), of('met'), of('loaded')]
  // What a module makes once, when it is loaded, is as it is for all tests: it cannot be asked about here.
  const asked = changes.filter(({ name }) => met.has(name) || !loaded.has(name))
  return {
    missed: asked.filter(({ name }) => !noticed.has(name)),
    count: asked.length,
    left: changes.length - asked.length,
    broken: [...takenFrom(`${folder}/first`), ...takenFrom(`${folder}/again`)],
  }
}

/** What the files of a folder say; they are gone then. */
function takenFrom(folder: string): string[] {
  const files = readdirSync(folder).map((name) => `${folder}/${name}`)
  const said = files.map((file) => readFileSync(file, 'utf8'))
  for (const file of files) rmSync(file)
  return said
}

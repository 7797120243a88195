import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestModule, type TestSpecification } from 'vitest/node'
import { z } from 'zod/mini'
import all from '../vitest.config.ts'

// The same tests run for the same mutants each time.
process.env['TURN'] = '0'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** The input from scripts/mutation/testFunctions.ts: the mutated files, and the tests, most relevant first. */
const requests = z
  .object({ texts: z.record(z.string(), z.string()), tests: z.array(z.string()) })
  .parse(JSON.parse(readFileSync(`${process.env['MUTATION']}/asked.json`, 'utf8')))

class OrderedSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => requests.tests.findIndex((test) => moduleId.endsWith(test))
    return files.toSorted((a, b) => place(a) - place(b))
  }
}

/** A condition mutated to an empty one is dropped, one at a time; otherwise DynamoDB would refuse the whole write. */
const conditions = 'write.when.map(condition)'
const withoutEmpty = 'write.when.filter((each) => each.length > 0).map(condition)'

const mutatedSources = {
  name: 'changed',
  enforce: 'pre' as const,
  load(id: string) {
    const file = id.startsWith(root) ? id.slice(root.length) : ''
    const text = requests.texts[file]
    if (file !== 'functions/table/writes.ts') return text
    const source = text ?? readFileSync(id, 'utf8')
    if (!source.includes(conditions)) throw new Error(`${file} does not contain “${conditions}”.`)
    return source.replace(conditions, withoutEmpty)
  },
}

/** Logs which file has run, and why it could not. */
function reportModule(module: TestModule): void {
  console.log(`${module.relativeModuleId}, ${Math.round(module.diagnostic().duration / 1000)} s`)
  for (const { message } of module.errors()) console.log(`  ${message}`)
}

const isOfFunctions = (name: unknown) => typeof name === 'string' && name.startsWith('functions')

/** The function tests as usual, but with mutated code: each test runs once for each mutant that it reaches. */
export default defineConfig({
  root,
  logLevel: 'error',
  test: {
    ...all.test,
    reporters: [{ onTestModuleEnd: reportModule }],
    silent: true,
    sequence: { sequencer: OrderedSequencer },
    testTimeout: 60_000,
    projects: (all.test?.projects ?? []).flatMap((project) =>
      typeof project === 'object' && 'test' in project && isOfFunctions(project.test?.name)
        ? [
            {
              ...project,
              plugins: [mutatedSources],
              test: { ...project.test, runner: 'test/mutation/runner.ts', retry: 0 },
            },
          ]
        : [],
    ),
  },
})

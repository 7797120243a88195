import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { functionGroups, testsOf } from '#scripts/mutation/functionGroups.ts'
import { instrument } from '#scripts/mutation/instrument.ts'
import { matching } from '#scripts/mutation/sampling.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const drawn = (seed: number) =>
  Object.values(functionGroups(root, seed, 300)).map(({ parts }) =>
    parts.map(({ file, from, to }) => `${file}:${from}-${to}`),
  )

it('the functions to mutate follow from the seed, each in one group', () => {
  expect(drawn(7)).toEqual(drawn(7))
  expect(drawn(7)).not.toEqual(drawn(8))
  const whole = functionGroups(root, 7, Number.MAX_SAFE_INTEGER)
  const files = Object.values(whole).flatMap(({ parts }) => parts.map(({ file }) => file))
  expect(files).toHaveLength(new Set(files).size)
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => !existsSync(`${root}/${file}`))).toEqual([])
})

it('a named file that does not exist is refused, also as one of several names', () => {
  expect(matching(root, ['functions/chat/{lists,rules}.ts'])).toEqual([
    'functions/chat/lists.ts',
    'functions/chat/rules.ts',
  ])
  expect(() => matching(root, ['functions/chat/{lists,gone}.ts'])).toThrow('There is no file functions/chat/gone.ts.')
})

it('only the selected lines of a file are mutated, and tests that import it run first', async () => {
  const file = 'functions/table/administrators.ts'
  const lines = readFileSync(`${root}/${file}`, 'utf8').split('\n')
  const from = 1 + lines.findIndex((line) => line.includes('setFlags:'))
  const part = { file, from, to: from + 3 }
  const { changes, texts } = await instrument(root, [part], ['StringLiteral'])
  expect(changes.every(({ line }) => line >= part.from && line <= part.to)).toBe(true)
  // The condition for changing rights, removed on its own.
  expect(changes.filter(({ kind, instead }) => kind === 'ArrayDeclaration' && instead === '[]').length).toBeGreaterThan(
    1,
  )
  expect(Object.keys(texts)).toEqual([file])
  const tests = testsOf(root, [part])
  expect(tests).toContain('test/functions/organization/administrators.test.ts')
  const importing = tests.filter((test) => readFileSync(`${root}/${test}`, 'utf8').includes('table/administrators.ts'))
  expect(tests.slice(0, importing.length).toSorted()).toEqual(importing.toSorted())
  expect(importing.length).toBeLessThan(tests.length)
})

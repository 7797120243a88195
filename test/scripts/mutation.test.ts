import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { functionGroups, testsOf } from '#scripts/mutation/functionGroups.ts'
import { instrumented } from '#scripts/mutation/instrumented.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const drawn = (seed: number) =>
  Object.values(functionGroups(root, seed, 300)).map(({ parts }) =>
    parts.map(({ file, from, to }) => `${file}:${from}-${to}`),
  )

it('the functions that are changed follow from the seed, and each is in one group', () => {
  expect(drawn(7)).toEqual(drawn(7))
  expect(drawn(7)).not.toEqual(drawn(8))
  const whole = functionGroups(root, 7, Number.MAX_SAFE_INTEGER)
  const files = Object.values(whole).flatMap(({ parts }) => parts.map(({ file }) => file))
  expect(files).toHaveLength(new Set(files).size)
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => !existsSync(`${root}/${file}`))).toEqual([])
})

it('only what was drawn of a file is changed, and who imports it is asked first', async () => {
  const file = 'functions/table/administrators.ts'
  const { changes, texts } = await instrumented(root, [{ file, from: 57, to: 60 }], ['StringLiteral'])
  expect(changes.every(({ line }) => line >= 57 && line <= 60)).toBe(true)
  // The condition under which rights are changed, taken away alone.
  expect(changes.filter(({ kind, instead }) => kind === 'ArrayDeclaration' && instead === '[]').length).toBeGreaterThan(
    1,
  )
  expect(Object.keys(texts)).toEqual([file])
  const tests = testsOf(root, [{ file, from: 57, to: 60 }])
  expect(tests.indexOf('test/functions/organization/administrators.test.ts')).toBeLessThan(30)
  expect(tests).toContain('test/functions/organization/administrators.test.ts')
})

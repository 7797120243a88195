import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { map } from '#functions/table/map.ts'

const text = readFileSync(new URL('../../infra/PROTECTION.md', import.meta.url), 'utf8')

test('each kind of item stands in one level of protection', () => {
  const [levels = ''] = text.split('\n\n| |')
  const rows = levels.split('\n').filter((line) => /^\| (opens|children and money|people|club|ours) \|/.test(line))
  expect(rows).toHaveLength(5)
  const kinds = rows.flatMap((row) => row.split('|')[3]?.trim().split(', ') ?? [])
  expect(kinds.toSorted()).toEqual(Object.keys(map).toSorted())
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { retained, timeToLive } from '#functions/table/retention.ts'

const text = readFileSync(new URL('../../infra/PROTECTION.md', import.meta.url), 'utf8')

test('PROTECTION.md describes exactly the protection levels that items have', () => {
  const [levels = ''] = text.split('\n\n| |')
  const written = [...levels.matchAll(/^\| (?!level)(\w+) \|/gm)].map(([, level]) => level)
  const had = new Set([
    ...Object.values(timeToLive).map(({ level }) => level),
    ...Object.values(retained).map(([level]) => level),
  ])
  expect(written).toHaveLength(5)
  expect(new Set(written)).toEqual(had)
  const [, asked = ''] = /^\| (\|.*\|)$/m.exec(text) ?? []
  expect(asked.split('|').flatMap((cell) => cell.trim() || [])).toEqual(written)
})

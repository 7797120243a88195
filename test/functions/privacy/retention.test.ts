// apart: tests of the table make kinds of their own, under names of ours.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { retention } from '#functions/privacy/retention.ts'
import { expiring } from '#functions/table/entity.ts'
import type { Kind } from '#functions/table/map.ts'

const folder = join(import.meta.dirname, '../../../functions/table')
const instant = '2026-01-01T00:00:00.000Z'
/** The instant as attributes of that name have it. */
const sample = (name: string) => {
  if (name === 'month') return '2026-01'
  return name === 'day' || name === 'begins' ? '2026-01-01' : instant
}

it('what goes by itself goes when the table of retention says, and nothing else of what it names', async () => {
  for (const file of globSync('*.ts', { cwd: folder })) await import(join(folder, file))
  expect([...expiring.keys()].filter((kind) => !(kind in retention))).toEqual([])
  const said = Object.entries(retention).filter(([, keeping]) => typeof keeping === 'object')
  const found = [...expiring]
    .filter(([kind]) => kind in retention)
    .map(([kind, { from, value }]): [Kind, object] => {
      const goes = value(Object.fromEntries(from.map((name) => [name, sample(name)])) as never)
      return [kind, { hours: (Date.parse(goes) - Date.parse(instant)) / 3_600_000, from: from.join(',') }]
    })
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(said))
  expect(found.length).toBeGreaterThan(30)
})

import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { fittingDocument } from '#functions/feeds/document.ts'
import type { EntryContent } from '#functions/feeds/entries.ts'

const now = '2026-11-21T18:00:00.000Z'
const about = { name: 'Riverside FC', players: new Set<string>(), language: 'en' as const }
const event = (nth: number, description = ''): EntryContent => {
  const day = new Date(Date.parse('2026-12-01T18:00:00Z') + nth * 3_600_000).toISOString()
  const is = { start: day, end: day, summary: `Practice ${nth}`, location: '', category: 'Practice' }
  return { uid: `${nth}@touchline`, ...is, description, status: 'CONFIRMED' }
}

it('a calendar omits events beyond the limit, and cancels only removed ones', async () => {
  const [first, second, third] = [event(1), event(2), event(3)]
  const { document: before } = await fittingDocument({ ...about, entries: [first, second, third] }, undefined, now)
  // One is deleted, one is added before the others, and there is room for two.
  const { document } = await fittingDocument({ ...about, entries: [event(0), second, third] }, before, now, 2)
  expect(document.entries.map(({ uid, status }) => [uid, status])).toEqual([
    ['0@touchline', 'CONFIRMED'],
    ['1@touchline', 'CANCELLED'],
    ['2@touchline', 'CONFIRMED'],
  ])
})

it('a calendar is shortened to fit into one item, however long its descriptions', async () => {
  const shown = Array.from({ length: 1000 }, (_, nth) => event(nth, randomBytes(1500).toString('base64')))
  const { document, bytes } = await fittingDocument({ ...about, entries: shown }, undefined, now)
  expect(bytes.length).toBeLessThan(400_000)
  expect(document.entries.map(({ uid }) => uid)).toEqual(shown.slice(0, document.entries.length).map(({ uid }) => uid))
  expect(document.entries.length).toBeGreaterThan(50)
})

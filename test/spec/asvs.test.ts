import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { asvs, asvsStates, testOf, titlesIn } from './tables.ts'

const root = join(import.meta.dirname, '../..')
/** Number of items in the standard by chapter: of level 1, and of both levels. */
const standard = {
  1: [8, 27],
  2: [4, 11],
  3: [8, 19],
  4: [2, 10],
  5: [4, 9],
  6: [13, 35],
  7: [6, 18],
  8: [4, 7],
  9: [4, 7],
  10: [5, 29],
  11: [3, 14],
  12: [3, 9],
  13: [1, 13],
  14: [2, 9],
  15: [3, 13],
  16: [0, 16],
  17: [0, 7],
}
const partsOf = (item: string) => item.split('.').map(Number)
/** Sorts items as in the standard. */
const inOrder = (one: string, other: string) => {
  const [ones, others] = [partsOf(one), partsOf(other)]
  const at = ones.findIndex((part, i) => part !== others[i])
  return (ones[at] ?? 0) - (others[at] ?? 0)
}

describe('the security standard', () => {
  it('is listed with each item of levels 1 and 2 once, in order', () => {
    const counts: Record<string, number[]> = {}
    for (const { item, level } of asvs) {
      const [chapter = ''] = item.split('.')
      const [first = 0, both = 0] = counts[chapter] ?? []
      counts[chapter] = [first + (level === '1' ? 1 : 0), both + 1]
    }
    expect(counts).toEqual(standard)
    const items = asvs.map(({ item }) => item)
    expect(items.filter((item) => !/^\d{1,2}\.\d{1,2}\.\d{1,2}$/.test(item))).toEqual([])
    expect(items).toEqual([...new Set(items)].toSorted(inOrder))
    expect(new Set(asvs.map(({ level }) => level))).toEqual(new Set(['1', '2']))
  })

  it('has an answer for each item, and evidence for those that hold', () => {
    for (const { item, state, answer, shown } of asvs) {
      expect([item, asvsStates.includes(state)]).toEqual([item, true])
      expect([item, answer]).toEqual([item, expect.stringMatching(/^[A-Zf\d].{5,}\.$/)])
      expect([item, shown !== '']).toEqual([item, state === 'holds'])
    }
    // An answer that refers to another item must refer to an existing one in the same state.
    for (const { item, state, answer } of asvs) {
      const [, other] = /^As ([\d.]+\d)/.exec(answer) ?? []
      if (other) expect([item, asvs.find((each) => each.item === other)?.state]).toEqual([item, state])
    }
  })

  it('names only existing files and folders in its answers', () => {
    const named = asvs.flatMap(
      ({ answer }) => answer.match(/[\w*.-]+(?:\/[\w*.-]+)+|[\w-]+\.(?:md|json|tsv|tsx?)\b/g) ?? [],
    )
    const paths = [...new Set(named.map((path) => path.replace(/\.$/, '')))]
    expect(paths.length).toBeGreaterThan(5)
    expect(paths.filter((path) => globSync(path, { cwd: root }).length === 0)).toEqual([])
  })

  const shown = asvs.filter(({ state }) => state === 'holds')
  it.each(shown)('$item has existing evidence: $shown', ({ shown }) => {
    const { file, title: words } = testOf(shown)
    if (/\.test\.tsx?$/.test(file)) return expect(titlesIn(file)).toContain(words)
    expect(words.length).toBeGreaterThan(8)
    expect(readFileSync(join(root, file), 'utf8')).toContain(words)
  })
})

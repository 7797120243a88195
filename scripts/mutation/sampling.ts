import { globSync, readFileSync } from 'node:fs'
import * as fc from 'fast-check'

/** The files to mutate, and how many of 100 mutants the tests must kill. */
export type Group = { files: string[]; atLeast: number }
/** A part of a file: line numbers from 1 on, both inclusive. */
export type Part = { file: string; from: number; to: number }

const shuffled = (files: string[], seed: number, count: number): string[] =>
  fc.sample(fc.shuffledSubarray(files, { minLength: count, maxLength: count }), { seed, numRuns: 1 }).flat()

/** A sample of `count` files, different for each seed. */
export const sampleFiles = (files: string[], count: number, seed: number): string[] =>
  shuffled(files, seed, count).toSorted()

/** How many consecutive lines are taken from a longer file. */
const maxPerFile = 60

/** Parts of the files, different for each seed, with about `lines` lines in total (or a few more). */
export function parts(root: string, files: string[], lines: number, seed: number): Part[] {
  const parts: Part[] = []
  let linesLeft = lines
  for (const file of shuffled(files, seed, files.length)) {
    if (linesLeft <= 0) break
    const length = readFileSync(`${root}/${file}`, 'utf8').split('\n').length
    const starts = fc.integer({ min: 1, max: Math.max(1, length - maxPerFile) })
    const [from = 1] = fc.sample(starts, { seed: seed + parts.length, numRuns: 1 })
    const part = length <= maxPerFile ? { file, from: 1, to: length } : { file, from, to: from + maxPerFile - 1 }
    parts.push(part)
    linesLeft -= part.to - part.from + 1
  }
  return parts
}

/** The files that match any of the patterns, each once. Throws if none matches one of them: a file that was renamed must not be left out. */
export function matching(root: string, patterns: string[]): string[] {
  const found = patterns.flatMap(alternativesOf).flatMap((pattern) => {
    const files = globSync(pattern, { cwd: root })
    if (files.length === 0) throw new Error(`There is no file ${pattern}.`)
    return files
  })
  return [...new Set(found)].map((file) => file.replaceAll('\\', '/')).toSorted()
}

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`. */
function alternativesOf(pattern: string): string[] {
  const [, before = '', names, after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? []
  return names === undefined ? [pattern] : names.split(',').map((name) => before + name + after)
}

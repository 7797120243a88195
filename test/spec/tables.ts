import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What the specification states, a line each, in three tables: calls, screens and sentences. An area that builds one writes
 * `built` in its line; a sentence also names the test that shows it, as `web/today/note.test.tsx > saves a note`. What is
 * `decided otherwise` says why. No line goes: their counts are held.
 */
export const states = ['built', 'not yet', 'decided otherwise'] as const
export type State = (typeof states)[number]

const read = (name: string): string[][] =>
  readFileSync(join(import.meta.dirname, `${name}.tsv`), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))

/** `route` is the key in the contract where the specification states no path, or not the whole of it. */
export const calls = read('calls').map(([area = '', call = '', route = '', , , state]) => ({
  area,
  call,
  route,
  state: state as State,
}))
export const screens = read('screens').map(([area = '', path = '', , state]) => ({ area, path, state: state as State }))
export const sentences = read('sentences').map(([area = '', sentence = '', state, shown = '']) => ({
  area,
  sentence,
  state: state as State,
  /** The test that shows it, or why it was decided otherwise. */
  shown,
}))

/** The file and the title of the test that shows a sentence. */
export function testOf(shown: string): { file: string; title: string } {
  const [file = '', ...title] = shown.split(' > ')
  return { file, title: title.join(' > ') }
}

/** Matches what a title becomes when the rows of `it.each` are filled in. */
export const titlePattern = (title: string): RegExp =>
  new RegExp(
    `^${title
      .split(/%[sdifjoO#$]|\$[\w.]+/)
      .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^]*')}$`,
  )

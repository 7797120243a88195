import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tsv } from '../tsv.ts'

/**
 * What the specification states, a line each, in three tables: calls, screens and sentences. An area that builds one writes
 * `built` in its line; a sentence also names the test that shows it, as `web/today/note.test.tsx > saves a note`. What is
 * `decided otherwise` says why. No line goes: their counts are held.
 */
export const states = ['built', 'not yet', 'decided otherwise'] as const
export type State = (typeof states)[number]

const read = (name: string): string[][] => tsv(readFileSync(join(import.meta.dirname, `${name}.tsv`), 'utf8')).slice(1)

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

/**
 * Every item of levels 1 and 2 of OWASP's Application Security Verification Standard 5.0, by its number: how the product does
 * it, in words of ours, and what shows that: a test, as above, or words that stand in a file of the repository. `not ours` is
 * done by what the answer names; what is `decided otherwise` says where the reason is written; `does not apply` and `missing` say why.
 */
export const asvsStates = ['holds', 'not ours', 'does not apply', 'decided otherwise', 'missing'] as const
export const asvs = read('asvs').map(([item = '', level = '', state, answer = '', shown = '']) => ({
  item,
  level,
  state: state as (typeof asvsStates)[number],
  answer,
  shown,
}))

const isTest = (shown: string) => /\.test\.tsx?$/.test(testOf(shown).file)

/** What a test has to have shown: the sentences that are built, and what is said to hold by one. */
export const toBeShown = [
  ...sentences.filter(({ state }) => state === 'built').map(({ sentence, shown }) => ({ what: sentence, shown })),
  ...asvs.filter(({ shown }) => isTest(shown)).map(({ item, shown }) => ({ what: `ASVS ${item}`, shown })),
]

/** The file and the title of the test that shows a sentence. */
export function testOf(shown: string): { file: string; title: string } {
  const [file = '', ...title] = shown.split(' > ')
  return { file, title: title.join(' > ') }
}

/** A test and its title; the table of `it.each` may stand between. */
const running = /\b(?:it|test)(?:\.each[^]*?\))?\(\s*(?:'([^'\n]+)'|`([^`\n]+)`|"([^"\n]+)"),\s/g

/** The titles of the tests in a file, below test/: their own, for the title of a group shows nothing. */
export const titlesIn = (file: string): string[] =>
  [...readFileSync(join(import.meta.dirname, '..', file), 'utf8').matchAll(running)].map((found) =>
    found.slice(1).join(''),
  )

/** Matches what a title becomes when the rows of `it.each` are filled in. */
export const titlePattern = (title: string): RegExp =>
  new RegExp(
    `^${title
      .split(/%[sdifjoO#$]|\$[\w.]+/)
      .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^]*')}$`,
  )

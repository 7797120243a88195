import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tsv } from '../tsv.ts'

/**
 * The statements of the specification, one per line, in three tables: calls, screens and sentences. When an area is built, its
 * line says `built`; a sentence also names the test that shows it, as in `web/today/note.test.tsx > saves a note`. Lines that are
 * `decided otherwise` give the reason. No line is ever removed: tests check their number.
 */
export const states = ['built', 'not yet', 'decided otherwise'] as const
export type State = (typeof states)[number]

const read = (name: string): string[][] => tsv(readFileSync(join(import.meta.dirname, `${name}.tsv`), 'utf8')).slice(1)

/** `route` is the contract's key where the specification gives no path, or not all of it. */
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
  /** The test that shows it, or the reason for deciding otherwise. */
  shown,
}))

/**
 * Every item of levels 1 and 2 of OWASP's Application Security Verification Standard 5.0, by number: how the product meets it,
 * and what shows that: a test, as above, or text in a file of the repository. For `not ours`, the answer names who does it;
 * `decided otherwise` says where the reason is written; `does not apply` and `missing` give the reason.
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

/** What tests must have shown: the built sentences, and the items of the standard that name a test. */
export const requirementsWithTests = [
  ...sentences.filter(({ state }) => state === 'built').map(({ sentence, shown }) => ({ what: sentence, shown })),
  ...asvs.filter(({ shown }) => isTest(shown)).map(({ item, shown }) => ({ what: `ASVS ${item}`, shown })),
]

/** File and title of the test that shows a sentence. */
export function testOf(shown: string): { file: string; title: string } {
  const [file = '', ...title] = shown.split(' > ')
  return { file, title: title.join(' > ') }
}

/** Matches a test and its title, with an optional `it.each` table in between. */
const testCalls = /\b(?:it|test)(?:\.each[^]*?\))?\(\s*(?:'([^'\n]+)'|`([^`\n]+)`|"([^"\n]+)"),\s/g

/** Titles of the tests in a file below test/: of the tests themselves, as group titles show nothing. */
export const titlesIn = (file: string): string[] =>
  [...readFileSync(join(import.meta.dirname, '..', file), 'utf8').matchAll(testCalls)].map((match) =>
    match.slice(1).join(''),
  )

/** Matches the titles that result from filling in the rows of `it.each`. */
export const titlePattern = (title: string): RegExp =>
  new RegExp(
    `^${title
      .split(/%[sdifjoO#$]|\$[\w.]+/)
      .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^]*')}$`,
  )

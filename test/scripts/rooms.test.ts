import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'

type Pattern = { regex: string; message: string }
type Override = { files: string[]; rules: Record<string, unknown> }
const root = `${import.meta.dirname}/../..`
const { overrides, rules } = JSON.parse(readFileSync(`${root}/.oxlintrc.json`, 'utf8')) as {
  overrides: Override[]
  rules: Record<string, unknown>
}
const foldersOf = (files: string) =>
  [...new Set(globSync(files, { cwd: root }).map((file) => dirname(file).split('/')[1] ?? ''))].toSorted()

/** The rule that keeps areas apart, by the beginning of what it says, with the files that it holds for. */
function apart(says: string): { files: string[]; forbids: (path: string) => boolean } {
  for (const { files, rules } of overrides) {
    const [, options] = (rules['no-restricted-imports'] ?? []) as [string, { patterns?: Pattern[] }?]
    const pattern = options?.patterns?.find(({ message }) => message.startsWith(says))
    if (pattern) return { files, forbids: (path) => new RegExp(pattern.regex).test(path) }
  }
  throw new Error(`No rule says: ${says}`)
}

test('no area of the web imports another, whichever it is; the frame and sign-in are around them all', () => {
  const { files, forbids } = apart('An area of the web does not import another')
  const areas = foldersOf('web/*/*Screen.tsx').filter((area) => !['shell', 'session'].includes(area))
  expect(areas).toContain('today')
  expect(areas.filter((area) => !forbids(`../../${area}/Any.tsx`))).toEqual([])
  const held = /\{(.*)\}/.exec(files[0] ?? '')?.[1]?.split(',') ?? []
  expect(areas.filter((area) => !held.includes(area))).toEqual([])
})

test('no area of the server imports another, from however deep; the sender of mail and providers are what they share', () => {
  const { forbids } = apart('An area does not import another')
  const areas = foldersOf('functions/*/functions.ts').filter((area) => area !== 'mail')
  expect(areas).toContain('today')
  expect(areas.filter((area) => !forbids(`../${area}/any.ts`) || !forbids(`../../${area}/any.ts`))).toEqual([])
})

test('imports go in no circle, those of types neither', () => {
  expect(rules['import/no-cycle']).toEqual(['error', { ignoreTypes: false }])
})

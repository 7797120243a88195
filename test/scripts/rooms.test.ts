import { spawnSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const { rules } = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as { rules: Record<string, unknown> }
const foldersOf = (files: string) =>
  [...new Set(globSync(files, { cwd: root }).map((file) => dirname(file).split('/')[1] ?? ''))].toSorted()

/**
 * Runs the linter on a tree in which one file per folder imports from each other folder. Returns which file was reported for
 * which import.
 */
function toldOf(side: 'web' | 'functions', folders: readonly string[], says: string): string[] {
  const tree = mkdtempSync(join(tmpdir(), 'touchline-rooms-'))
  copyFileSync(join(root, '.oxlintrc.json'), join(tree, '.oxlintrc.json'))
  for (const folder of folders) {
    mkdirSync(join(tree, side, folder, 'part'), { recursive: true })
    const importing = (above: string) =>
      folders.filter((each) => each !== folder).map((each) => `import '${above}/${each}/any.ts'`)
    writeFileSync(join(tree, side, folder, 'any.ts'), `${importing('..').join('\n')}\n`)
    writeFileSync(join(tree, side, folder, 'part/deep.ts'), `${importing('../..').join('\n')}\n`)
  }
  const asked = ['-c', '.oxlintrc.json', '--format', 'json', side]
  const most = 64 * 1024 * 1024
  const lint = join(root, 'node_modules/.bin/oxlint')
  const { stdout } = spawnSync(lint, asked, { cwd: tree, encoding: 'utf8', maxBuffer: most })
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { message: string; help?: string; filename: string; labels: { span: { line: number } }[] }[]
  }
  const told = diagnostics
    .filter(({ message, help = '' }) => `${message} ${help}`.includes(says))
    .map(({ filename, labels }) => {
      const line = readFileSync(join(tree, filename), 'utf8').split('\n')[(labels[0]?.span.line ?? 0) - 1]
      return `${filename} ${/\/([^/]+)\/any/.exec(line ?? '')?.[1]}`
    })
  rmSync(tree, { recursive: true })
  return told.toSorted()
}
/** Every pair of these areas. */
const each = (side: string, areas: readonly string[]) =>
  areas
    .flatMap((area) =>
      ['any.ts', 'part/deep.ts'].flatMap((file) =>
        areas.filter((other) => other !== area).map((other) => `${side}/${area}/${file} ${other}`),
      ),
    )
    .toSorted()

test('no area of the web app imports another, and shared code is in other directories', () => {
  const areas = foldersOf('web/*/*Screen.tsx').filter((area) => !['shell', 'session'].includes(area))
  expect(areas).toContain('today')
  // New areas are covered, too; the shell, sign-in and other rooms are shared.
  const all = [...areas, 'newest']
  const told = toldOf('web', [...all, 'kit', 'shell', 'session'], 'An area of the web does not import another')
  expect(told).toEqual(each('web', all))
})

test('no area of the server imports another at any depth, and shared code is in other directories', () => {
  const areas = foldersOf('functions/*/functions.ts').filter((area) => area !== 'mail')
  expect(areas).toContain('today')
  const all = [...areas, 'newest']
  const shared = foldersOf('functions/*/*.ts').filter((folder) => !areas.includes(folder))
  expect(shared).toEqual(
    expect.arrayContaining(['access', 'events', 'http', 'mail', 'media', 'people', 'providers', 'secrets', 'table']),
  )
  const told = toldOf('functions', [...all, ...shared], 'An area does not import another')
  expect(told.filter((line) => !shared.includes(line.split('/')[1] ?? ''))).toEqual(each('functions', all))
})

test('the root of the server has only the files that every area needs', () => {
  const loose = globSync('functions/*.ts', { cwd: root }).toSorted()
  expect(loose).toEqual(['areas', 'registry', 'serve', 'worker'].map((name) => `functions/${name}.ts`))
})

test('imports have no cycles, including those of types', () => {
  expect(rules['import/no-cycle']).toEqual(['error', { ignoreTypes: false }])
})

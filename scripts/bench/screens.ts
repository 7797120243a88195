import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildFolder } from '#infra/bundle.ts'

const assets = join(buildFolder, 'web/assets')

/** A file of the built web and everything that it imports statically, at any depth. */
function withImports(name: string, files = new Set<string>()): Set<string> {
  if (files.has(name)) return files
  files.add(name)
  const text = readFileSync(join(assets, name), 'utf8')
  for (const [, imported] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
    if (imported) withImports(imported, files)
  return files
}

function chunkOf(name: string): string {
  const file = readdirSync(assets).find((each) => each.startsWith(`${name}-`) && each.endsWith('.js'))
  if (!file) throw new Error(`There is no ${name} in the built web.`)
  return file
}
const gz = (file: string) => gzipSync(readFileSync(join(assets, file)), { level: 9 }).length / 1024

/**
 * The most script, in KB gzipped, and the most script files that Today and the other screens may load before they are
 * rendered.
 */
export const scriptLimits = { today: 150, other: 205, files: 16 }

/**
 * What a screen that is opened by its address loads before it is rendered: KB of script, gzipped, and the number of its
 * files.
 */
export function firstLoadOf(screen: string): { script: number; files: number } {
  const files = [...withImports(chunkOf(screen), withImports(chunkOf('index')))]
  return { script: files.reduce((sum, file) => sum + gz(file), 0), files: files.length }
}

/**
 * Script and style that opening a screen loads beyond what the shell and Today have loaded, in KB gzipped.
 * `AccountItems` counts as loaded: the shell loads it once Today is shown. The code of dialogs and menus is loaded then
 * too, but is counted here for a screen that imports it, since it may be opened before that.
 */
export function screenSize(screen: string): number {
  const files = readdirSync(assets)
  const shell = ['index', 'shell', 'TodayScreen', 'AccountItems'].reduce(
    (files, name) => withImports(chunkOf(name), files),
    new Set<string>(),
  )
  const ownChunks = [...withImports(chunkOf(screen))].filter((file) => !shell.has(file))
  // A style has the same name as its script.
  const withoutHash = (file: string) => file.slice(0, file.lastIndexOf('-'))
  const styles = files.filter(
    (file) => file.endsWith('.css') && ownChunks.some((script) => withoutHash(script) === withoutHash(file)),
  )
  return [...ownChunks, ...styles].reduce((sum, file) => sum + gz(file), 0)
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildFolder } from '#infra/bundle.ts'

const assets = join(buildFolder, 'web/assets')

/** A file of the built web and all that it brings along at once; what it loads later by itself is not among it. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  const text = readFileSync(join(assets, name), 'utf8')
  for (const [, imported] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
    if (imported) withImports(imported, found)
  return found
}

function named(name: string): string {
  const file = readdirSync(assets).find((each) => each.startsWith(`${name}-`) && each.endsWith('.js'))
  if (!file) throw new Error(`There is no ${name} in the built web.`)
  return file
}
const gz = (file: string) => gzipSync(readFileSync(join(assets, file)), { level: 9 }).length / 1024

/** How much script, in KB gz, and how many files of it a screen that people open most may load before it is drawn. */
export const mostScript = { today: 150, other: 205, files: 16 }

/** What a screen that is opened by its address loads before it is drawn: how much script, and how many files of script. */
export function wayTo(screen: string): { script: number; files: number } {
  const files = [...withImports(named(screen), withImports(named('index')))]
  return { script: files.reduce((sum, file) => sum + gz(file), 0), files: files.length }
}

/**
 * What opening a screen loads, script and style, beyond what is there with the shell and the day, in KB gz. `AccountItems` the shell brings
 * by itself as soon as the day stands; what dialogs and menus are drawn with comes then too, but a screen that needs it at once is counted
 * with it.
 */
export function screenSize(screen: string): number {
  const files = readdirSync(assets)
  const shell = ['index', 'shell', 'TodayScreen', 'AccountItems'].reduce(
    (found, name) => withImports(named(name), found),
    new Set<string>(),
  )
  const own = [...withImports(named(screen))].filter((file) => !shell.has(file))
  // A style has the name of the script it is for.
  const stem = (file: string) => file.slice(0, file.lastIndexOf('-'))
  const styles = files.filter((file) => file.endsWith('.css') && own.some((script) => stem(script) === stem(file)))
  return [...own, ...styles].reduce((sum, file) => sum + gz(file), 0)
}

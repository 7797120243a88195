import type { ScreenRecord } from '../screenRecord.ts'
import { screenList } from '../screens.ts'
import type { FirstQuery } from './queries.ts'

/** What the script in the page's head knows of the screens; made by the build, and short, since every page carries it. */
export type Plan = {
  /** Names below `/assets/`. */
  files: readonly string[]
  /** Those that ask most definitely for their address come first. */
  screens: readonly PlannedScreen[]
}
/** The shape of an address with its parameters, which files are loaded, as places in `files`, and the paths of first reads. */
export type PlannedScreen = readonly [at: string, files: readonly number[], ...reads: readonly PlannedRead[]]
export type PlannedRead = readonly [path: string, query?: FirstQuery]

/** What everything with navigation asks first: whose teams and players one has, and so one's rights. */
const rights: PlannedRead = ['/api/v1/playersAndTeams']

/**
 * The screens whose files are on the way before the app is: those that are on the device from the first visit on, and those that
 * know from their address what they ask for. The app begins the files of the others when it comes.
 */
export const hasFilesEarly = ({ offline, first }: ScreenRecord): boolean => offline !== undefined || first !== undefined

/**
 * @param filesOf the files of a screen beyond those that every page loads, below `/assets/`, by its record's `file`
 */
export function planOf(filesOf: (file: string) => readonly string[]): Plan {
  const files: string[] = []
  const placeOf = (name: string) => (files.includes(name) ? files.indexOf(name) : files.push(name) - 1)
  const shown = ({ redirect, ...record }: ScreenRecord) => screenList.find(({ path }) => path === redirect) ?? record
  const screens = screenList
    .filter(({ path, frame }) => path !== '*' && frame !== 'bare')
    .toSorted((a, b) => fixedIn(b.path) - fixedIn(a.path))
    .map((record): PlannedScreen => {
      const screen = shown(record)
      const own = screen.file && hasFilesEarly(screen) ? filesOf(screen.file) : []
      return [shapeOf(record.path), own.map(placeOf), ...readsOf(screen)]
    })
  return { files, screens }
}

/** Today is painted before anything else is asked; see `web/today/useNotifications.ts`. */
function readsOf({ first, beside = [] }: ScreenRecord): PlannedRead[] {
  if (!first) return [rights]
  const reads = [first, ...beside].map(({ route, query }): PlannedRead => {
    const path = route.replace('GET ', '')
    return query ? [path, query] : [path]
  })
  return first.query === 'today' ? reads : [...reads, rights]
}

const fixedIn = (path: string) => path.split('/').filter((segment) => segment && !segment.startsWith(':')).length

/** The pattern of a route as a regular expression with a group for each parameter. Ids are none that only look alike. */
function shapeOf(path: string): string {
  const id = (kind: string) => `${kind}\\w{11}`
  const shapes: Record<string, string> = { orgId: id('o'), teamId: `${id('o')}\\.${id('t')}` }
  const segments = path.split('/').slice(1)
  const inside = segments.map((segment) => {
    if (!segment.startsWith(':')) return segment && `/${segment}`
    const name = segment.replace(/^:|\?$/g, '')
    const group = `/(?<${name}>${shapes[name] ?? '[^/]+'})`
    return segment.endsWith('?') ? `(?:${group})?` : group
  })
  return `^${inside.join('')}/?$`
}

import { matchRoutes } from 'react-router-dom'
import { isId } from '#shared/ids.ts'
import type { ScreenRecord } from './screenRecord.ts'
import { type ScreenName, screenList, screens } from './screens.ts'

/** The parameters of a pattern, those with `?` as such that may be left out. */
type ParamsOf<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? ParamOf<Segment> & ParamsOf<Rest>
  : ParamOf<Path>
type ParamOf<Segment extends string> = Segment extends `:${infer Name}?`
  ? { [Key in Name]?: string | undefined }
  : Segment extends `:${infer Name}`
    ? { [Key in Name]: string }
    : unknown

type Query = Record<string, string | undefined>
type PathOf<Path extends string> =
  Partial<ParamsOf<Path>> extends ParamsOf<Path>
    ? (params?: ParamsOf<Path>, query?: Query) => string
    : (params: ParamsOf<Path>, query?: Query) => string

/** Builds every link, by the name of the screen: `paths.team({ orgId, teamId })`. What is undefined is left out. */
export const paths = Object.fromEntries(
  screenList.map(({ screen, path }) => [
    screen,
    (params: Query = {}, query: Query = {}) => filled(path, params, query),
  ]),
) as unknown as { [Name in ScreenName]: PathOf<(typeof screens)[Name]['path']> }

export function filled(path: string, params: Query, query: Query): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const segments = path.split('/').flatMap((segment) => {
    if (!segment.startsWith(':')) return segment
    const value = params[segment.replace(/^:|\?$/g, '')]
    return value === undefined ? [] : encodeURIComponent(value)
  })
  return (segments.join('/') || '/') + (given.length > 0 ? `?${new URLSearchParams(given)}` : '')
}

type Found = { screen: ScreenName; record: ScreenRecord; params: Readonly<Record<string, string | undefined>> }
const routes = screenList.map(({ screen, path }) => ({
  id: screen,
  path,
  words: path.split('/').filter((segment) => segment && segment !== '*' && !segment.startsWith(':')),
}))

/**
 * The screen that stands at an address. One that names by what is no id leads nowhere. The router prepares each route that it is
 * given anew, which for all of them takes as long as drawing a screen: so it is given those whose words the address has.
 */
export function screenAt(pathname: string): Found {
  const segments = new Set(decoded(pathname).toLowerCase().split('/'))
  const possible = routes.filter(({ words }) => words.every((word) => segments.has(word.toLowerCase())))
  const match = matchRoutes(possible, pathname)?.at(-1)
  const screen = match && areIds(match.params) ? match.route.id : 'notFound'
  return { screen, record: screens[screen], params: match?.params ?? {} }
}

/** What an address is about, for its screen's `can`: the narrowest that its parameters name. */
export const subjectAt = ({ eventId, teamId, unitId, id, orgId }: Readonly<Record<string, string | undefined>>) =>
  eventId ?? teamId ?? unitId ?? id ?? orgId

const kinds = {
  orgId: ['organization'],
  teamId: ['team'],
  id: ['organization', 'team', 'registration'],
  agreementId: ['agreement'],
  playerId: ['player'],
  invitationId: ['invitation'],
  storageItemId: ['storageItem'],
} as const
/** Whether what an address names are ids at all, and the team one of its organization: no server need be asked. */
export function areIds(params: Readonly<Record<string, string | undefined>>): boolean {
  const { orgId, teamId } = params
  const isOfClub = orgId === undefined || teamId === undefined || teamId.startsWith(`${orgId}.`)
  return (
    isOfClub &&
    Object.entries(kinds).every(([name, some]) => {
      const id = params[name]
      return id === undefined || some.some((kind) => isId(kind, id))
    })
  )
}

/**
 * The address in `?redirectUri=`, when it is one of our own; Today for any other. A browser reads `//host`, `/\host`
 * and addresses with tabs in them as another site, so only what resolves to this origin as a plain path is followed.
 */
export function ownPath(redirectUri: string | null, origin: string): string {
  if (!redirectUri?.startsWith('/') || !URL.canParse(redirectUri, origin)) return paths.today()
  const url = new URL(redirectUri, origin)
  // What resolves to a path that begins with two slashes (`/.//host`) would be another site when it is followed.
  if (url.origin !== origin || url.pathname.startsWith('//')) return paths.today()
  // As the router reads it: without regard to case, and with what is escaped in it.
  if (/^\/(login|logout)(\/|$)/i.test(decoded(url.pathname))) return paths.today()
  return url.pathname + url.search + url.hash
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

import { matchRoutes } from 'react-router-dom'
import { isId } from '#shared/ids.ts'
import type { ScreenRecord } from './screenRecord.ts'
import { type ScreenName, screenList, screens } from './screens.ts'

/** The parameters of a path pattern; those with `?` are optional. */
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

/** Builds links by screen name: `paths.team({ orgId, teamId })`. Undefined values are omitted. */
export const paths = Object.fromEntries(
  screenList.map(({ screen, path }) => [
    screen,
    (params: Query = {}, query: Query = {}) => fillPath(path, params, query),
  ]),
) as unknown as { [Name in ScreenName]: PathOf<(typeof screens)[Name]['path']> }

export function fillPath(path: string, params: Query, query: Query): string {
  const presentEntries = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const segments = path.split('/').flatMap((segment) => {
    if (!segment.startsWith(':')) return segment
    const value = params[segment.replace(/^:|\?$/g, '')]
    return value === undefined ? [] : encodeURIComponent(value)
  })
  return (segments.join('/') || '/') + (presentEntries.length > 0 ? `?${new URLSearchParams(presentEntries)}` : '')
}

type ScreenMatch = { screen: ScreenName; record: ScreenRecord; params: Readonly<Record<string, string | undefined>> }
const routes = screenList.map(({ screen, path }) => ({
  id: screen,
  path,
  words: path.split('/').filter((segment) => segment && segment !== '*' && !segment.startsWith(':')),
}))

/**
 * The screen at an address; invalid ids lead to `notFound`. The router compiles every route passed to it on each call, which for
 * all routes takes as long as rendering a screen, so only those whose fixed segments occur in the address are passed.
 */
export function screenAt(pathname: string): ScreenMatch {
  const segments = new Set(decoded(pathname).toLowerCase().split('/'))
  const candidates = routes.filter(({ words }) => words.every((word) => segments.has(word.toLowerCase())))
  const match = matchRoutes(candidates, pathname)?.at(-1)
  const screen = match && areIdsValid(match.params) ? match.route.id : 'notFound'
  return { screen, record: screens[screen], params: match?.params ?? {} }
}

/** The subject of an address for its screen's `can`: the most specific id in its parameters. */
export const subjectAt = ({ eventId, teamId, unitId, id, orgId }: Readonly<Record<string, string | undefined>>) =>
  eventId ?? teamId ?? unitId ?? id ?? orgId

const idKinds = {
  orgId: ['organization'],
  teamId: ['team'],
  id: ['organization', 'team', 'registration'],
  agreementId: ['agreement'],
  playerId: ['player'],
  invitationId: ['invitation'],
  storageItemId: ['storageItem'],
} as const
/** Whether the ids in an address are well-formed and the team belongs to the organization: otherwise no request is needed. */
export function areIdsValid(params: Readonly<Record<string, string | undefined>>): boolean {
  const { orgId, teamId } = params
  const isOfClub = orgId === undefined || teamId === undefined || teamId.startsWith(`${orgId}.`)
  return (
    isOfClub &&
    Object.entries(idKinds).every(([name, allowedKinds]) => {
      const id = params[name]
      return id === undefined || allowedKinds.some((kind) => isId(kind, id))
    })
  )
}

/**
 * The path in `?redirectUri=` if it is on this site; otherwise Today. Browsers read `//host`, `/\host` and addresses with tabs as
 * another site, so only what resolves to this origin as a plain path is accepted.
 */
export function localPath(redirectUri: string | null, origin: string): string {
  if (!redirectUri?.startsWith('/') || !URL.canParse(redirectUri, origin)) return paths.today()
  const url = new URL(redirectUri, origin)
  // A path that begins with two slashes after resolving (`/.//host`) would be another site when followed.
  if (url.origin !== origin || url.pathname.startsWith('//')) return paths.today()
  // Compare as the router does: case-insensitive and decoded.
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

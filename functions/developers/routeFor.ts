import { agreements } from '#shared/api/agreements.ts'
import { attendance } from '#shared/api/attendance.ts'
import { calendar } from '#shared/api/calendar.ts'
import { developers } from '#shared/api/developers.ts'
import { money } from '#shared/api/money.ts'
import { organization } from '#shared/api/organization.ts'
import { paramNames } from '#shared/api/params.ts'
import { planning } from '#shared/api/planning.ts'
import { registrations } from '#shared/api/registrations.ts'
import type { Area, Route, RouteKey } from '#shared/api/route.ts'
import { teams } from '#shared/api/teams.ts'
import { type AreaWithTokens, tokenAreaOf } from '#shared/api/tokens.ts'
import type { TokenArea } from '#shared/rules/tokens.ts'

export type TokenRoute = {
  area: AreaWithTokens
  key: RouteKey
  path: string
  params: Record<string, string>
  /** The area that a token needs; undefined if no token may call it. */
  needs: TokenArea | undefined
  /** Whether each call is logged. */
  logged: boolean
}

/** Listed individually: the contracts of all areas would double the first call's cold start. */
const areas: { readonly [Name in AreaWithTokens]: Area } = {
  agreements,
  attendance,
  calendar,
  developers,
  money,
  organization,
  planning,
  registrations,
  teams,
}

/** As in API Gateway: literal segments take precedence over parameters. */
const readRoutes = Object.entries<Area>(areas)
  .flatMap(([area, lines]) =>
    Object.entries<Route>(lines).map(([key, route]) => ({ area: area as AreaWithTokens, key: key as RouteKey, route })),
  )
  .filter(({ key }) => key.startsWith('GET '))
  .map((line) => ({ ...line, names: paramNames(line.key), shape: shapeOf(line.key.slice('GET '.length)) }))
  .toSorted((a, b) => a.names.length - b.names.length)

function shapeOf(path: string): RegExp {
  const parts = path.split('/').map((part) => (part.startsWith('{') ? '([^/]+)' : RegExp.escape(part)))
  return new RegExp(`^${parts.join('/')}$`)
}

/** The route for a GET of this path, with its parameters. */
export function routeFor(path: string): TokenRoute | undefined {
  for (const { area, key, route, names, shape } of readRoutes) {
    const match = shape.exec(path)
    if (!match) continue
    const params = Object.fromEntries(names.map((name, i) => [name, match[i + 1] ?? '']))
    return { area, key, path, params, needs: tokenAreaOf(area, key, route), logged: route.logged !== undefined }
  }
  return undefined
}

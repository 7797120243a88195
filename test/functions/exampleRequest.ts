import { paramNames } from '#shared/api/params.ts'
import type { RequestOptions } from './call.ts'
import type { Club } from './club.ts'
import type { ValueOrMake, MakeValue, Requests } from './exampleRequests.ts'

/** A valid request to every route, for the tests that go through all of them. Each area adds its own in `<area>/exampleRequests.ts`. */
const areas = Object.values(
  import.meta.glob<Requests>('./*/exampleRequests.ts', { eager: true, import: 'exampleRequests' }),
)

function allOf<Part extends Exclude<keyof Requests, 'params'>>(part: Part): NonNullable<Requests[Part]> {
  const entries = areas.flatMap((area) => Object.entries(area[part] ?? {}))
  const merged = Object.fromEntries(entries)
  if (Object.keys(merged).length < entries.length) throw new Error(`Two areas have ${part} of the same route.`)
  return merged as NonNullable<Requests[Part]>
}
const queries = allOf('queries')
const bodies = allOf('bodies')
const signatures = allOf('signed')
const instants = allOf('times')
const prepared = allOf('prepared')

export const prepare = async (key: string, as: string, club: Club): Promise<void> =>
  void (await prepared[key]?.(as, club))

/** Path parameters for the Falcons, their game and Mia. */
export const exampleParams = (club: Club): Record<string, string> => ({
  orgId: club.organizationId,
  orgUnitId: club.falcons.teamId,
  teamId: club.falcons.teamId,
  playerId: club.mia.playerId,
  eventId: club.game.eventId,
  userId: club.user('extra'),
  ...Object.assign({}, ...areas.map(({ params }) => params?.(club))),
})

export async function exampleRequest(
  key: string,
  club: Club,
  overrides: Partial<RequestOptions> = {},
): Promise<RequestOptions> {
  const params = { ...exampleParams(club), ...(overrides as Record<string, string>) }
  const resolve = <What>(value: ValueOrMake<What> | undefined) =>
    typeof value === 'function' ? (value as MakeValue<What>)(club, params) : value
  return {
    as: undefined,
    ...(key in instants && { now: instants[key] }),
    query: await resolve(queries[key]),
    body: await resolve(bodies[key]),
    ...signatures[key],
    ...Object.fromEntries(paramNames(key).map((name) => [name, params[name] ?? ''])),
    ...overrides,
  }
}

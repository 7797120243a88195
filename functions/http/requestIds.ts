import { isId, kindOf, organizationOf, type Subject, subjectOf } from '#shared/ids.ts'
import type { Place } from '#shared/api/route.ts'
import type { Received } from './parse.ts'

/** The subject on which the caller needs the right of the route. */
export function subjectIn(received: Received): Subject | undefined {
  const { route } = received
  const id = valueAt(received, route.subject)
  const subject = id === undefined ? undefined : subjectOf(id)
  const teamId = valueAt(received, route.team)
  return subject && teamId !== undefined && isId('team', teamId) ? { ...subject, teamId } : subject
}

/** The text at a place of the request, such as `path.teamId`. */
export function valueAt({ params, query, body }: Received, place: Place | undefined): string | undefined {
  const [where = '', name = ''] = place?.split('.') ?? []
  const value = ({ path: params, query, body } as Record<string, Record<string, unknown> | undefined>)[where]?.[name]
  return typeof value === 'string' ? value : undefined
}

/** The club of the route's subject; without one, that of the first id in the request. */
export function clubIn(received: Received): string | undefined {
  const { params, query, body } = received
  const [firstId] = idsIn([params, query, body])
  return subjectIn(received)?.organizationId ?? (firstId && organizationOf(firstId))
}

/** All strings in the request that have the shape of an id, at any depth. Texts that people write do not have it. */
export function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return kindOf(value) ? [value] : []
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return []
  return Object.values(value).flatMap(idsIn)
}

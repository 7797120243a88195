import { dequal } from 'dequal'
import { faultAt, Problem } from '#shared/problems.ts'
import type { Revised } from '../table/registrations.ts'

/**
 * The list with one part replaced, on condition that the part still has the given revision; undefined if someone else has
 * changed it since. A part that is equal already stays: the request may be a retry after a lost response.
 */
export function replaced<Part extends { id: string }>(
  before: readonly Revised<Part>[],
  sent: Part,
  revision: number,
): readonly Revised<Part>[] | undefined {
  const kept = before.find(({ id }) => id === sent.id)
  if (!kept) throw new Problem('not_found')
  const { revision: stands = 0, ...part } = kept
  if (dequal(part, sent)) return before
  if (stands !== revision) return undefined
  return before.map((each) => (each.id === sent.id ? { ...sent, revision: revision + 1 } : each))
}

/**
 * The list with one more part. A part with the same id was sent before and its response lost: if the retry was corrected, it
 * replaces that one, unless someone has changed it since.
 */
export const added = <Part extends { id: string }>(
  before: readonly Revised<Part>[],
  part: Part,
  most: number,
  at: string,
): readonly Revised<Part>[] | undefined =>
  before.some(({ id }) => id === part.id) ? replaced(before, part, 0) : within([...before, part], most, at)

/** Throws if the list is too long; `at`: the field to report. */
export function within<Part>(parts: Part[], most: number, at: string): Part[] {
  if (parts.length > most) throw new Problem('bad_request', [faultAt(at, 'too_many', { limit: most })])
  return parts
}

/** The list without one of its parts; throws `not_found` if it is missing. */
export function without<Part extends { id: string }>(before: readonly Part[], id: string): Part[] {
  const rest = before.filter((part) => part.id !== id)
  if (rest.length === before.length) throw new Problem('not_found')
  return rest
}

/** Each part with its revision, on which changes are conditional. */
export const withRevisions = <Part>(parts: readonly Revised<Part>[]) =>
  parts.map((part) => ({ ...part, revision: part.revision ?? 0 }))

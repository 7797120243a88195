import { dequal } from 'dequal'
import { faultAt, Problem } from '#shared/problems.ts'
import type { Revised } from '../table/registrations.ts'

/**
 * A list with one part replaced, if that part has the revision that the caller saw; undefined if it has another. A part that equals the new
 * one already is left unchanged, so that a retried call succeeds.
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
 * A list with a part added. If it has a part with this id from an earlier try of the same call, that is replaced, unless somebody has
 * changed it since.
 */
export const added = <Part extends { id: string }>(
  before: readonly Revised<Part>[],
  part: Part,
  max: number,
  at: string,
): readonly Revised<Part>[] | undefined =>
  before.some(({ id }) => id === part.id) ? replaced(before, part, 0) : within([...before, part], max, at)

/** The list itself. Throws if it has more than `max` parts; `at`: the field of the error. */
export function within<Part>(parts: Part[], max: number, at: string): Part[] {
  if (parts.length > max) throw new Problem('bad_request', [faultAt(at, 'too_many', { limit: max })])
  return parts
}

/** The list without the part with this id. */
export function without<Part extends { id: string }>(before: readonly Part[], id: string): Part[] {
  const rest = before.filter((part) => part.id !== id)
  if (rest.length === before.length) throw new Problem('not_found')
  return rest
}

/** The parts with their revisions, for later changes. */
export const withRevisions = <Part>(parts: readonly Revised<Part>[]) =>
  parts.map((part) => ({ ...part, revision: part.revision ?? 0 }))

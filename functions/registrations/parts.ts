import { dequal } from 'dequal'
import { faultAt, Problem } from '#shared/problems.ts'
import type { Revised } from '../table/registrations.ts'

/**
 * A list with one part replaced, if that part has the revision that the caller saw; undefined if it has another. A part that equals the new
 * one already is left unchanged, so that a retried call succeeds.
 */
export function replacePart<Part extends { id: string }>(
  before: readonly Revised<Part>[],
  submitted: Part,
  revision: number,
): readonly Revised<Part>[] | undefined {
  const current = before.find(({ id }) => id === submitted.id)
  if (!current) throw new Problem('not_found')
  const { revision: currentRevision = 0, ...part } = current
  if (dequal(part, submitted)) return before
  if (currentRevision !== revision) return undefined
  return before.map((each) => (each.id === submitted.id ? { ...submitted, revision: revision + 1 } : each))
}

/**
 * A list with a part added. If it has a part with this id from an earlier try of the same call, that is replaced, unless somebody has
 * changed it since.
 */
export const addPart = <Part extends { id: string }>(
  before: readonly Revised<Part>[],
  part: Part,
  max: number,
  at: string,
): readonly Revised<Part>[] | undefined =>
  before.some(({ id }) => id === part.id) ? replacePart(before, part, 0) : requireAtMost([...before, part], max, at)

/** The list itself. Throws if it has more than `max` parts; `at`: the field of the error. */
export function requireAtMost<Part>(parts: Part[], max: number, at: string): Part[] {
  if (parts.length > max) throw new Problem('bad_request', [faultAt(at, 'too_many', { limit: max })])
  return parts
}

/** The list without the part with this id. */
export function removePart<Part extends { id: string }>(before: readonly Part[], id: string): Part[] {
  const remaining = before.filter((part) => part.id !== id)
  if (remaining.length === before.length) throw new Problem('not_found')
  return remaining
}

/** The parts with their revisions, for later changes. */
export const withRevisions = <Part>(parts: readonly Revised<Part>[]) =>
  parts.map((part) => ({ ...part, revision: part.revision ?? 0 }))

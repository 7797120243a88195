import { dequal } from 'dequal'
import { faultAt, Problem } from '#shared/problems.ts'
import type { Revised } from '../table/registrations.ts'

/**
 * A list with a part of it as it was sent, upon the revision of that part which it was typed upon. Undefined where somebody
 * else has changed that part since. What stands as it was sent stays: it may come again, when its answer was lost.
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
 * A list with one more part. What stands there by the same id was sent before, when its answer was lost: where it was corrected
 * since, it is to be as it was sent last, unless somebody has changed what stands.
 */
export const added = <Part extends { id: string }>(
  before: readonly Revised<Part>[],
  part: Part,
  most: number,
  at: string,
): readonly Revised<Part>[] | undefined =>
  before.some(({ id }) => id === part.id) ? replaced(before, part, 0) : within([...before, part], most, at)

/** A list that is not longer than it may be; `at`: the field that says where it is. */
export function within<Part>(parts: Part[], most: number, at: string): Part[] {
  if (parts.length > most) throw new Problem('bad_request', [faultAt(at, 'too_many', { limit: most })])
  return parts
}

/** A list without one of its parts. */
export function without<Part extends { id: string }>(before: readonly Part[], id: string): Part[] {
  const rest = before.filter((part) => part.id !== id)
  if (rest.length === before.length) throw new Problem('not_found')
  return rest
}

/** Each with the revision that a change of it is made upon. */
export const withRevisions = <Part>(parts: readonly Revised<Part>[]) =>
  parts.map((part) => ({ ...part, revision: part.revision ?? 0 }))

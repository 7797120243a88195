import { dequal } from 'dequal'
import { Problem } from '#shared/problems.ts'
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

/** Each with the revision that a change of it is made upon. */
export const withRevisions = <Part>(parts: readonly Revised<Part>[]) =>
  parts.map((part) => ({ ...part, revision: part.revision ?? 0 }))

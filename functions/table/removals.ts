import { randomUUID } from 'node:crypto'
import { audited } from '#shared/rules/audit.ts'
import { digestOf } from '../secrets/digest.ts'
import type { Kind } from './map.ts'
import { goesAfter } from './retention.ts'
import type { Write } from './writes.ts'

/** Who has taken something away: it lies beside what is gone, and itself goes after a week. */
type Removal = { of: Kind }

export const leavesTrace = (kind: Kind): boolean => Object.hasOwn(audited, kind)

/**
 * Somebody may be invited by their address: a key that names one is kept without it. A digest stands in its place, by which each is told from
 * the others beside it, and which is another in each partition; in hexadecimals, which nobody takes for an id of ours.
 */
export const keptWithout = ({ pk, sk }: { pk: string; sk: string }): string =>
  sk.replace(/[^#]*@[^#]*/, (address) => Buffer.from(digestOf(`${pk}\n${address}`), 'base64url').toString('hex'))

/** Never refused: each has a name of its own. */
export const traceOf = ({ kind, key: { pk, sk } }: Write, at: string): Write<Removal> => ({
  kind: 'Removal',
  key: { pk, sk: `GONE#${keptWithout({ pk, sk })}#${randomUUID()}` },
  on: [],
  otherwise: 'conflict',
  does: 'create',
  once: false,
  item: { of: kind, ttl: Math.floor(Date.parse(at) / 1000) + 3600 * goesAfter.Removal.hours },
})

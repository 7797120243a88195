import { randomUUID } from 'node:crypto'
import { audited } from '#shared/rules/audit.ts'
import { digestOf } from '../secrets/digest.ts'
import type { Kind } from './map.ts'
import { goesAfter } from './retention.ts'
import type { Write } from './writes.ts'

/** A trace of who removed an item, in the same partition. It expires after a week. */
type Removal = { of: Kind }

export const leavesTrace = (kind: Kind): boolean => Object.hasOwn(audited, kind)

/**
 * A sort key with any email address in it, such as that of an invitation, replaced by a hash. The hash includes the partition, so
 * that the same address cannot be found in several; it is in hexadecimal, so that it is not mistaken for an id.
 */
export const keptWithout = ({ pk, sk }: { pk: string; sk: string }): string =>
  sk.replace(/[^#]*@[^#]*/, (address) => Buffer.from(digestOf(`${pk}\n${address}`), 'base64url').toString('hex'))

/** The trace of a removal. Its key is random, so that it is never refused. */
export const traceOf = ({ kind, key: { pk, sk } }: Write, at: string): Write<Removal> => ({
  kind: 'Removal',
  key: { pk, sk: `GONE#${keptWithout({ pk, sk })}#${randomUUID()}` },
  on: [],
  otherwise: 'conflict',
  does: 'create',
  once: false,
  item: { of: kind, ttl: Math.floor(Date.parse(at) / 1000) + 3600 * goesAfter.Removal.hours },
})

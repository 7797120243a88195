import { randomUUID } from 'node:crypto'
import { audited } from '#shared/rules/audit.ts'
import { digestOf } from '../secrets/digest.ts'
import type { Kind } from './map.ts'
import { timeToLive } from './retention.ts'
import type { Write } from './writes.ts'

/** A trace of who removed an item, in the same partition. It expires after a week. */
type Removal = { of: Kind }

export const leavesTrace = (kind: Kind): boolean => Object.hasOwn(audited, kind)

/**
 * A sort key with a digest in place of the e-mail address that it may contain, as that of an invitation does. The digest depends on the
 * partition too, so that the same address cannot be recognized in several, and is in hexadecimal, so that it is not taken for an id.
 */
export const withoutAddress = ({ pk, sk }: { pk: string; sk: string }): string =>
  sk.replace(/[^#]*@[^#]*/, (address) => Buffer.from(digestOf(`${pk}\n${address}`), 'base64url').toString('hex'))

/** The trace of a removal. Its key is random, so that it never exists before. */
export const traceOf = ({ kind, key: { pk, sk } }: Write, at: string): Write<Removal> => ({
  kind: 'Removal',
  key: { pk, sk: `GONE#${withoutAddress({ pk, sk })}#${randomUUID()}` },
  indexNames: [],
  otherwise: 'conflict',
  operation: 'create',
  once: false,
  item: { of: kind, ttl: Math.floor(Date.parse(at) / 1000) + 3600 * timeToLive.Removal.hours },
})

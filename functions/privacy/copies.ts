import type { privacy } from '#shared/api/privacy.ts'
import { Problem } from '#shared/problems.ts'
import { signedAddress } from '../media/bucket.ts'
import type { CallOf } from '../serve.ts'
import { copyDays, type DataCopy, dataCopies, daysAfter } from '../table/privacy.ts'
import { write } from '../table/table.ts'

type Api = typeof privacy

export async function listCopies({ userId, now }: CallOf<Api, 'GET /rest-api/privacy/copies'>) {
  const rows = await dataCopies.of({ userId })
  return {
    copies: rows.map((copy) => copyCard(copy, now)).toSorted((one, other) => (one.wantedAt < other.wantedAt ? 1 : -1)),
  }
}

/** A copy that is not ready after a day counts as failed: the user can request another one. */
const copyCard = ({ copyId: id, state, done, wantedAt, bytes }: DataCopy, now: string) => ({
  id,
  state: state === 'wanted' && now >= daysAfter(wantedAt, 1) ? ('failed' as const) : state,
  done,
  wantedAt,
  until: daysAfter(wantedAt, copyDays),
  bytes: bytes ?? null,
})

/**
 * Requests a copy of the caller's data, one a day; a worker makes it (`copyHandler.ts`). Idempotent by `copyId`. Throws `copy_asked_today`.
 */
export async function requestCopy({
  userId,
  body: { copyId },
  stamp,
  now,
}: CallOf<Api, 'POST /rest-api/privacy/copies'>) {
  const existing = (await dataCopies.of({ userId })).find((copy) => copy.copyId === copyId)
  if (existing) return copyCard(existing, now)
  const day = now.slice(0, 10)
  const copy = { day, copyId, state: 'wanted' as const, done: 0, wantedAt: now }
  await write(stamp, dataCopies.create({ userId, ...copy }, 'copy_asked_today'))
  return copyCard(copy, now)
}

export async function linkToCopy({
  userId,
  body: { copyId },
  now,
}: CallOf<Api, 'POST /rest-api/privacy/copies/address'>) {
  const copy = (await dataCopies.of({ userId })).find((each) => each.copyId === copyId)
  if (copy?.state !== 'ready' || now >= daysAfter(copy.wantedAt, copyDays)) throw new Problem('not_found')
  const query = {
    'response-content-disposition': `attachment; filename="touchline-${copy.wantedAt.slice(0, 10)}.zip"`,
    'response-content-type': 'application/zip',
  }
  return { address: await signedAddress(`copies/${copyId}`, { method: 'GET', now, query }) }
}

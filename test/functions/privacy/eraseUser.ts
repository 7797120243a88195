import { erase } from '#functions/privacy/erase.ts'
import { daysAfter, erasures } from '#functions/table/privacy.ts'
import { call } from '../call.ts'

/**
 * Requests and executes a user's erasure, of that user only: tests share a table, and erasing all due users would affect other
 * tests.
 */
export async function eraseUser(userId: string, now = '2026-11-14T18:00:00.000Z'): Promise<void> {
  const { status } = await call('POST /rest-api/privacy/erasure', { as: userId, now })
  const erasure = await erasures.get({ userId }, { consistent: true })
  if (status !== 200 || !erasure) throw new Error(`The erasure was not accepted: ${status}.`)
  await erase(erasure, daysAfter(now, 7))
}

import { erase } from '#functions/privacy/erase.ts'
import { daysAfter, erasures } from '#functions/table/privacy.ts'
import { call } from '../call.ts'

/**
 * Somebody has asked to be erased, and now they are: they alone, for tests that share a table, where whoever erases all that are due
 * erases those of other tests, too.
 */
export async function erased(userId: string, now = '2026-11-14T18:00:00.000Z'): Promise<void> {
  const { status } = await call('POST /rest-api/privacy/erasure', { as: userId, now })
  const found = await erasures.get({ userId }, { consistent: true })
  if (status !== 200 || !found) throw new Error(`The erasure was not taken: ${status}.`)
  await erase(found, daysAfter(now, 7))
}

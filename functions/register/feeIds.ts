import { createHash } from 'node:crypto'
import { alphabet, orgUnitOf, partLength } from '#shared/ids.ts'

/**
 * The id of a registration's fee: the same when a request is repeated, a new one when the player registers again after a
 * cancellation.
 */
export function feeIdOf(registrationPlayerId: string, at: string): string {
  const bytes = createHash('sha256').update(`${registrationPlayerId} ${at}`).digest()
  const part = [...bytes.subarray(0, partLength)].map((byte) => alphabet[byte % alphabet.length]).join('')
  return `${orgUnitOf(registrationPlayerId)}.d${part}`
}

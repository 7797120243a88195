import { createHash } from 'node:crypto'
import { alphabet, orgUnitOf, partLength } from '#shared/ids.ts'

/** What it is charged as: the same for who asks twice, another one for who registers anew after having been taken off. */
export function feeIdOf(registrationPlayerId: string, at: string): string {
  const bytes = createHash('sha256').update(`${registrationPlayerId} ${at}`).digest()
  const part = [...bytes.subarray(0, partLength)].map((byte) => alphabet[byte % alphabet.length]).join('')
  return `${orgUnitOf(registrationPlayerId)}.d${part}`
}

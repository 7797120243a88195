import { orgUnitOf } from '#shared/ids.ts'
import { derivedPart } from '../table/derivedPart.ts'

/** The id of the fee of a registered player: the same for a repeated request, another one for a new registration after a cancelled one. */
export const feeIdOf = (registrationPlayerId: string, registeredAt: string): string =>
  `${orgUnitOf(registrationPlayerId)}.${derivedPart('d', `${registrationPlayerId} ${registeredAt}`)}`

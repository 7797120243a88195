import { atLeast, atMost, check, longest, required, type ValueFault, type ValueFaults } from '../faults.ts'
import { priceFault } from '../fees.ts'
import { pastFault, percentFault } from './registration.ts'

export const promoCodeTypes = ['AMOUNT', 'PERCENT'] as const
export type PromoCodeType = (typeof promoCodeTypes)[number]

/** A club's discount code: a number of cents, or a percentage with two decimals; the other one is null. */
export type PromoCode = {
  id: string
  codeTitle: string
  promoCodeType: PromoCodeType
  discountInCents: number | null
  discountInPercentile: number | null
  /** The last day it is valid, in the club's time zone. */
  expires: string | null
  /** How many registrations may use it. */
  maxUse: number | null
}
export const maxPromoCodes = 100
export const codeLimit = 50
const maxUses = 100_000

/** A code as compared, regardless of case. */
export const codeOf = (typed: string): string => typed.trim().toUpperCase()

const codeFault = (code: string): ValueFault | undefined =>
  /^[\p{L}\p{N}_.%-]+$/u.test(code.trim()) ? undefined : { code: 'not_a_code' }

/** `stands`: the current expiry day of an existing code, which may have passed. */
export const promoCodeFaults = (
  { codeTitle, promoCodeType, discountInCents, discountInPercentile, expires, maxUse }: Omit<PromoCode, 'id'>,
  { today, stands: savedDay = null }: { today: string; stands?: string | null },
): ValueFaults => ({
  codeTitle: check(codeTitle, required, longest(codeLimit), codeFault),
  discountInCents: promoCodeType === 'AMOUNT' ? priceFault(discountInCents) : undefined,
  discountInPercentile: promoCodeType === 'PERCENT' ? percentFault(discountInPercentile) : undefined,
  expires: pastFault(expires, today, savedDay),
  maxUse: check(maxUse, atLeast(1), atMost(maxUses)),
})

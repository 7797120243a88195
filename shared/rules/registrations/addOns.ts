import { atLeast, atMost, check, longest, required, type ValueFault, type ValueFaults } from '../faults.ts'
import { priceFaultOf } from './options.ts'

/** A kind of an add-on, with its own price: a shirt in size M. */
export type AddOnOption = { id: string; name: string; priceInCents: number }
/** Something that can be bought with a registration: a shirt, a lunch. If it has kinds, their prices count and not its own. */
export type AddOn = {
  id: string
  addOnName: string
  description: string
  priceInCents: number
  addOns: AddOnOption[]
  /** The minimum quantity; above zero, it is required. */
  customerMustPurchaseAtLeast: number
  /** The maximum quantity; null is unlimited. */
  customerCanNotPurchaseMoreThan: number | null
  /** How many there are in total. */
  places: number | null
  /** Its picture. */
  fileMetadataId: string | null
}
export const maxAddOns = 30
export const maxAddOnOptions = 30
export const addOnLimits = { name: 100, description: 255, quantity: 999, places: 99_999 } as const
/** The largest picture of an add-on, in bytes. */
export const pictureLimit = 3_000_000

/** The largest photo before it is scaled down for sending, in bytes. */
export const photoLimit = 20_000_000

export const pictureFault = (
  { type, size }: { type: string; size: number },
  max = pictureLimit,
): ValueFault | undefined =>
  type !== 'image/jpeg' ? { code: 'not_a_jpeg' } : size > max ? { code: 'file_too_large' } : undefined

export function addOnFaults(addOn: Omit<AddOn, 'id'>): ValueFaults {
  const { customerMustPurchaseAtLeast: min, customerCanNotPurchaseMoreThan: max, addOns } = addOn
  const names = addOns.map(({ name }) => name.trim().toLowerCase())
  return {
    addOnName: check(addOn.addOnName, required, longest(addOnLimits.name)),
    description: check(addOn.description, longest(addOnLimits.description)),
    priceInCents: addOns.length > 0 ? undefined : priceFaultOf(addOn.priceInCents),
    customerMustPurchaseAtLeast:
      check<number | null>(min, atLeast(0), atMost(addOnLimits.quantity)) ??
      (max !== null && min > max ? { code: 'least_over_most' } : undefined),
    customerCanNotPurchaseMoreThan: check(max, atLeast(1), atMost(addOnLimits.quantity)),
    places: check(addOn.places, atLeast(1), atMost(addOnLimits.places)),
    addOns: addOns.length > maxAddOnOptions ? { code: 'too_many', limit: maxAddOnOptions } : undefined,
    ...Object.fromEntries(
      addOns.flatMap(({ name, priceInCents }, i) => [
        [
          `addOns.${i}.name`,
          check(name, required, longest(addOnLimits.name)) ??
            (names.indexOf(name.trim().toLowerCase()) < i ? ({ code: 'twice' } as const) : undefined),
        ],
        [`addOns.${i}.priceInCents`, priceFaultOf(priceInCents)],
      ]),
    ),
  }
}

import { atLeast, atMost, check, longest, required, type ValueFault, type ValueFaults } from '../faults.ts'
import { fold } from '../textMatching.ts'
import { grossOf, maxCents, type Rate, amountAtRate } from '../money.ts'
import type { RegistrationType } from './registration.ts'

/** Something to register for: a place on the team, one of several weeks of a camp. */
export type Option = {
  id: string
  name: string
  description: string
  priceInCents: number
  /** The number of places; null is unlimited. */
  places: number | null
  /** For an event registration: the option's events. */
  eventIds: string[]
}
export const maxOptions = 50
const maxEventsPerOption = 50
export const optionLimits = { name: 100, description: 255, places: 99_999 } as const

/** A price may be zero, and at most `maxCents`. */
export const priceFaultOf = (cents: number | null): ValueFault | undefined =>
  cents === null
    ? { code: 'required' }
    : cents < 0
      ? { code: 'too_small', limit: 0 }
      : cents > maxCents
        ? { code: 'too_great', limit: maxCents / 100 }
        : undefined

export const optionFaults = (option: Omit<Option, 'id'>, type: RegistrationType): ValueFaults => ({
  name: check(option.name, required, longest(optionLimits.name)),
  description: check(option.description, longest(optionLimits.description)),
  priceInCents: priceFaultOf(option.priceInCents),
  places: check(option.places, atLeast(1), atMost(optionLimits.places)),
  eventIds: eventsFault(option.eventIds, type),
})

function eventsFault(eventIds: readonly string[], type: RegistrationType): ValueFault | undefined {
  if (type === 'EVENT' && eventIds.length === 0) return { code: 'no_event', limit: 1 }
  return eventIds.length > maxEventsPerOption ? { code: 'too_many', limit: maxEventsPerOption } : undefined
}

/** Whether another option has this name already, ignoring case and accents. */
export const isNameTaken = (options: readonly Option[], { id, name }: Pick<Option, 'id' | 'name'>): boolean =>
  options.some((each) => each.id !== id && fold(each.name) === fold(name))

/** What a family pays for a price, what is taken of it, and what the club gets. */
export type Breakdown = { paysInCents: number; takenInCents: number; getsInCents: number }
/** Undefined if the fees exceed the price. Nothing is taken of a zero price, or of a bill. */
export function breakdownOf(priceInCents: number, rate: Rate, absorbFees: boolean): Breakdown | undefined {
  if (priceInCents === 0) return { paysInCents: 0, takenInCents: 0, getsInCents: 0 }
  if (priceInCents < amountAtRate(priceInCents, rate)) return undefined
  const paysInCents = absorbFees ? priceInCents : grossOf(priceInCents, rate)
  if (paysInCents === undefined) return undefined
  const takenInCents = amountAtRate(paysInCents, rate)
  return { paysInCents, takenInCents, getsInCents: paysInCents - takenInCents }
}

/** Whether the fees of an online payment would exceed the price. */
export const isBelowFee = (priceInCents: number, rate: Rate, absorbFees: boolean): boolean =>
  breakdownOf(priceInCents, rate, absorbFees) === undefined

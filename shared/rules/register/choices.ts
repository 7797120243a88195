import type { ValueFault, ValueFaults } from '../faults.ts'
import type { AddOn } from '../registrations/addOns.ts'
import type { Option } from '../registrations/options.ts'
import { firstQuestions, type Question } from '../registrations/questions.ts'
import type { RegistrationType } from '../registrations/registration.ts'
import type { ChosenItem } from './price.ts'

/** A quantity of an add-on, and if it has kinds, the kind of each. */
export type PickedAddOn = { addOnId: string; quantity: number; kindIds: readonly string[] }
export type Selection = { optionIds: readonly string[]; addOns: readonly PickedAddOn[] }

type SentAddOn = {
  addOnId: string
  quantity: number
  registrationPlayerAddOnFormContentList: { addOnOptionId: string }[]
}
/** Add-ons in the contract's form, and back. */
export const sentAddOns = (addOns: readonly PickedAddOn[]): SentAddOn[] =>
  addOns.map(({ addOnId, quantity, kindIds }) => ({
    addOnId,
    quantity,
    registrationPlayerAddOnFormContentList: kindIds.map((addOnOptionId) => ({ addOnOptionId })),
  }))
export const pickedAddOns = (addOns: readonly SentAddOn[]) =>
  addOns.map(({ addOnId, quantity, registrationPlayerAddOnFormContentList: kinds }) => ({
    addOnId,
    quantity,
    kindIds: kinds.map(({ addOnOptionId }) => addOnOptionId),
  }))

type Kind = { id: string; name: string; priceInCents: number }
/** What can be chosen: as stored by the club, or as shown to a family. */
export type Offer = {
  registrationType: RegistrationType
  options: readonly Pick<Option, 'id' | 'name' | 'priceInCents'>[]
  addOns: readonly (Pick<
    AddOn,
    'id' | 'addOnName' | 'priceInCents' | 'customerMustPurchaseAtLeast' | 'customerCanNotPurchaseMoreThan'
  > & { addOns: readonly Kind[] })[]
}

/** The questions that are asked: adds those for the player's name if a club has removed them. */
export function withNames(questions: readonly Question[]): Question[] {
  const missingQuestions = firstQuestions.filter(
    ({ standardLabel }) => !questions.some((question) => question.standardLabel === standardLabel),
  )
  return [...missingQuestions, ...questions]
}

/**
 * The faults of a choice: `optionIds`, `addOns.<id>`. A team registration takes one option, an event registration one or more.
 */
export function choiceFaults({ registrationType, options, addOns }: Offer, selection: Selection): ValueFaults {
  const knownIds = new Set(options.map(({ id }) => id))
  const uniqueIds = new Set(selection.optionIds)
  const isValid =
    selection.optionIds.every((id) => knownIds.has(id)) &&
    uniqueIds.size === selection.optionIds.length &&
    (options.length === 0 || uniqueIds.size > 0) &&
    (registrationType === 'EVENT' || uniqueIds.size <= 1)
  const offeredIds = new Set(addOns.map(({ id }) => id))
  const unknownAddOns = selection.addOns.filter(({ addOnId }) => !offeredIds.has(addOnId))
  return {
    optionIds: isValid ? undefined : { code: 'select_one' },
    ...Object.fromEntries(
      unknownAddOns.map(({ addOnId }) => [`addOns.${addOnId}`, { code: 'invalid' } satisfies ValueFault]),
    ),
    ...Object.fromEntries(addOns.map((addOn) => [`addOns.${addOn.id}`, addOnFault(addOn, selection)])),
  }
}

function addOnFault(addOn: Offer['addOns'][number], selection: Selection): ValueFault | undefined {
  const { id, addOns: kinds, customerMustPurchaseAtLeast: min, customerCanNotPurchaseMoreThan: max } = addOn
  const [pickedAddOn, ...duplicates] = selection.addOns.filter(({ addOnId }) => addOnId === id)
  const { quantity = 0, kindIds = [] } = pickedAddOn ?? {}
  if (duplicates.length > 0) return { code: 'invalid' }
  if (quantity < min) return { code: 'too_few', limit: min }
  if (max !== null && quantity > max) return { code: 'too_many', limit: max }
  const isValid =
    kinds.length === 0
      ? kindIds.length === 0
      : kindIds.length === quantity && kindIds.every((kindId) => kinds.some((kind) => kind.id === kindId))
  return isValid ? undefined : { code: 'select_one' }
}

/** What was chosen, with current prices; what is no longer offered is left out. */
export function chosenItems({ options, addOns }: Offer, selection: Selection): ChosenItem[] {
  const chosenOptions = selection.optionIds.flatMap((id) => {
    const option = options.find((each) => each.id === id)
    return option ? [{ name: option.name, quantity: 1, priceInCents: option.priceInCents, isOption: true }] : []
  })
  const chosenAddOns = selection.addOns.flatMap(({ addOnId, quantity, kindIds }) => {
    const addOn = addOns.find((each) => each.id === addOnId)
    if (!addOn || quantity === 0) return []
    const { addOnName: name, priceInCents } = addOn
    if (addOn.addOns.length === 0) return [{ name, quantity, priceInCents, isOption: false }]
    return addOn.addOns.flatMap((kind) => {
      const count = kindIds.filter((id) => id === kind.id).length
      return count === 0
        ? []
        : [{ name: `${name}, ${kind.name}`, quantity: count, priceInCents: kind.priceInCents, isOption: false }]
    })
  })
  return [...chosenOptions, ...chosenAddOns]
}

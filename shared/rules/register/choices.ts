import type { ValueFault, ValueFaults } from '../faults.ts'
import type { AddOn } from '../registrations/addOns.ts'
import type { Option } from '../registrations/options.ts'
import { firstQuestions, type Question } from '../registrations/questions.ts'
import type { RegistrationType } from '../registrations/registration.ts'
import type { Chosen } from './price.ts'

/** A quantity of an add-on, and if it has kinds, the kind of each. */
export type PickedAddOn = { addOnId: string; quantity: number; kindIds: readonly string[] }
export type Picked = { optionIds: readonly string[]; addOns: readonly PickedAddOn[] }

type SentAddOn = {
  addOnId: string
  quantity: number
  registrationPlayerAddOnFormContentList: { addOnOptionId: string }[]
}
/** Add-ons in the contract's form, and back. */
export const sentAddOns = (picked: readonly PickedAddOn[]): SentAddOn[] =>
  picked.map(({ addOnId, quantity, kindIds }) => ({
    addOnId,
    quantity,
    registrationPlayerAddOnFormContentList: kindIds.map((addOnOptionId) => ({ addOnOptionId })),
  }))
export const pickedAddOns = (sent: readonly SentAddOn[]) =>
  sent.map(({ addOnId, quantity, registrationPlayerAddOnFormContentList: kinds }) => ({
    addOnId,
    quantity,
    kindIds: kinds.map(({ addOnOptionId }) => addOnOptionId),
  }))

type Kind = { id: string; name: string; priceInCents: number }
/** What can be chosen: as stored by the club, or as shown to a family. */
export type Offered = {
  registrationType: RegistrationType
  options: readonly Pick<Option, 'id' | 'name' | 'priceInCents'>[]
  addOns: readonly (Pick<
    AddOn,
    'id' | 'addOnName' | 'priceInCents' | 'customerMustPurchaseAtLeast' | 'customerCanNotPurchaseMoreThan'
  > & { addOns: readonly Kind[] })[]
}

/** The questions that are asked: adds those for the player's name if a club has removed them. */
export function withNames(questions: readonly Question[]): Question[] {
  const lacking = firstQuestions.filter(
    ({ standardLabel }) => !questions.some((question) => question.standardLabel === standardLabel),
  )
  return [...lacking, ...questions]
}

/**
 * The faults of a choice: `optionIds`, `addOns.<id>`. A team registration takes one option, an event registration one or more.
 */
export function choiceFaults({ registrationType, options, addOns }: Offered, picked: Picked): ValueFaults {
  const known = new Set(options.map(({ id }) => id))
  const once = new Set(picked.optionIds)
  const isRight =
    picked.optionIds.every((id) => known.has(id)) &&
    once.size === picked.optionIds.length &&
    (options.length === 0 || once.size > 0) &&
    (registrationType === 'EVENT' || once.size <= 1)
  const offered = new Set(addOns.map(({ id }) => id))
  const strange = picked.addOns.filter(({ addOnId }) => !offered.has(addOnId))
  return {
    optionIds: isRight ? undefined : { code: 'select_one' },
    ...Object.fromEntries(
      strange.map(({ addOnId }) => [`addOns.${addOnId}`, { code: 'invalid' } satisfies ValueFault]),
    ),
    ...Object.fromEntries(addOns.map((addOn) => [`addOns.${addOn.id}`, addOnFault(addOn, picked)])),
  }
}

function addOnFault(addOn: Offered['addOns'][number], picked: Picked): ValueFault | undefined {
  const { id, addOns: kinds, customerMustPurchaseAtLeast: min, customerCanNotPurchaseMoreThan: max } = addOn
  const [found, ...more] = picked.addOns.filter(({ addOnId }) => addOnId === id)
  const { quantity = 0, kindIds = [] } = found ?? {}
  if (more.length > 0) return { code: 'invalid' }
  if (quantity < min) return { code: 'too_few', limit: min }
  if (max !== null && quantity > max) return { code: 'too_many', limit: max }
  const isRight =
    kinds.length === 0
      ? kindIds.length === 0
      : kindIds.length === quantity && kindIds.every((kindId) => kinds.some((kind) => kind.id === kindId))
  return isRight ? undefined : { code: 'select_one' }
}

/** What was chosen, with current prices; what is no longer offered is left out. */
export function chosenOf({ options, addOns }: Offered, picked: Picked): Chosen[] {
  const ofOptions = picked.optionIds.flatMap((id) => {
    const option = options.find((each) => each.id === id)
    return option ? [{ name: option.name, quantity: 1, priceInCents: option.priceInCents, isOption: true }] : []
  })
  const ofAddOns = picked.addOns.flatMap(({ addOnId, quantity, kindIds }) => {
    const addOn = addOns.find((each) => each.id === addOnId)
    if (!addOn || quantity === 0) return []
    const { addOnName: name, priceInCents } = addOn
    if (addOn.addOns.length === 0) return [{ name, quantity, priceInCents, isOption: false }]
    return addOn.addOns.flatMap((kind) => {
      const many = kindIds.filter((id) => id === kind.id).length
      return many === 0
        ? []
        : [{ name: `${name}, ${kind.name}`, quantity: many, priceInCents: kind.priceInCents, isOption: false }]
    })
  })
  return [...ofOptions, ...ofAddOns]
}

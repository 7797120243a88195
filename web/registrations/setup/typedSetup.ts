import { dayIn } from '#shared/rules/days.ts'
import type { ValueFaults } from '#shared/rules/faults.ts'
import type { draftFaults, Setup, setupFaults } from '#shared/rules/registrations/registration.ts'
import { changedFields } from '../../kit/form/equality.ts'
import type { Details } from '../answers.ts'

/** The setup form's values; the dates are set in the launch step. */
export type Typed = Pick<
  Setup,
  'name' | 'description' | 'places' | 'waitingList' | 'depositInCents' | 'isInviteOnly' | 'acceptBills'
> & {
  /** Who pays the processing fees. */
  bears: 'family' | 'club' | ''
  sibling: number | null
  early: number | null
  earlyUntil: string
}

export const typedOf = (setup: Setup): Typed => ({
  name: setup.name,
  description: setup.description,
  places: setup.places,
  waitingList: setup.waitingList,
  depositInCents: setup.depositInCents,
  isInviteOnly: setup.isInviteOnly,
  acceptBills: setup.acceptBills,
  bears: setup.absorbFees ? 'club' : 'family',
  sibling: setup.siblingDiscount?.percent ?? null,
  early: setup.earlyBird?.percent ?? null,
  earlyUntil: setup.earlyBird?.until ?? '',
})

/** The current setup with the changes made in this form; the other fields may have been changed by others since. */
export const typedUpon = (stands: Details, begun: Details, typed: Typed): Typed => ({
  ...typedOf(stands.setup),
  ...changedFields(typedOf(begun.setup), typed),
})

/** The values as saved, on top of the current setup. */
export function setupOf({ bears, sibling, early, earlyUntil, ...typed }: Typed, stands: Setup): Setup {
  const isEarly = early !== null || earlyUntil !== ''
  return {
    ...stands,
    ...typed,
    absorbFees: bears === 'club',
    siblingDiscount: sibling === null ? null : { percent: sibling },
    earlyBird: isEarly ? { percent: early ?? 0, until: earlyUntil } : null,
  }
}

/** Numbers that limit families or are prices. */
const numbers = ['places', 'depositInCents', 'sibling', 'early'] as const
export type NumberName = (typeof numbers)[number]

/** Those that differ from a setup that families can already see. */
const seenIn = (typed: Typed, { setup, registrationStatus }: Details) => {
  const stands = typedOf(setup)
  return registrationStatus === 'DRAFT' ? [] : numbers.filter((name) => typed[name] !== stands[name])
}

/**
 * Numbers that families already see and that were emptied. They may be about to be retyped, so only the Save button saves
 * them.
 */
export const emptiedIn = (typed: Typed, details: Details): NumberName[] =>
  seenIn(typed, details).filter((name) => typed[name] === null)

/** Numbers whose field still has the focus: they may be half typed, so they are saved on blur or by the Save button. */
export const unfinishedIn = (typed: Typed, details: Details, left: ReadonlySet<NumberName>): NumberName[] =>
  seenIn(typed, details).filter((name) => !left.has(name))

/** Form field names for the paths in rules and contract. */
export const sentAs = {
  'siblingDiscount.percent': 'sibling',
  'earlyBird.percent': 'early',
  'earlyBird.until': 'earlyUntil',
  absorbFees: 'bears',
} as const

type About = { details: Details; now: string }

/** Faults of the values, by the rules for drafts or for complete setups. */
export function faultsOf(typed: Typed, about: About, rule: typeof setupFaults | typeof draftFaults): ValueFaults {
  const { details, now } = about
  const today = dayIn(now, details.organization.timezone)
  const found = rule(setupOf(typed, details.setup), { today, stands: details.setup })
  return Object.fromEntries(
    Object.entries(found).map(([path, fault]) => [(sentAs as Record<string, string>)[path] ?? path, fault]),
  )
}

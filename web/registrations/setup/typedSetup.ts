import { dayIn } from '#shared/rules/days.ts'
import type { ValueFaults } from '#shared/rules/faults.ts'
import type { draftFaults, Setup, setupFaults } from '#shared/rules/registrations/registration.ts'
import { changedFrom } from '../../kit/form/same.ts'
import type { Details } from '../answers.ts'

/** The setup as it is typed; its dates are chosen where it is launched. */
export type Typed = Pick<
  Setup,
  'name' | 'description' | 'places' | 'waitingList' | 'depositInCents' | 'isInviteOnly' | 'acceptBills'
> & {
  /** Who bears what is taken of a payment. */
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

/** What stands by now, with what was changed in the form against what it was typed upon: the rest may be somebody else's since. */
export const typedUpon = (stands: Details, begun: Details, typed: Typed): Typed => ({
  ...typedOf(stands.setup),
  ...changedFrom(typedOf(begun.setup), typed),
})

/** As it is saved, upon what stands. */
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

/** What limits families, or is a price of theirs. */
const numbers = ['places', 'depositInCents', 'sibling', 'early'] as const
export type NumberName = (typeof numbers)[number]

/** Those that differ from what stands, where families see that already. */
const seenIn = (typed: Typed, { setup, registrationStatus }: Details) => {
  const stands = typedOf(setup)
  return registrationStatus === 'DRAFT' ? [] : numbers.filter((name) => typed[name] !== stands[name])
}

/** Where families see it already: numbers that stand and are emptied. They may be about to be typed anew, so they count by Save alone. */
export const emptiedIn = (typed: Typed, details: Details): NumberName[] =>
  seenIn(typed, details).filter((name) => typed[name] === null)

/** Those whose field has not been left since: they may be half of what is meant, so they count once it is, or by Save. */
export const unfinishedIn = (typed: Typed, details: Details, left: ReadonlySet<NumberName>): NumberName[] =>
  seenIn(typed, details).filter((name) => !left.has(name))

/** What fields of the form are called by the rules and the contract. */
export const sentAs = {
  'siblingDiscount.percent': 'sibling',
  'earlyBird.percent': 'early',
  'earlyBird.until': 'earlyUntil',
  absorbFees: 'bears',
} as const

type About = { details: Details; now: string }

/** What is wrong with what is typed: with a draft, or with what is to be complete. */
export function faultsOf(typed: Typed, about: About, rule: typeof setupFaults | typeof draftFaults): ValueFaults {
  const { details, now } = about
  const today = dayIn(now, details.organization.timezone)
  const found = rule(setupOf(typed, details.setup), { today, stands: details.setup })
  return Object.fromEntries(
    Object.entries(found).map(([path, fault]) => [(sentAs as Record<string, string>)[path] ?? path, fault]),
  )
}

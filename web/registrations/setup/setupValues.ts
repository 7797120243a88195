import { dayIn } from '#shared/rules/days.ts'
import type { ValueFaults } from '#shared/rules/faults.ts'
import type { draftFaults, Setup, setupFaults } from '#shared/rules/registrations/registration.ts'
import { changedFields } from '../../kit/form/equality.ts'
import type { Details } from '../answers.ts'

/** The setup form's values; the dates are set in the launch step. */
export type SetupValues = Pick<
  Setup,
  'name' | 'description' | 'places' | 'waitingList' | 'depositInCents' | 'isInviteOnly' | 'acceptBills'
> & {
  /** Who pays the processing fees. */
  bears: 'family' | 'club' | ''
  sibling: number | null
  early: number | null
  earlyUntil: string
}

export const toSetupValues = (setup: Setup): SetupValues => ({
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
export const applyChanges = (currentSetup: Details, loaded: Details, values: SetupValues): SetupValues => ({
  ...toSetupValues(currentSetup.setup),
  ...changedFields(toSetupValues(loaded.setup), values),
})

/** The values as saved, on top of the current setup. */
export function toSetup({ bears, sibling, early, earlyUntil, ...values }: SetupValues, currentSetup: Setup): Setup {
  const isEarly = early !== null || earlyUntil !== ''
  return {
    ...currentSetup,
    ...values,
    absorbFees: bears === 'club',
    siblingDiscount: sibling === null ? null : { percent: sibling },
    earlyBird: isEarly ? { percent: early ?? 0, until: earlyUntil } : null,
  }
}

/** Numbers that limit families or are prices. */
const numberNames = ['places', 'depositInCents', 'sibling', 'early'] as const
export type NumberName = (typeof numberNames)[number]

/** Those that differ from a setup that families can already see. */
const findVisibleChanges = (values: SetupValues, { setup, registrationStatus }: Details) => {
  const currentSetup = toSetupValues(setup)
  return registrationStatus === 'DRAFT' ? [] : numberNames.filter((name) => values[name] !== currentSetup[name])
}

/**
 * Numbers that families already see and that were emptied. They may be about to be retyped, so only the Save button saves
 * them.
 */
export const findEmptied = (values: SetupValues, details: Details): NumberName[] =>
  findVisibleChanges(values, details).filter((name) => values[name] === null)

/** Numbers whose field still has the focus: they may be half typed, so they are saved on blur or by the Save button. */
export const findUnfinished = (
  values: SetupValues,
  details: Details,
  leftFields: ReadonlySet<NumberName>,
): NumberName[] => findVisibleChanges(values, details).filter((name) => !leftFields.has(name))

/** Form field names for the paths in rules and contract. */
export const sentAs = {
  'siblingDiscount.percent': 'sibling',
  'earlyBird.percent': 'early',
  'earlyBird.until': 'earlyUntil',
  absorbFees: 'bears',
} as const

type FaultContext = { details: Details; now: string }

/** Faults of the values, by the rules for drafts or for complete setups. */
export function findFaults(
  values: SetupValues,
  context: FaultContext,
  rule: typeof setupFaults | typeof draftFaults,
): ValueFaults {
  const { details, now } = context
  const today = dayIn(now, details.organization.timezone)
  const faults = rule(toSetup(values, details.setup), { today, savedSetup: details.setup })
  return Object.fromEntries(
    Object.entries(faults).map(([path, fault]) => [(sentAs as Record<string, string>)[path] ?? path, fault]),
  )
}

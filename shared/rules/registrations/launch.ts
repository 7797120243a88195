import type { ValueFault, ValueFaults } from '../faults.ts'
import type { Rate } from '../money.ts'
import { type AddOn, addOnFaults } from './addOns.ts'
import { type Installments, installmentsFaults } from './installments.ts'
import { isBelowFee, type Option, optionFaults } from './options.ts'
import { type Question, questionsFaults } from './questions.ts'
import { type RegistrationType, type Setup, setupFaults } from './registration.ts'

/** The steps of the registration builder, in order. */
export const builderSteps = [
  'setup',
  'tags',
  'promo-codes',
  'installments',
  'add-ons',
  'invitations',
  'notifications',
  'launch',
  'track',
] as const
export type BuilderStep = (typeof builderSteps)[number]

type BuiltRegistration = {
  setup: Setup
  registrationType: RegistrationType
  mainPaymentAccountId: string | null
  questions: readonly Question[]
  options: readonly Option[]
  addOns: readonly AddOn[]
  installments: Installments
  /** What is taken of a payment. */
  rate: Rate
}

export type Missing = { step: BuilderStep; at: string; fault: ValueFault }

const missingFrom = (step: BuilderStep, faults: ValueFaults, prefix = ''): Missing[] =>
  Object.entries(faults).flatMap(([at, fault]) => (fault ? [{ step, at: prefix + at, fault }] : []))

/** Everything that keeps a registration from being launched, in the order of the steps. */
export function launchFaults(
  registration: BuiltRegistration,
  at: { today: string; time?: string; savedSetup?: Setup },
): Missing[] {
  const { setup, registrationType, questions, options, addOns, installments } = registration
  return [
    ...missingFrom('setup', setupFaults(setup, at)),
    ...missingFrom('setup', questionsFaults(questions)),
    ...(options.length === 0 ? missingFrom('setup', { options: { code: 'no_option', limit: 1 } }) : []),
    ...options.flatMap((option, i) => missingFrom('setup', optionFaults(option, registrationType), `options.${i}.`)),
    ...options.flatMap((option, i) => missingFrom('setup', feeFaults(option, registration), `options.${i}.`)),
    ...missingFrom('setup', paymentFaults(registration)),
    ...missingFrom('installments', installmentsFaults(installments)),
    ...addOns.flatMap((addOn, i) => missingFrom('add-ons', addOnFaults(addOn), `addOns.${i}.`)),
  ]
}

/** The fees taken of a price that is paid online must not exceed it. */
const feeFaults = ({ priceInCents }: Option, { setup, rate }: BuiltRegistration): ValueFaults =>
  setup.acceptPayments && isBelowFee(priceInCents, rate, setup.absorbFees)
    ? { priceInCents: { code: 'price_below_fee' } }
    : {}

/** Whether anything of a registration has a price. */
export function hasPrice({
  options = [],
  addOns = [],
}: Partial<Pick<BuiltRegistration, 'options' | 'addOns'>>): boolean {
  const sold = addOns.flatMap((addOn): readonly { priceInCents: number }[] =>
    addOn.addOns.length > 0 ? addOn.addOns : [addOn],
  )
  return [...options, ...sold].some(({ priceInCents }) => priceInCents > 0)
}
/** Whether families have a way to pay: online, or when billed. */
export const hasWayToPay = ({ acceptPayments, acceptBills }: Pick<Setup, 'acceptPayments' | 'acceptBills'>): boolean =>
  acceptPayments || acceptBills

/** A registration with prices needs a way to pay. */
function paymentFaults({ setup, options, addOns, mainPaymentAccountId }: BuiltRegistration): ValueFaults {
  if (setup.acceptPayments && mainPaymentAccountId === null)
    return { mainPaymentAccountId: { code: 'no_payment_account' } }
  return hasPrice({ options, addOns }) && !hasWayToPay(setup) ? { acceptPayments: { code: 'no_payment' } } : {}
}

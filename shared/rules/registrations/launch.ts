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

/** A registration with prices needs a way to pay. */
function paymentFaults({ setup, options, addOns, mainPaymentAccountId }: BuiltRegistration): ValueFaults {
  const prices = [
    ...options.map(({ priceInCents }) => priceInCents),
    ...addOns.flatMap((addOn) =>
      addOn.addOns.length > 0 ? addOn.addOns.map(({ priceInCents }) => priceInCents) : [addOn.priceInCents],
    ),
  ]
  const { acceptPayments, acceptBills } = setup
  if (acceptPayments && mainPaymentAccountId === null) return { mainPaymentAccountId: { code: 'no_payment_account' } }
  return prices.some((price) => price > 0) && !acceptPayments && !acceptBills
    ? { acceptPayments: { code: 'no_payment' } }
    : {}
}

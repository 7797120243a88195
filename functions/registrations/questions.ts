import type { registrations as contract } from '#shared/api/registrations.ts'
import { Problem } from '#shared/problems.ts'
import { addRates, type Rate } from '#shared/rules/money.ts'
import { breakdownOf } from '#shared/rules/registrations/options.ts'
import { asStored, questionsFaults } from '#shared/rules/registrations/questions.ts'
import { refuseFaults } from '../http/refuseFaults.ts'
import type { CallOf } from '../serve.ts'
import { type Organization, platformRate } from '../table/organizations.ts'
import { paymentAccounts } from '../table/paymentAccounts.ts'
import { type Registration, registrationQuestions } from '../table/registrations.ts'
import { update } from '../table/table.ts'
import { registrationOf } from './registrationOf.ts'

type Api = typeof contract

export async function saveQuestions({
  params: { registrationId },
  body: { questions: submitted, questionsRevision },
  stamp,
}: CallOf<Api, 'PUT /rest-api/registration/questions/{registrationId}'>) {
  await registrationOf(registrationId)
  const questions = submitted.map(asStored)
  refuseFaults(questionsFaults(questions))
  const updated = await update(
    stamp,
    registrationQuestions.change(
      { registrationId },
      { set: { questions }, when: [['version', '=', questionsRevision]] },
    ),
  )
  return { questions: updated.questions, questionsRevision: updated.version }
}

/** The fees of Touchline and of the provider on a payment; none without a payment account. */
export async function rateOf(club: Organization, { mainPaymentAccountId }: Registration): Promise<Rate> {
  const platformRates = platformRate(club)
  const account =
    mainPaymentAccountId === null ? undefined : await paymentAccounts.get({ paymentAccountId: mainPaymentAccountId })
  return account ? addRates(platformRates, account) : platformRates
}

export async function calculatePrice({
  params: { registrationId },
  body: { priceInCents, absorbFees },
}: CallOf<Api, 'POST /rest-api/registration/price/{registrationId}'>) {
  const { registration, club } = await registrationOf(registrationId)
  const breakdown = breakdownOf(priceInCents, await rateOf(club, registration), absorbFees)
  if (!breakdown) throw new Problem('REGISTRATION_PRICE_LOWER_THAN_REGISTRATION_FEE')
  return { priceInCents, ...breakdown }
}

import type { registrations as contract } from '#shared/api/registrations.ts'
import { evenPlan, installmentsFaults, partsOf } from '#shared/rules/registrations/installments.ts'
import { refuseFaults } from '../refuseFaults.ts'
import type { CallOf } from '../serve.ts'
import { registrationInstallments, registrationOptions } from '../table/registrations.ts'
import { update } from '../table/table.ts'
import { registrationOf } from './registrationOf.ts'

type Api = typeof contract

export async function readInstallments({
  params: { registrationId },
}: CallOf<Api, 'GET /rest-api/registration/installments/{registrationId}'>) {
  const [, kept] = await Promise.all([
    registrationOf(registrationId),
    registrationInstallments.get({ registrationId }, { consistent: true }),
  ])
  return { paymentPlanEnabled: kept?.paymentPlanEnabled ?? false, items: kept?.items ?? [] }
}

/** They are saved as a whole: whoever saves last has seen all of it. */
export async function saveInstallments({
  params: { registrationId },
  body,
  stamp,
}: CallOf<Api, 'POST /rest-api/registration/installments/{registrationId}'>) {
  await registrationOf(registrationId)
  refuseFaults(installmentsFaults(body))
  const { paymentPlanEnabled, items } = await update(
    stamp,
    registrationInstallments.upsert({ registrationId }, { set: body }),
  )
  return { paymentPlanEnabled, items }
}

export async function calculateInstallments({
  params: { registrationId },
  body: { items: sent = [], equal },
}: CallOf<Api, 'POST /rest-api/registration/installments/{registrationId}/calculate'>) {
  const [, kept] = await Promise.all([
    registrationOf(registrationId),
    registrationOptions.get({ registrationId }, { consistent: true }),
  ])
  const items = equal ? evenPlan(equal.count, equal.firstDue) : sent
  return {
    items,
    options: (kept?.options ?? []).map(({ id, name, priceInCents }) => ({
      id,
      name,
      priceInCents,
      parts: partsOf(priceInCents, items),
    })),
  }
}

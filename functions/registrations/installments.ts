import { latestDay } from '#shared/api/fields.ts'
import type { registrations as contract } from '#shared/api/registrations.ts'
import { evenPlan, installmentsFaults, type Installments, partsOf } from '#shared/rules/registrations/installments.ts'
import { refuseFaults } from '../http/refuseFaults.ts'
import type { CallOf } from '../serve.ts'
import { registrationInstallments, registrationOptions } from '../table/registrations.ts'
import { update } from '../table/table.ts'
import type { Stored } from '../table/writes.ts'
import { registrationOf } from './registrationOf.ts'

type Api = typeof contract

export async function readInstallments({
  params: { registrationId },
}: CallOf<Api, 'GET /rest-api/registration/installments/{registrationId}'>) {
  const [, stored] = await Promise.all([
    registrationOf(registrationId),
    registrationInstallments.get({ registrationId }, { consistent: true }),
  ])
  return installmentsCard(stored)
}

const installmentsCard = (stored: Stored<Installments> | undefined) => ({
  paymentPlanEnabled: stored?.paymentPlanEnabled ?? false,
  items: stored?.items ?? [],
  revision: stored?.version ?? 0,
})

/** Saves all instalments as a whole. Throws `conflict` if they have changed since the caller read them. */
export async function saveInstallments({
  params: { registrationId },
  body: { revision, ...body },
  stamp,
}: CallOf<Api, 'POST /rest-api/registration/installments/{registrationId}'>) {
  await registrationOf(registrationId)
  refuseFaults(installmentsFaults(body))
  const when = [['version', '=', revision]] as const
  return installmentsCard(await update(stamp, registrationInstallments.upsert({ registrationId }, { set: body, when })))
}

export async function calculateInstallments({
  params: { registrationId },
  body: { items: submittedItems = [], equal },
}: CallOf<Api, 'POST /rest-api/registration/installments/{registrationId}/calculate'>) {
  const [, stored] = await Promise.all([
    registrationOf(registrationId),
    registrationOptions.get({ registrationId }, { consistent: true }),
  ])
  const items = equal ? evenPlan(equal.count, equal.firstDue) : submittedItems
  refuseFaults({ 'equal.firstDue': (items.at(-1)?.dueDate ?? '') > latestDay ? { code: 'invalid' } : undefined })
  return {
    items,
    options: (stored?.options ?? []).map(({ id, name, priceInCents }) => ({
      id,
      name,
      priceInCents,
      parts: partsOf(priceInCents, items),
    })),
  }
}

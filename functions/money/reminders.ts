import type { money } from '#shared/api/money.ts'
import type { CallOf } from '../serve.ts'
import { feeReminders } from '../table/feeReminders.ts'
import { update } from '../table/table.ts'

/** On which days the club sends reminders of fees. */
export async function readReminders({
  params: { orgId: organizationId },
}: CallOf<typeof money, 'GET /rest-api/fee/reminders/{orgId}'>) {
  const found = await feeReminders.get({ organizationId }, { consistent: true })
  return { days: found?.days ?? [] }
}

/** Sets these days; an empty list switches the reminders off. */
export async function changeReminders({
  params: { orgId: organizationId },
  body,
  stamp,
}: CallOf<typeof money, 'PUT /rest-api/fee/reminders/{orgId}'>) {
  const days = [...new Set(body.days)].toSorted((a, b) => a - b)
  await update(stamp, feeReminders.upsert({ organizationId }, { set: { organizationId, days } }))
  return { days }
}

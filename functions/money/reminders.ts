import type { money } from '#shared/api/money.ts'
import type { CallOf } from '../serve.ts'
import { feeReminders } from '../table/feeReminders.ts'
import { update } from '../table/table.ts'

/** The days on which the club reminds families. */
export async function readReminders({
  params: { orgId: organizationId },
}: CallOf<typeof money, 'GET /rest-api/fee/reminders/{orgId}'>) {
  const found = await feeReminders.get({ organizationId }, { consistent: true })
  return { days: found?.days ?? [] }
}

/** Sets the days on which families are reminded; an empty list switches reminders off. */
export async function changeReminders({
  params: { orgId: organizationId },
  body,
  stamp,
}: CallOf<typeof money, 'PUT /rest-api/fee/reminders/{orgId}'>) {
  const days = [...new Set(body.days)].toSorted((a, b) => a - b)
  await update(stamp, feeReminders.upsert({ organizationId }, { set: { organizationId, days } }))
  return { days }
}

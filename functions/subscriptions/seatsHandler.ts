import { dayIn } from '#shared/rules/days.ts'
import { licences } from '../table/licences.ts'
import { seats } from '../table/subscriptions.ts'
import { update } from '../table/table.ts'
import { idIn, worker } from '../worker.ts'

/** Stores the numbers of licences and of used ones on a day on which they change, for the chart. */
export const handler = worker(async ({ pk, at }) => {
  const organizationId = idIn(pk)
  const licenceCount = await licences.get({ organizationId }, { consistent: true })
  if (!licenceCount) return 'gone'
  const { given, used } = licenceCount
  const id = { organizationId, day: dayIn(at, 'UTC') }
  await update({ actor: 'subscriptions', at }, seats.upsert(id, { set: { ...id, given, used } }))
  return 'noted'
})

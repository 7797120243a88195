import { clockTimeOf } from '#shared/rules/clockTime.ts'
import { addDays, dayIn } from '#shared/rules/days.ts'
import { startOfDay } from '#shared/rules/wallClock.ts'
import { outstandingOf } from '#shared/rules/fees.ts'
import { countFailures } from '../runtime/countFailures.ts'
import { ignore } from '../table/ignore.ts'
import { type FeeReminders, feeReminders } from '../table/feeReminders.ts'
import { fees, type ListedFee } from '../table/fees.ts'
import { organizations } from '../table/organizations.ts'
import { pages, update } from '../table/table.ts'
import { ifUnchanged, type Stamp } from '../table/writes.ts'

/** Families are reminded while the local time of their club is in this range: what one hour misses, the next one does. */
const [from, until] = ['09:00', '12:00']
/** How many fees are handled at the same time. */
const concurrency = 10

/**
 * Runs on a schedule: queues the reminders of outstanding fees, on the days that each club has chosen. At most one mail a day for each fee.
 * A fee or a club that fails does not stop the others.
 */
export const handler = async ({ time }: { time: string }): Promise<void> => {
  const stamp = { actor: 'money-remind', at: new Date(time).toISOString() }
  let failed = 0
  for await (const clubs of pages<FeeReminders>(feeReminders.all()))
    failed += await countFailures(clubs, 1, (club) => remindClub(stamp, club))
  // The others are reminded; the error raises an alarm.
  if (failed > 0) throw new Error(`not all reminders of ${failed} clubs could be queued`)
}

async function remindClub(stamp: Stamp, { organizationId, days }: FeeReminders): Promise<void> {
  if (days.length === 0) return
  const club = await organizations.get({ organizationId })
  // A club whose subscription has expired cannot change its days, so it could not stop the reminders.
  if (!club || club.limitedFunctionality) return
  const today = dayIn(stamp.at, club.timezone)
  const morning = startOfDay(today, club.timezone)
  // Uses local time: on some days nine o'clock is not nine hours after midnight.
  const time = clockTimeOf(stamp.at, club.timezone)
  if (time < from || time >= until) return
  let failed = 0
  for (const daysAfterDue of days) {
    const dueOn = addDays(today, -daysAfterDue)
    for await (const rows of pages<ListedFee>(fees.listOf(organizationId, { from: dueOn, to: dueOn }))) {
      const openFeeIds = rows.filter(isToPay).map((fee) => fees.idOf(fee))
      failed += await countFailures(openFeeIds, concurrency, (playerFeeId) => remind(stamp, playerFeeId, morning))
    }
  }
  if (failed > 0) throw new Error(`${failed} reminders could not be queued`)
}

/** Not for a payment on its way: nothing needs to be done, and the family is told if it fails. */
const isToPay = (fee: Omit<ListedFee, 'type'>): boolean => outstandingOf(fee) > 0 && fee.status !== 'coming'

/** Does nothing if the family was told today. */
async function remind(stamp: Stamp, playerFeeId: string, morning: string): Promise<void> {
  const fee = await fees.get({ playerFeeId }, { consistent: true })
  if (!fee || !isToPay(fee) || (fee.toldAt ?? '') >= new Date(morning).toISOString()) return
  const set = { mail: 'wanted', toldAt: stamp.at } as const
  const queued = update(stamp, fees.change({ playerFeeId }, { set, when: ifUnchanged(fee) }))
  // The fee has just changed; the next hour checks it again.
  await queued.catch(ignore('conflict'))
}

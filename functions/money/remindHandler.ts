import { clockTimeOf } from '#shared/rules/clockTime.ts'
import { addDays, dayIn } from '#shared/rules/days.ts'
import { startOfDay } from '#shared/rules/wallClock.ts'
import { outstandingOf } from '#shared/rules/fees.ts'
import { ignore } from '../table/ignore.ts'
import { chunks } from '../table/chunks.ts'
import { type FeeReminders, feeReminders } from '../table/feeReminders.ts'
import { fees, type ListedFee } from '../table/fees.ts'
import { organizations } from '../table/organizations.ts'
import { pages, update } from '../table/table.ts'
import { ifUnchanged, type Stamp } from '../table/writes.ts'

/** Families are reminded while the clocks of their club show these hours: what an hour has missed, the next one makes up. */
const [from, until] = ['09:00', '12:00']
/** How many fees are handled at the same time. */
const concurrency = 10

/**
 * Runs on a schedule: queues the reminders of outstanding fees, on the days that each club has chosen. At most one mail a day for each fee.
 */
export const handler = async ({ time }: { time: string }): Promise<void> => {
  const now = new Date(time).toISOString()
  for await (const clubs of pages<FeeReminders>(feeReminders.all()))
    for (const { organizationId, days } of clubs)
      await remindClub({ actor: 'money-remind', at: now }, organizationId, days)
}

async function remindClub(stamp: Stamp, organizationId: string, days: readonly number[]): Promise<void> {
  if (days.length === 0) return
  const club = await organizations.get({ organizationId })
  // While its subscription has ended a club can change its days no more, and could not stop it.
  if (!club || club.limitedFunctionality) return
  const today = dayIn(stamp.at, club.timezone)
  const morning = startOfDay(today, club.timezone)
  // Not every day is nine hours old at nine.
  const time = clockTimeOf(stamp.at, club.timezone)
  if (time < from || time >= until) return
  for (const after of days) {
    const dueOn = addDays(today, -after)
    for await (const rows of pages<ListedFee>(fees.listOf(organizationId, { from: dueOn, to: dueOn }))) {
      const open = rows.filter(isToPay).map((fee) => fees.idOf(fee))
      for (const some of chunks(open, concurrency))
        await Promise.all(some.map((playerFeeId) => remind(stamp, playerFeeId, morning)))
    }
  }
}

/** What is on its way from a bank is not: there is nothing to do for it, and should it not come, the family is told then. */
const isToPay = (fee: Omit<ListedFee, 'type'>): boolean => outstandingOf(fee) > 0 && fee.status !== 'coming'

/** Unless the family was told today already. */
async function remind(stamp: Stamp, playerFeeId: string, morning: string): Promise<void> {
  const fee = await fees.get({ playerFeeId }, { consistent: true })
  if (!fee || !isToPay(fee) || (fee.toldAt ?? '') >= new Date(morning).toISOString()) return
  const set = { mail: 'wanted', toldAt: stamp.at } as const
  const wanted = update(stamp, fees.change({ playerFeeId }, { set, when: ifUnchanged(fee) }))
  // It has changed this moment: the next hour looks again.
  await wanted.catch(ignore('conflict'))
}

import { seats, subscriptions } from '#functions/table/subscriptions.ts'
import { licences } from '#functions/table/licences.ts'
import { write } from '#functions/table/table.ts'
import type { Stamp } from '#functions/table/writes.ts'
import { addDays } from '#shared/rules/days.ts'
import { ownCard } from './cards.ts'
import type { Club } from './club.ts'

/** Days left in the trial. */
const left = 18

/**
 * A club in its trial with a card, so that it continues afterwards. The product's own worker calls the provider, as for any
 * signup. The chart shows the weeks in which teams were created.
 */
export async function seedSubscription(stamp: Stamp, club: Club, { origin, ...who }: Seeding) {
  const { organizationId } = club.organization
  const id = { organizationId }
  if (await subscriptions.get(id, { consistent: true })) return
  const card = origin === undefined ? {} : await ownCard(club, origin)
  const { given = 0, used = 0 } = (await licences.get(id, { consistent: true })) ?? {}
  const weeks = [1, 2, 4, 5, 6].map((share, week) => {
    const part = (of: number) => Math.max(1, Math.round((of * share) / 6))
    return seats.create({
      ...id,
      day: addDays(who.today, 7 * (week - 5)),
      given: part(given),
      used: Math.min(part(used), part(given)),
    })
  })
  await write(
    stamp,
    subscriptions.create({
      ...id,
      plan: 'annual',
      priceId: 'price_annual',
      teams: given,
      status: 'starting',
      attempt: 1,
      pending: 'start',
      wanted: given,
      startedBy: who.userId,
      ...card,
      trialEnd: addDays(who.today, left),
    }),
    ...weeks,
  )
}

type Seeding = { userId: string; today: string; origin: string | undefined }

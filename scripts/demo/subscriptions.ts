import { seats, subscriptions } from '#functions/table/subscriptions.ts'
import { licences } from '#functions/table/licences.ts'
import { write } from '#functions/table/table.ts'
import type { Stamp } from '#functions/table/writes.ts'
import { addDays } from '#shared/rules/days.ts'
import { ownCard } from './cards.ts'
import type { Club } from './club.ts'

/** How many days of the trial are left. */
const trialDaysLeft = 18

/**
 * A club in its trial, with a card, so that its subscription starts afterwards. The provider is called by the product’s
 * own worker, as for a sign-up while the provider is unavailable. The chart shows the weeks in which the teams were
 * opened.
 */
export async function seedSubscription(stamp: Stamp, club: Club, { origin, ...owner }: SubscriptionSeed) {
  const { organizationId } = club.organization
  const id = { organizationId }
  if (await subscriptions.get(id, { consistent: true })) return
  const card = origin === undefined ? {} : await ownCard(club, origin)
  const { given: grantedLicences = 0, used: usedLicences = 0 } = (await licences.get(id, { consistent: true })) ?? {}
  const weeks = [1, 2, 4, 5, 6].map((share, week) => {
    const part = (total: number) => Math.max(1, Math.round((total * share) / 6))
    return seats.create({
      ...id,
      day: addDays(owner.today, 7 * (week - 5)),
      given: part(grantedLicences),
      used: Math.min(part(usedLicences), part(grantedLicences)),
    })
  })
  await write(
    stamp,
    subscriptions.create({
      ...id,
      plan: 'annual',
      priceId: 'price_annual',
      teams: grantedLicences,
      status: 'starting',
      attempt: 1,
      pending: 'start',
      wanted: grantedLicences,
      startedBy: owner.userId,
      ...card,
      trialEnd: addDays(owner.today, trialDaysLeft),
    }),
    ...weeks,
  )
}

type SubscriptionSeed = { userId: string; today: string; origin: string | undefined }

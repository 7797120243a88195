import { addHours } from '#shared/rules/days.ts'
import { countFailures } from '../runtime/countFailures.ts'
import { addShare } from '../providers/billingItems.ts'
import { transferPostings } from '../table/feeBooks.ts'
import { ledger } from '../table/ledger.ts'
import type { OrganizationId } from '../table/organizations.ts'
import { type PlatformShare, platformShares, type ShareBill, shareBills } from '../table/platformShares.ts'
import { subscriptions } from '../table/subscriptions.ts'
import { pages, retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Stamp } from '../table/writes.ts'

/** Smaller sums wait for the next month, in cents. */
const minCents = 100
const concurrency = 10
/** For so long the provider surely knows the key of a request again, in hours. */
const keyHours = 20

/**
 * Runs in the last days of each month: bills our share of payments by PayPal and FluidPay with the club's next subscription invoice, once a
 * month. A club without a subscription keeps owing it.
 */
export const handler = async ({ time }: { time: string }): Promise<void> => {
  const stamp = { actor: 'subscriptions-shares', at: new Date(time).toISOString() }
  let failed = 0
  for await (const shares of pages<PlatformShare>(platformShares.all()))
    failed += await countFailures(shares, concurrency, (club) => billShare(stamp, club))
  // The others are done; the alarm tells that some are not.
  if (failed > 0) throw new Error(`${failed} shares could not be put on a bill`)
}

/** Moves the share to a pending item first, then calls Stripe with that item's idempotency key: after an interruption it continues. */
export async function billShare(stamp: Stamp, { organizationId }: OrganizationId): Promise<string> {
  const subscription = await subscriptions.get({ organizationId }, { consistent: true })
  const { customerId, subscriptionId, status } = subscription ?? {}
  const isBilled = status === 'active' || status === 'trialing' || status === 'past_due'
  if (customerId === undefined || subscriptionId === undefined || !isBilled) return 'no subscription'
  const bill = await retryOnConflict(() => claimBill(stamp, organizationId))
  if (!bill) return 'nothing to bill'
  const { month, cents, askedAt } = bill
  const key = `${organizationId}:${month}`
  const mayBeForgotten = stamp.at > addHours(askedAt, keyHours)
  const itemId = await addShare({ customerId, key, cents, month, isOld: mayBeForgotten })
  const set = { state: 'billed', itemId } as const
  await write(
    stamp,
    shareBills.change(bill, { set, when: [['state', '=', 'wanted']] }),
    ledger.book({
      organizationId,
      effect: `share-billed:${month}`,
      bookedAt: stamp.at,
      postings: transferPostings(cents, { from: 'assets:bank', to: 'liabilities:platform' }),
    }),
  )
  return 'billed'
}

/** A claimed bill that was not sent yet; otherwise what is owed now, once a month. */
async function claimBill(stamp: Stamp, organizationId: string): Promise<ShareBill | undefined> {
  const [share, bills] = await Promise.all([
    platformShares.get({ organizationId }, { consistent: true }),
    shareBills.of({ organizationId }),
  ])
  const pendingBill: Stored<ShareBill> | undefined = bills.find(({ state }) => state === 'wanted')
  if (pendingBill) return pendingBill
  const month = stamp.at.slice(0, 'YYYY-MM'.length)
  if (!share || share.cents < minCents || bills.some((bill) => bill.month === month)) return undefined
  const bill: ShareBill = { organizationId, month, cents: share.cents, state: 'wanted', askedAt: stamp.at }
  await write(
    stamp,
    shareBills.create(bill),
    platformShares.change(share, { add: { cents: -share.cents }, when: ifUnchanged(share) }),
  )
  return bill
}

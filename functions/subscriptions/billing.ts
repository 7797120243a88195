import type { subscriptions as contract } from '#shared/api/subscriptions.ts'
import { can } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { graceEndOf, isExpired, mayBill, subscriptionState } from '#shared/rules/subscriptions.ts'
import { customerOf } from '../providers/billingCustomers.ts'
import { billingOf, cardPage, deleteCard, nextBill, useSavedCard, useNewCard } from '../providers/billingPages.ts'
import type { CallOf } from '../serve.ts'
import { organizations } from '../table/organizations.ts'
import { profiles } from '../table/profiles.ts'
import { type Subscription, subscriptions } from '../table/subscriptions.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, type Stamp } from '../table/writes.ts'
import { settle } from './settle.ts'
import { subscriptionMails } from '../mail/payerMails.ts'

type Api = typeof contract
const consistent = { consistent: true }

const stateOf = (row: Subscription | undefined) => ({
  state: subscriptionState(row ? [row.status] : []),
  graceUntil: row?.graceSince ? graceEndOf(row.graceSince) : null,
})

export async function readBilling({
  params: { orgId: organizationId },
}: CallOf<Api, 'GET /rest-api/organization/billing/{orgId}'>) {
  const id = { organizationId }
  const [organization, row] = await Promise.all([organizations.get(id), subscriptions.get(id, consistent)])
  if (!organization) throw new Problem('not_found')
  const emptyBilling = { customer: null, invoices: [], paymentMethods: [], waiting: [] }
  const unpaidId = row?.status === 'unpaid' ? row.subscriptionId : undefined
  const pages = row?.customerId ? await billingOf(row.customerId, unpaidId) : emptyBilling
  return {
    ...pages,
    organization: {
      id: organizationId,
      name: organization.name,
      limitedFunctionality: organization.limitedFunctionality ?? false,
      licenseSubscriptions: row?.subscriptionId ? [row.subscriptionId] : [],
      subscriptionId: row?.subscriptionId ?? null,
    },
    ...stateOf(row),
    subscriptions: row ? [subscriptionCard(row)] : [],
  }
}

const subscriptionCard = ({
  subscriptionId,
  status,
  plan,
  priceId,
  teams,
  periodEnd,
  trialEnd,
  endsAt,
}: Subscription) => ({
  id: subscriptionId ?? null,
  status,
  plan,
  items: [{ priceId, quantity: teams }],
  currentPeriodEnd: periodEnd ?? null,
  endsAt: endsAt ?? null,
  trialEnd: status === 'trialing' || status === 'starting' ? (trialEnd ?? null) : null,
})

export async function readBillingAccess({
  params: { orgId: organizationId },
  me,
}: CallOf<Api, 'GET /rest-api/organization/billing-access/{orgId}'>) {
  const id = { organizationId }
  const [organization, row, { access }] = await Promise.all([organizations.get(id), subscriptions.get(id), me])
  const caller = { access, groups: [] }
  return {
    allowed: can(caller, mayBill, id).allowed,
    canRenew: can(caller, 'canEditBilling', id).allowed,
    ...stateOf(row),
    limitedFunctionality: organization?.limitedFunctionality ?? false,
  }
}

export async function readUpcomingInvoice({
  params: { orgId: organizationId },
}: CallOf<Api, 'GET /rest-api/payments/upcoming/invoices/{orgId}'>) {
  const row = await subscriptions.get({ organizationId }, consistent)
  const { subscriptionId, endsAt, status = 'canceled' } = row ?? {}
  const isContinuing = !isExpired(status) && endsAt === undefined
  return { invoice: isContinuing && subscriptionId !== undefined ? await nextBill(subscriptionId) : null }
}

/**
 * The club's customer at the provider, even before its first subscription. If that was refused, the id is stored here: a card
 * entered now must be found, and the provider forgets idempotency keys.
 */
const customerFor = (organizationId: string, userId: string, stamp: Stamp): Promise<string> =>
  retryOnConflict(async () => {
    const id = { organizationId }
    const [row, organization, profile] = await Promise.all([
      subscriptions.get(id, consistent),
      organizations.get(id),
      profiles.get({ userId }),
    ])
    if (!organization) throw new Problem('not_found')
    if (row?.customerId) return row.customerId
    const customerId = await customerOf({ organizationId, name: organization.name, email: profile?.email ?? '' })
    if (row) await write(stamp, subscriptions.change(id, { set: { customerId }, when: ifUnchanged(row) }))
    return customerId
  })

export async function openCardPage({
  params: { orgId },
  body: { returnPath },
  userId,
  site,
  stamp,
}: CallOf<Api, 'POST /rest-api/organization/billing/{orgId}/card'>) {
  return { url: await cardPage(await customerFor(orgId, userId, stamp), `${site}${returnPath}`) }
}

export async function payWithCard({
  params: { orgId: organizationId },
  body,
  userId,
  now,
  stamp,
}: CallOf<Api, 'POST /rest-api/organization/billing/{orgId}/card/use'>) {
  const id = { organizationId }
  const row = await subscriptions.get(id, consistent)
  const customerId = row?.customerId ?? (await customerFor(organizationId, userId, stamp))
  // An expired subscription would resume with the card and be charged at once: a user who renews is about to order something
  // else.
  const waitsForOrder = 'forOrder' in body && body.forOrder && (row === undefined || isExpired(row.status))
  const subscriptionId = waitsForOrder ? undefined : row?.subscriptionId
  const payment = { customerId, subscriptionId }
  const paymentMethodId =
    'sessionId' in body
      ? await useNewCard({ ...payment, sessionId: body.sessionId })
      : await useSavedCard({ ...payment, card: body.paymentMethodId })
  // An unpaid bill may be paid now.
  if (row) await settle(id, now)
  return { paymentMethodId }
}

export async function removeCard({
  params: { orgId: organizationId, paymentMethodId },
}: CallOf<Api, 'DELETE /rest-api/organization/billing/{orgId}/card/{paymentMethodId}'>) {
  const { customerId } = (await subscriptions.get({ organizationId }, consistent)) ?? {}
  if (customerId) await deleteCard(customerId, paymentMethodId)
  return {}
}

/**
 * Ends the subscription with its period. The wish and the mails to the payers are written before Stripe is called; after an interruption a
 * worker completes it.
 */
export const endSubscription = ({
  params: { orgId: organizationId },
  body: { ends },
  stamp,
  now,
}: CallOf<Api, 'POST /rest-api/organization/billing/{orgId}/end'>) =>
  retryOnConflict(async () => {
    const id = { organizationId }
    const row = await settle(id, now)
    if (isExpired(row.status)) throw new Problem('no_subscription')
    if ((row.endsAt !== undefined) === ends) return { endsAt: row.endsAt ?? null }
    const set = {
      pending: ends ? 'end' : 'stay',
      endsAt: ends ? row.periodEnd : undefined,
      attempt: row.attempt + 1,
    } as const
    await write(
      stamp,
      subscriptions.change(id, { set, when: ifUnchanged(row) }),
      ...(await subscriptionMails(stamp, row, ends ? 'ending' : 'staying')),
    )
    const { endsAt = null, status } = await settle(id, now)
    if (isExpired(status)) throw new Problem('no_subscription')
    return { endsAt }
  })

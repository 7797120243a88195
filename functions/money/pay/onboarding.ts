import type { pay } from '#shared/api/money/pay.ts'
import { organizationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { addHours } from '#shared/rules/days.ts'
import { disconnected } from '../../providers/provider.ts'
import { stripe } from '../../providers/stripe.ts'
import type { CallOf } from '../../serve.ts'
import { mailsToPayers } from '../../mail/payerMails.ts'
import { organizations } from '../../table/organizations.ts'
import { checkEveryHours, type PaymentAccount, paymentAccounts } from '../../table/paymentAccounts.ts'
import { profiles } from '../../table/profiles.ts'
import { retryOnConflict, update, write } from '../../table/table.ts'
import { ifUnchanged, type Stamp } from '../../table/writes.ts'
import { accountOf } from './settle.ts'

/** Creates the club's account at the provider, once: the idempotency key is our id. */
export async function createProviderAccount({
  body: { paymentAccountId },
  stamp,
  userId,
  site,
}: CallOf<typeof pay, 'POST /rest-api/fee/payment-accounts/provider-account'>) {
  const account = await stripeAccountOf(paymentAccountId)
  if (account.providerAccountId !== undefined) return { stripeAccountId: account.providerAccountId }
  const { providerAccountId } = await connectToStripe(account, userId, `${site}/`)
  await update(
    stamp,
    paymentAccounts.change(
      { paymentAccountId },
      { set: { providerAccountId, chargesEnabled: false, lookAt: addHours(stamp.at, checkEveryHours) } },
    ),
  )
  return { stripeAccountId: providerAccountId }
}

/** The URL of the provider's onboarding page. */
export async function createOnboarding({
  body: { paymentAccountId, stripeAccountId, returnPath },
  userId,
  site,
}: CallOf<typeof pay, 'POST /rest-api/fee/payment-accounts/onboarding'>) {
  const account = await stripeAccountOf(paymentAccountId)
  if (account.providerAccountId !== stripeAccountId) throw new Problem('not_found')
  const { url } = await connectToStripe(account, userId, site + returnPath)
  return { url }
}

/** An account of a provider at which clubs verify their identity. */
async function stripeAccountOf(paymentAccountId: string) {
  const account = await accountOf({ paymentAccountId })
  if (account.provider !== 'STRIPE') throw new Problem('payments_off')
  return account
}

async function connectToStripe(account: PaymentAccount, userId: string, back: string) {
  const [club, profile] = await Promise.all([
    organizations.get({ organizationId: organizationOf(account.paymentAccountId) }),
    profiles.get({ userId }),
  ])
  if (!club) throw new Problem('not_found')
  const email = profile?.email
  return stripe.connect({ account, club: club.name, back, ...(email !== undefined && { email }) })
}

/** Reads the state of the account from the provider; what the browser brings back from its pages is not trusted. */
export async function readAccountStatus({
  body: { paymentAccountId },
  stamp,
}: CallOf<typeof pay, 'POST /rest-api/fee/payment-accounts/standing'>) {
  const {
    chargesEnabled = false,
    payoutsEnabled = false,
    missing = [],
  } = await refreshAccount(stamp, { paymentAccountId })
  return { chargesEnabled, payoutsEnabled, missing: [...missing] }
}

/**
 * Reads the state of an account from the provider. When it can take payments for the first time it is switched on, unless somebody of the
 * club has switched it off by hand.
 */
export const refreshAccount = (stamp: Stamp, { paymentAccountId }: { paymentAccountId: string }) =>
  retryOnConflict(async (): Promise<PaymentAccount> => {
    const account = await stripeAccountOf(paymentAccountId)
    const { providerAccountId } = account
    if (providerAccountId === undefined) throw new Problem('payments_off')
    const status = await stripe.accountStatus(account)
    const isFirst = status.chargesEnabled && account.chargesEnabled !== true && account.decided === undefined
    const isConnected = !status.missing.includes(disconnected)
    const lookAt = isConnected ? (account.lookAt ?? addHours(stamp.at, checkEveryHours)) : undefined
    const set = { ...status, providerAccountId, lookAt, ...(isFirst && { active: true, decided: true as const }) }
    // The club is mailed, since nobody looks at a working account, and missing payments would show weeks later.
    const hasStoppedCharging = account.active && account.chargesEnabled === true && !status.chargesEnabled
    const organizationId = organizationOf(paymentAccountId)
    const mail = { letter: 'processor', about: { paymentAccountId } } as const
    const mails = hasStoppedCharging ? await mailsToPayers(stamp, { organizationId }, mail) : []
    await write(stamp, paymentAccounts.change({ paymentAccountId }, { set, when: ifUnchanged(account) }), ...mails)
    return { ...account, ...set }
  })

import type { money } from '#shared/api/money.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { seal } from '../secrets/sealed.ts'
import type { CallOf } from '../serve.ts'
import { type PaymentAccount, paymentAccounts, paymentKeys } from '../table/paymentAccounts.ts'
import { organizations, platformRate } from '../table/organizations.ts'
import { retryOnConflict, update, write } from '../table/table.ts'
import { ifUnchanged } from '../table/writes.ts'

const accountCard = ({
  paymentAccountId,
  provider,
  email,
  active,
  cents,
  perMille,
  ...connection
}: PaymentAccount) => ({
  stripeAccountId: connection.providerAccountId ?? null,
  chargesEnabled: connection.chargesEnabled ?? false,
  payoutsEnabled: connection.payoutsEnabled ?? false,
  missing: [...(connection.missing ?? [])],
  paymentAccountId,
  paymentProviderName: provider,
  emailAddress: email ?? null,
  active,
  processingFeeInCents: cents,
  processingFeePerMilli: perMille,
})

/** The payment accounts of a club, those in use first. */
export async function listPaymentAccounts({
  params: { orgId: organizationId },
}: CallOf<typeof money, 'GET /rest-api/fee/payment-accounts/{orgId}/all'>) {
  const [accounts, club] = await Promise.all([
    paymentAccounts.of({ organizationId }),
    organizations.get({ organizationId }),
  ])
  if (!club) throw new Problem('not_found')
  return {
    paymentAccounts: accounts.toSorted((a, b) => Number(b.active) - Number(a.active)).map(accountCard),
    platformFee: platformRate(club),
  }
}

/**
 * Adds a payment account. Its private key is stored encrypted; this function has no right to decrypt it. Idempotent; throws `saved_before`
 * if an earlier try of the same call had other values.
 */
export async function createPaymentAccount({
  body,
  stamp,
}: CallOf<typeof money, 'POST /rest-api/fee/payment-accounts/create'>) {
  const { paymentAccountId, paymentProviderName: provider, email, fluidpayPublicKey, fluidpayPrivateKey } = body
  const isFluidPay = provider === 'FLUIDPAY'
  if (isFluidPay && !fluidpayPublicKey) throw new Problem('bad_request', [faultAt('fluidpayPublicKey', 'invalid_key')])
  if (isFluidPay && !fluidpayPrivateKey)
    throw new Problem('bad_request', [faultAt('fluidpayPrivateKey', 'invalid_key')])
  const account: PaymentAccount = {
    paymentAccountId,
    provider,
    ...(!isFluidPay && email && { email }),
    ...(isFluidPay && fluidpayPublicKey && { publicKey: fluidpayPublicKey }),
    perMille: body.feeInPermile,
    cents: body.feeInCents,
    // PayPal is off until its address is known, and cards until the provider knows the club.
    active: isFluidPay,
    addedAt: stamp.at,
    ...(isFluidPay && { lookAt: stamp.at }),
  }
  const outcome = await write(
    stamp,
    paymentAccounts.createOnce(account),
    ...(isFluidPay && fluidpayPrivateKey ? [await keyWrite(paymentAccountId, fluidpayPrivateKey)] : []),
  )
  const storedAccount = await readAccount(paymentAccountId)
  if (outcome === 'repeated' && !hasSameSettings(storedAccount, account)) throw new Problem('saved_before')
  return { paymentAccount: accountCard(storedAccount) }
}

/** Not by PayPal's address, which the next call sets. */
const hasSameSettings = (one: PaymentAccount, other: PaymentAccount): boolean =>
  (['provider', 'publicKey', 'perMille', 'cents'] as const).every((field) => one[field] === other[field])

const keyWrite = async (paymentAccountId: string, privateKey: string) =>
  paymentKeys.create({ paymentAccountId, privateKey: await seal(paymentKeys.key({ paymentAccountId }), privateKey) })

async function readAccount(paymentAccountId: string) {
  const account = await paymentAccounts.get({ paymentAccountId }, { consistent: true })
  if (!account) throw new Problem('not_found')
  return account
}

/** Sets the address to which PayPal pays, and switches the account on, unless somebody has switched it off. */
export async function connectPayPal({
  body: { paymentAccountId, email },
  stamp,
}: CallOf<typeof money, 'POST /rest-api/fee/payment-accounts/paypal'>) {
  return retryOnConflict(async () => {
    const account = await readAccount(paymentAccountId)
    if (account.provider !== 'PAYPAL') throw new Problem('conflict')
    const set = { email, missing: [], ...(account.decided === undefined && { active: true }) }
    const change = paymentAccounts.change({ paymentAccountId }, { set, when: ifUnchanged(account) })
    return { paymentAccount: accountCard(await update(stamp, change)) }
  })
}

/** Changes the settings of a payment account. */
export async function updatePaymentAccount({
  body: { paymentAccountId, feeInPermile: perMille, feeInCents: cents },
  stamp,
}: CallOf<typeof money, 'POST /rest-api/fee/payment-accounts/update'>) {
  await readAccount(paymentAccountId)
  const change = paymentAccounts.change({ paymentAccountId }, { set: { perMille, cents } })
  return { paymentAccount: accountCard(await update(stamp, change)) }
}

/**
 * Switches a payment account on or off: to the given state, or without one to the opposite of the state when it was read; a retry does not
 * switch it back.
 */
export async function togglePaymentAccount({
  params: { paymentAccountId },
  query,
  stamp,
}: CallOf<typeof money, 'GET /rest-api/fee/payment-accounts/toggle/{paymentAccountId}'>) {
  const active = query.active === undefined ? !(await readAccount(paymentAccountId)).active : query.active === 'true'
  return retryOnConflict(async () => {
    const account = await readAccount(paymentAccountId)
    if (active === account.active) return { paymentAccount: accountCard(account) }
    const when = ifUnchanged(account)
    const change = paymentAccounts.change({ paymentAccountId }, { set: { active, decided: true }, when })
    return { paymentAccount: accountCard(await update(stamp, change)) }
  })
}

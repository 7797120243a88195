import type { pay } from '#shared/api/money/pay.ts'
import { isProblem, Problem } from '#shared/problems.ts'
import type { CallOf } from '../../serve.ts'
import { type Payment, payLinks, payments } from '../../table/payments.ts'
import { retryOnConflict, update } from '../../table/table.ts'
import { ifUnchanged, type Stamp } from '../../table/writes.ts'
import { accountOf, settle } from './settle.ts'

/** The payer is back from the provider's page, or looks again: reads the state of the payment from the provider. */
export async function readPayment({
  params: { payId },
  body: { paymentId },
  now,
}: CallOf<typeof pay, 'POST /rest-api/pay/{payId}/back'>) {
  const [stamp, payment] = await Promise.all([
    payerStamp(payId, now),
    payments.get({ paymentId }, { consistent: true }),
  ])
  // With another link the payment is not found, and no provider is asked.
  if (payment?.payId !== payId) throw new Problem('not_found')
  return paymentView(await settle(stamp, paymentId, payment), payId)
}

/**
 * Charges a card that was typed on our page. `processing` and the card's token are written first: so nobody cancels the payment meanwhile,
 * and if this is cut short, the charge is looked up later.
 */
export async function chargeTyped({
  params: { payId },
  body: { paymentId, token },
  now,
}: CallOf<typeof pay, 'POST /rest-api/pay/{payId}/card'>) {
  const stamp = await payerStamp(payId, now)
  await retryOnConflict(async () => {
    const payment = await payments.get({ paymentId }, { consistent: true })
    if (payment?.payId !== payId || payment.provider !== 'FLUIDPAY') throw new Problem('not_found')
    if (payment.token !== undefined) return
    if (payment.state !== 'open' || now >= payment.ends) throw new Problem('payment_over')
    const set = { state: 'processing', token, askedAt: now } as const
    await update(stamp, payments.change({ paymentId }, { set, when: ifUnchanged(payment) }))
  })
  const payment = await settle(stamp, paymentId).catch((error: unknown) => {
    // Whether it was charged is not known: the sweeper looks it up.
    if (isProblem(error, 'busy')) return payments.get({ paymentId }, { consistent: true })
    throw error
  })
  if (payment?.state === 'closed' && payment.why === 'payments_off') throw new Problem('payments_off')
  return paymentView(payment, payId)
}

async function payerStamp(payId: string, now: string): Promise<Stamp> {
  const link = await payLinks.get({ payId }, { consistent: true })
  if (!link) throw new Problem('pay_link_gone')
  return { actor: link.userId ?? `link-of-${link.organizationId}`, at: now }
}

async function paymentView(payment: Payment | undefined, payId: string) {
  if (payment?.payId !== payId) throw new Problem('not_found')
  const { state, amount, label, why, token, unseen } = payment
  return {
    state: state === 'starting' ? ('open' as const) : state,
    amountInCents: amount,
    label: label ?? null,
    isRefused: state === 'closed' && why !== undefined,
    ...(unseen && state !== 'paid' && { unsure: 'left' as const }),
    // Not `processing` as of a bank transfer: a card is charged at once, only the result is not known.
    ...(token !== undefined && state === 'processing' && { unsure: 'asked' as const }),
    card: state === 'open' ? await cardFieldsOf(payment) : null,
  }
}

/** What our page needs to show the provider's fields for a card, with the public key. */
async function cardFieldsOf(payment: Payment) {
  if (payment.provider !== 'FLUIDPAY') return null
  const { publicKey } = await accountOf(payment)
  return publicKey === undefined
    ? null
    : { publicKey, script: `${process.env.FLUIDPAY_ADDRESS ?? ''}/tokenizer/tokenizer.js` }
}

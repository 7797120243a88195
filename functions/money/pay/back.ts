import type { pay } from '#shared/api/money/pay.ts'
import { Problem } from '#shared/problems.ts'
import type { CallOf } from '../../serve.ts'
import { payLinks } from '../../table/payments.ts'
import { settle } from './settle.ts'

/** The payer is back from the provider's page, or looks again: what has become of it, the provider says. */
export async function readPayment({
  params: { payId },
  body: { paymentId },
  now,
}: CallOf<typeof pay, 'POST /rest-api/pay/{payId}/back'>) {
  const link = await payLinks.get({ payId }, { consistent: true })
  if (!link) throw new Problem('pay_link_gone')
  const payment = await settle({ actor: link.userId ?? `link-of-${link.organizationId}`, at: now }, paymentId)
  if (payment?.payId !== payId) throw new Problem('not_found')
  const { state, amount, label } = payment
  return { state: state === 'starting' ? ('open' as const) : state, amountInCents: amount, label: label ?? null }
}

import { outstandingOf } from '#shared/rules/fees.ts'
import { amountAtRate } from '#shared/rules/money.ts'
import type { Payable } from '#shared/rules/paying.ts'
import type { Fee } from '../../table/fees.ts'
import { type Organization, platformRate } from '../../table/organizations.ts'
import type { PaymentAccount } from '../../table/paymentAccounts.ts'
import type { Payment } from '../../table/payments.ts'

/** What the price of a payment is computed from, of one fee. */
export const payableOf = (fee: Fee): Payable => ({
  outstandingInCents: outstandingOf(fee),
  absorbFees: fee.absorbs ?? false,
})

type NewPayment = {
  paymentId: string
  account: PaymentAccount
  club: Organization
  fees: readonly Fee[]
  price: { surcharge: number; total: number }
  at: string
  ends: string
}
/** A payment of all that is outstanding on these fees, as it is written before the provider is asked. */
export const newPayment = ({ paymentId, account, club, fees, price, at, ends }: NewPayment): Payment => ({
  paymentId,
  paymentAccountId: account.paymentAccountId,
  provider: account.provider,
  state: 'starting',
  parts: fees.map((fee) => ({ playerFeeId: fee.playerFeeId, name: fee.name, cents: outstandingOf(fee) })),
  amount: price.total,
  surcharge: price.surcharge,
  platformCents: Math.min(amountAtRate(price.total, platformRate(club)), price.total),
  ends,
  waitsSince: at,
  returned: 0,
})

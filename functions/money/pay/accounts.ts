import { disconnected } from '../../providers/provider.ts'
import { canPayWith } from '../../providers/takesOnline.ts'
import type { Fee } from '../../table/fees.ts'
import { type PaymentAccount, paymentAccounts } from '../../table/paymentAccounts.ts'
import type { Stored } from '../../table/writes.ts'

type Account = Stored<PaymentAccount>

/** The club uses it no more: it has switched it off, or left its provider. One that cannot take payments for now is still its own. */
const isLeft = ({ active, missing = [] }: PaymentAccount): boolean => !active || missing.includes(disconnected)

/** The account to which alone a fee is paid: that of its registration, as long as the club uses it. Null where any of the club's will do. */
export function accountFor({ paymentAccountId }: Fee, accounts: readonly (Account | undefined)[]): string | null {
  const own = accounts.find((account) => account?.paymentAccountId === paymentAccountId)
  return own && !isLeft(own) ? own.paymentAccountId : null
}

/** Which of these fees are paid to another account than this one. Accounts are read only where one of them names another. */
export async function paidElsewhere<F extends Fee>(at: string, all: readonly F[]): Promise<F[]> {
  const others = all.flatMap(({ paymentAccountId = at }) => (paymentAccountId === at ? [] : [{ paymentAccountId }]))
  if (others.length === 0) return []
  const accounts = await paymentAccounts.getMany(others, { consistent: true })
  return all.filter((fee) => (accountFor(fee, accounts) ?? at) !== at)
}

/**
 * By which accounts these fees can be paid now, cards first, for whoever pays has one: the account of each that has its own, and
 * for all others one for each way to pay (`takesAny`).
 */
export function methodsFor(all: readonly Fee[], accounts: readonly Account[]): (Account & { takesAny: boolean })[] {
  const own = all.map((fee) => accountFor(fee, accounts))
  const ready = accounts.filter(canPayWith)
  const each = own.includes(null) ? oneEachWay(ready) : []
  const others = ready.filter((account) => !each.includes(account) && own.includes(account.paymentAccountId))
  return [...each, ...others]
    .map((account) => ({ ...account, takesAny: each.includes(account) }))
    .toSorted((a, b) => Number(b.provider === 'STRIPE') - Number(a.provider === 'STRIPE'))
}

/** One pays by card or by PayPal: of several accounts for the same, by the one that the club has added first, at Stripe if there is one. */
function oneEachWay(accounts: readonly Account[]): Account[] {
  const byAge = accounts.toSorted((a, b) => (a.addedAt ?? '').localeCompare(b.addedAt ?? ''))
  const of = (provider: PaymentAccount['provider']) => byAge.find((account) => account.provider === provider)
  return [of('STRIPE') ?? of('FLUIDPAY'), of('PAYPAL')].filter((account) => account !== undefined)
}

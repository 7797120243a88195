import { disconnected } from '../../providers/provider.ts'
import { canPayWith } from '../../providers/takesOnline.ts'
import type { Fee } from '../../table/fees.ts'
import { type PaymentAccount, paymentAccounts } from '../../table/paymentAccounts.ts'
import type { Stored } from '../../table/writes.ts'

type Account = Stored<PaymentAccount>

/**
 * Whether the club has stopped using an account: it was switched off, or disconnected from its provider. An account that only
 * cannot take payments right now is still in use.
 */
const isLeft = ({ active, missing = [] }: PaymentAccount): boolean => !active || missing.includes(disconnected)

/**
 * The only account that a fee may be paid to: that of its registration, as long as the club uses it. Null if any account of the
 * club may be used.
 */
export function accountFor({ paymentAccountId }: Fee, accounts: readonly (Account | undefined)[]): string | null {
  const own = accounts.find((account) => account?.paymentAccountId === paymentAccountId)
  return own && !isLeft(own) ? own.paymentAccountId : null
}

/** The fees that must be paid to another account. Accounts are read only if a fee names another one. */
export async function paidElsewhere<F extends Fee>(at: string, all: readonly F[]): Promise<F[]> {
  const others = all.flatMap(({ paymentAccountId = at }) => (paymentAccountId === at ? [] : [{ paymentAccountId }]))
  if (others.length === 0) return []
  const accounts = await paymentAccounts.getMany(others, { consistent: true })
  return all.filter((fee) => (accountFor(fee, accounts) ?? at) !== at)
}

/**
 * The accounts by which these fees can be paid now, card providers first, since everybody has a card: the own account of each fee
 * that has one, and for all others one per way to pay (`takesAny`).
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

/** One account each for cards and PayPal; of several, Stripe is preferred, then the oldest. */
function oneEachWay(accounts: readonly Account[]): Account[] {
  const byAge = accounts.toSorted((a, b) => (a.addedAt ?? '').localeCompare(b.addedAt ?? ''))
  const of = (provider: PaymentAccount['provider']) => byAge.find((account) => account.provider === provider)
  return [of('STRIPE') ?? of('FLUIDPAY'), of('PAYPAL')].filter((account) => account !== undefined)
}

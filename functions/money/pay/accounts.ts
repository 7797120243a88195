import { disconnected } from '../../providers/provider.ts'
import { canTakePayments } from '../../providers/canTakePayments.ts'
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
 * The only account to which a fee can be paid: that of its registration, while the club uses it. null if any account of the club will do.
 */
export function accountFor({ paymentAccountId }: Fee, accounts: readonly (Account | undefined)[]): string | null {
  const own = accounts.find((account) => account?.paymentAccountId === paymentAccountId)
  return own && !isLeft(own) ? own.paymentAccountId : null
}

/** Those of the fees that are paid to another account than this one. Accounts are only read if a fee names another one. */
export async function paidElsewhere<F extends Fee>(at: string, all: readonly F[]): Promise<F[]> {
  const others = all.flatMap(({ paymentAccountId = at }) => (paymentAccountId === at ? [] : [{ paymentAccountId }]))
  if (others.length === 0) return []
  const accounts = await paymentAccounts.getMany(others, { consistent: true })
  return all.filter((fee) => (accountFor(fee, accounts) ?? at) !== at)
}

/**
 * The accounts by which these fees can be paid now, those for cards first: the account of each fee that has its own, and for all others one
 * for each way to pay (`takesAny`).
 */
export function methodsFor(all: readonly Fee[], accounts: readonly Account[]): (Account & { takesAny: boolean })[] {
  const own = all.map((fee) => accountFor(fee, accounts))
  const ready = accounts.filter(canTakePayments)
  const each = own.includes(null) ? oneEachWay(ready) : []
  const others = ready.filter((account) => !each.includes(account) && own.includes(account.paymentAccountId))
  return [...each, ...others]
    .map((account) => ({ ...account, takesAny: each.includes(account) }))
    .toSorted((a, b) => Number(b.provider === 'STRIPE') - Number(a.provider === 'STRIPE'))
}

/** One account for cards and one for PayPal: of several, the one at Stripe, or else the one that was added first. */
function oneEachWay(accounts: readonly Account[]): Account[] {
  const byAge = accounts.toSorted((a, b) => (a.addedAt ?? '').localeCompare(b.addedAt ?? ''))
  const of = (provider: PaymentAccount['provider']) => byAge.find((account) => account.provider === provider)
  return [of('STRIPE') ?? of('FLUIDPAY'), of('PAYPAL')].filter((account) => account !== undefined)
}

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
export const isNoLongerUsed = ({ active, missing = [] }: PaymentAccount): boolean =>
  !active || missing.includes(disconnected)

/**
 * The only account to which a fee can be paid: that of its registration, while the club uses it. null if any account of the club will do.
 */
export function accountFor({ paymentAccountId }: Fee, accounts: readonly (Account | undefined)[]): string | null {
  const ownAccount = accounts.find((account) => account?.paymentAccountId === paymentAccountId)
  return ownAccount && !isNoLongerUsed(ownAccount) ? ownAccount.paymentAccountId : null
}

/** Those of the fees that are paid to another account than this one. Accounts are only read if a fee names another one. */
export async function paidElsewhere<F extends Fee>(targetAccountId: string, dueFees: readonly F[]): Promise<F[]> {
  const otherAccountIds = dueFees.flatMap(({ paymentAccountId = targetAccountId }) =>
    paymentAccountId === targetAccountId ? [] : [{ paymentAccountId }],
  )
  if (otherAccountIds.length === 0) return []
  const accounts = await paymentAccounts.getMany(otherAccountIds, { consistent: true })
  return dueFees.filter((fee) => (accountFor(fee, accounts) ?? targetAccountId) !== targetAccountId)
}

/**
 * The accounts by which these fees can be paid now, those for cards first: the account of each fee that has its own, and for all others one
 * for each way to pay (`takesAny`).
 */
export function methodsFor(all: readonly Fee[], accounts: readonly Account[]): (Account & { takesAny: boolean })[] {
  const ownAccountIds = all.map((fee) => accountFor(fee, accounts))
  const usable = accounts.filter(canTakePayments)
  const anyFeeAccounts = ownAccountIds.includes(null) ? onePerMethod(usable) : []
  const otherAccounts = usable.filter(
    (account) => !anyFeeAccounts.includes(account) && ownAccountIds.includes(account.paymentAccountId),
  )
  return [...anyFeeAccounts, ...otherAccounts]
    .map((account) => ({ ...account, takesAny: anyFeeAccounts.includes(account) }))
    .toSorted((a, b) => Number(b.provider === 'STRIPE') - Number(a.provider === 'STRIPE'))
}

/** One account for cards and one for PayPal: of several, the one at Stripe, or else the one that was added first. */
function onePerMethod(accounts: readonly Account[]): Account[] {
  const byAge = accounts.toSorted((a, b) => (a.addedAt ?? '').localeCompare(b.addedAt ?? ''))
  const firstOf = (provider: PaymentAccount['provider']) => byAge.find((account) => account.provider === provider)
  return [firstOf('STRIPE') ?? firstOf('FLUIDPAY'), firstOf('PAYPAL')].filter((account) => account !== undefined)
}

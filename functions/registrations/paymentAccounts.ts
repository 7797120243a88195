import type { registrations as contract } from '#shared/api/registrations.ts'
import { organizationOf } from '#shared/ids.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { disconnected } from '../providers/provider.ts'
import { canTakePayments } from '../providers/canTakePayments.ts'
import type { CallOf } from '../serve.ts'
import { paymentAccounts } from '../table/paymentAccounts.ts'
import type { Registration } from '../table/registrations.ts'
import { retryOnConflict } from '../table/table.ts'
import type { Stored, Stamp } from '../table/writes.ts'
import { registrationOf } from './registrationOf.ts'
import { changeRegistration } from './waysToPay.ts'

type Api = typeof contract

const accountChoice = ({ mainPaymentAccountId, acceptPayments, version }: Stored<Registration>) => ({
  mainPaymentAccountId,
  acceptPayments,
  revision: version,
})
const accountsOf = (registrationId: string) => paymentAccounts.of({ organizationId: organizationOf(registrationId) })

export async function listAccounts({
  params: { registrationId },
}: CallOf<Api, 'GET /rest-api/registration/payment-accounts/{registrationId}'>) {
  const [{ registration }, accounts] = await Promise.all([registrationOf(registrationId), accountsOf(registrationId)])
  return {
    paymentAccounts: accounts
      .map((account) => ({ account, isReady: canTakePayments(account) }))
      .toSorted((a, b) => Number(b.isReady) - Number(a.isReady))
      .map(({ account: { paymentAccountId, provider, perMille, cents, missing = [] }, isReady }) => ({
        paymentAccountId,
        paymentProviderName: provider,
        isReady,
        hasLeft: missing.includes(disconnected),
        fees: { perMille, cents },
      })),
    ...accountChoice(registration),
  }
}

/** Sets the payment account of a registration; without one families cannot pay online. */
export const chooseMain = ({
  params: { registrationId },
  body: { paymentAccountId },
  stamp,
}: CallOf<Api, 'PUT /rest-api/registration/payment-accounts/{registrationId}/main'>) =>
  change(stamp, registrationId, async () => {
    if (paymentAccountId === null) return { mainPaymentAccountId: null, acceptPayments: false }
    const account = await paymentAccounts.get({ paymentAccountId }, { consistent: true })
    if (!account) throw new Problem('not_found')
    return { mainPaymentAccountId: paymentAccountId }
  })

export const switchPayments = ({
  params: { registrationId },
  body: { acceptPayments },
  stamp,
}: CallOf<Api, 'PUT /rest-api/registration/payment-accounts/{registrationId}/accept-payments'>) =>
  change(stamp, registrationId, async ({ mainPaymentAccountId: main }) => {
    if (!acceptPayments) return { acceptPayments }
    const readyIds = (await accountsOf(registrationId))
      .filter(canTakePayments)
      .map((account) => account.paymentAccountId)
    const [first] = readyIds
    if (first === undefined) throw new Problem('bad_request', [faultAt('mainPaymentAccountId', 'no_payment_account')])
    return { acceptPayments, mainPaymentAccountId: main !== null && readyIds.includes(main) ? main : first }
  })

type Change = Partial<Pick<Registration, 'mainPaymentAccountId' | 'acceptPayments'>>
const change = (stamp: Stamp, registrationId: string, next: (current: Registration) => Promise<Change>) =>
  retryOnConflict(async () => {
    const { registration } = await registrationOf(registrationId)
    const set = await next(registration)
    return accountChoice(await changeRegistration(stamp, registration, { set, revision: registration.version }))
  })

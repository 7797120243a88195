import { organizationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { sayIn } from '../../mail/say.ts'
import { providerOf } from '../../providers/providers.ts'
import { type Organization, organizations } from '../../table/organizations.ts'
import type { PaymentAccount } from '../../table/paymentAccounts.ts'
import { type Payment, payments } from '../../table/payments.ts'
import { type Profile, profiles } from '../../table/profiles.ts'
import { update } from '../../table/table.ts'
import type { Stored, Stamp } from '../../table/writes.ts'
import { accountOf } from './settle.ts'

/** What was read already for a payment that was just created. */
export type PageContext = { account: Stored<PaymentAccount>; club: Organization; payer: Profile | undefined }

async function readContext({ paymentId, payerId, paymentAccountId }: Payment): Promise<PageContext> {
  const [account, club, payer] = await Promise.all([
    accountOf({ paymentAccountId }),
    organizations.get({ organizationId: organizationOf(paymentId) }),
    payerId === undefined ? undefined : profiles.get({ userId: payerId }),
  ])
  if (!club) throw new Problem('not_found')
  return { account, club, payer }
}

/**
 * Opens the provider's page of a payment. Idempotent: with the payment's id as key it is the same page. Gives the payment with its `url`.
 */
export async function openPage(stamp: Stamp, payment: Payment, site: string, context?: PageContext): Promise<Payment> {
  const { paymentId, payId = '', payerId, parts, surcharge, amount, platformCents, ends, language = 'en' } = payment
  const { account, club, payer } = context ?? (await readContext(payment))
  const lines = parts.map(({ name, cents }) => ({ name: `${name}, ${club.name}`.slice(0, 120), cents }))
  if (surcharge > 0)
    lines.push({ name: sayIn(language)('Processing fee', 'Comisión de procesamiento'), cents: surcharge })
  const page = `${site}/pay/${payId}`
  const { reference, url } = await providerOf(account).start(
    { paymentId, account, cents: amount, platformCents, lines },
    {
      done: `${page}?payment=${paymentId}`,
      back: `${page}?payment=${paymentId}`,
      own: `${page}?card=${paymentId}`,
      ends,
      language,
      ...(payment.saves && payerId !== undefined && { saves: payerId }),
      ...(payer?.email !== undefined && { email: payer.email }),
    },
  )
  const change = { state: 'open', reference, url } as const
  return update(
    stamp,
    payments.change({ paymentId }, { set: change, when: [['state', '=', 'starting']] }, 'payment_over'),
  ).catch(async (error: unknown) => {
    // Another request at the same time has stored the same page.
    const current = await payments.get({ paymentId }, { consistent: true })
    if (current?.url !== undefined) return current
    throw error
  })
}

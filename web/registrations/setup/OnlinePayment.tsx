import { organizationOf } from '#shared/ids.ts'
import { type AnswerOf, useApi } from '../../api.ts'
import { problemText, useTexts } from '../../i18n.ts'
import { Notice } from '../../kit/Badge.tsx'
import { Button, ButtonLink } from '../../kit/Button.tsx'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { moneyText, numberText } from '../../kit/format.ts'
import { Select } from '../../kit/Select.tsx'
import { RowSkeletons } from '../../kit/Skeleton.tsx'
import { paths } from '../../paths.ts'
import { Loaded } from '../../shell/Loaded.tsx'
import { change, type Change, useSave } from '../../shell/useSave.ts'
import { useWhyCannot } from '../../shell/useWhyCannot.ts'
import styles from '../Registrations.module.css'
import english from '../texts.en.json'
import { useStripeOnboarding } from './useStripeOnboarding.ts'

const ACCOUNTS = 'GET /rest-api/registration/payment-accounts/{registrationId}'
const DETAILS = 'GET /rest-api/registration/step-details/{registrationId}'
type Accounts = AnswerOf<typeof ACCOUNTS>
type Account = Accounts['paymentAccounts'][number]
type PaymentChoice = Pick<Accounts, 'mainPaymentAccountId' | 'acceptPayments' | 'revision'>

/** Whether families pay online while registering, and to which account. */
export function OnlinePayment({ registrationId }: { registrationId: string }) {
  const t = useTexts('registrations', english)
  const read = useApi(ACCOUNTS, { registrationId }, { handles: ['failures'] })
  return (
    <Loaded
      read={read}
      skeleton={<RowSkeletons label={t('loading')} rows={1} height="64px" />}
      failed={t('accountsFailed')}
    >
      {(accounts) => (
        <PaymentSettings registrationId={registrationId} accounts={accounts} refetch={() => read.mutate()} />
      )}
    </Loaded>
  )
}

type Props = { registrationId: string; accounts: Accounts; refetch: () => Promise<unknown> }
function PaymentSettings({ registrationId, accounts, refetch }: Props) {
  const t = useTexts('registrations', english)
  const { paymentAccounts, acceptPayments, mainPaymentAccountId } = accounts
  const input = { registrationId }
  // Also updates the builder's data, on which its next save is based.
  const toCacheChanges = (): Change<PaymentChoice>[] => [
    change(ACCOUNTS, input, (known, saved?: PaymentChoice) => ({ ...known, ...saved })),
    change(DETAILS, input, (known, saved?: PaymentChoice) =>
      saved === undefined
        ? known
        : {
            ...known,
            mainPaymentAccountId: saved.mainPaymentAccountId,
            setup: { ...known.setup, acceptPayments: saved.acceptPayments },
            revision: saved.revision,
          },
    ),
  ]
  const saving = { optimistic: toCacheChanges, failed: problemText }
  const savingAccept = useSave('PUT /rest-api/registration/payment-accounts/{registrationId}/accept-payments', saving)
  const savingMain = useSave('PUT /rest-api/registration/payment-accounts/{registrationId}/main', saving)
  const hasReady = paymentAccounts.some(({ isReady }) => isReady)
  const isMainReady = paymentAccounts.some((each) => each.isReady && each.paymentAccountId === mainPaymentAccountId)
  const toAccountLabel = ({ paymentProviderName: name, isReady, hasLeft, fees }: Account) => {
    const rate = t('accountFees', { percent: numberText(fees.perMille / 10, 1), amount: moneyText(fees.cents) })
    return `${t(name)} · ${isReady ? rate : t(hasLeft ? 'accountLeft' : 'accountNotReady')}`
  }
  return (
    <>
      <Checkbox
        label={t('payOnline')}
        hint={t('payOnlineHint')}
        value={acceptPayments}
        onChange={(on) => void savingAccept.save({ registrationId, body: { acceptPayments: on } })}
        {...(!hasReady && !acceptPayments && { disabledReason: t('noAccount') })}
      />
      {acceptPayments && paymentAccounts.length > 0 && (
        <Select
          label={t('mainAccount')}
          value={mainPaymentAccountId ?? ''}
          onChange={(paymentAccountId) =>
            void savingMain.save({ registrationId, body: { paymentAccountId: paymentAccountId || null } })
          }
          options={paymentAccounts.map((account) => ({
            value: account.paymentAccountId,
            label: toAccountLabel(account),
          }))}
        />
      )}
      {acceptPayments && hasReady && !isMainReady && <Notice tone="warning">{t('mainNotReady')}</Notice>}
      {!hasReady && <ConnectAccount registrationId={registrationId} accounts={paymentAccounts} refetch={refetch} />}
    </>
  )
}

type ConnectAccountProps = { registrationId: string; accounts: readonly Account[]; refetch: () => Promise<unknown> }
/** Links to an account by which families can pay. */
function ConnectAccount({ registrationId, accounts, refetch }: ConnectAccountProps) {
  const t = useTexts('registrations', english)
  const orgId = organizationOf(registrationId)
  const denialReason = useWhyCannot()('canEditBilling', orgId)
  const connectedAccounts = accounts.filter(({ hasLeft }) => !hasLeft)
  const stripeAccount = connectedAccounts.find(({ paymentProviderName: name }) => name === 'STRIPE')
  const { busy, go: openStripe } = useStripeOnboarding({
    orgId,
    paymentAccountId: stripeAccount?.paymentAccountId,
    refetch,
  })
  return (
    <Notice tone="warning">
      <span className={styles.what}>
        <span>
          {t(accounts.length === 0 ? 'noAccount' : connectedAccounts.length === 0 ? 'allLeft' : 'noAccountReady')}
        </span>
        {denialReason !== undefined && <span>{t('askBilling')}</span>}
      </span>
      {denialReason === undefined && (
        <span className={styles.buttons}>
          <Button busy={busy} onClick={() => void openStripe()}>
            {stripeAccount ? t('goOnAtStripe') : t('connectStripe')}
          </Button>
          <ButtonLink kind="quiet" to={paths.processors({ orgId })}>
            {t('seeProcessors')}
          </ButtonLink>
        </span>
      )}
    </Notice>
  )
}

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
import { useStripe } from './useStripe.ts'

const ACCOUNTS = 'GET /rest-api/registration/payment-accounts/{registrationId}'
const DETAILS = 'GET /rest-api/registration/step-details/{registrationId}'
type Accounts = AnswerOf<typeof ACCOUNTS>
type Account = Accounts['paymentAccounts'][number]
type Chosen = Pick<Accounts, 'mainPaymentAccountId' | 'acceptPayments' | 'revision'>

/** Whether families pay online while registering, and to which account. */
export function PaidOnline({ registrationId }: { registrationId: string }) {
  const t = useTexts('registrations', english)
  const read = useApi(ACCOUNTS, { registrationId }, { handles: ['failures'] })
  return (
    <Loaded
      read={read}
      skeleton={<RowSkeletons label={t('loading')} rows={1} height="64px" />}
      failed={t('accountsFailed')}
    >
      {(accounts) => <Choice registrationId={registrationId} accounts={accounts} reread={() => read.mutate()} />}
    </Loaded>
  )
}

type Props = { registrationId: string; accounts: Accounts; reread: () => Promise<unknown> }
function Choice({ registrationId, accounts, reread }: Props) {
  const t = useTexts('registrations', english)
  const { paymentAccounts, acceptPayments, mainPaymentAccountId } = accounts
  const about = { registrationId }
  // Also updates the builder's data, on which its next save is based.
  const shown = (): Change<Chosen>[] => [
    change(ACCOUNTS, about, (known, saved?: Chosen) => ({ ...known, ...saved })),
    change(DETAILS, about, (known, saved?: Chosen) =>
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
  const saving = { optimistic: shown, failed: problemText }
  const switching = useSave('PUT /rest-api/registration/payment-accounts/{registrationId}/accept-payments', saving)
  const choosing = useSave('PUT /rest-api/registration/payment-accounts/{registrationId}/main', saving)
  const hasReady = paymentAccounts.some(({ isReady }) => isReady)
  const isMainReady = paymentAccounts.some((each) => each.isReady && each.paymentAccountId === mainPaymentAccountId)
  const nameOf = ({ paymentProviderName: name, isReady, hasLeft, fees }: Account) => {
    const rate = t('accountFees', { percent: numberText(fees.perMille / 10, 1), amount: moneyText(fees.cents) })
    return `${t(name)} · ${isReady ? rate : t(hasLeft ? 'accountLeft' : 'accountNotReady')}`
  }
  return (
    <>
      <Checkbox
        label={t('payOnline')}
        hint={t('payOnlineHint')}
        value={acceptPayments}
        onChange={(on) => void switching.save({ registrationId, body: { acceptPayments: on } })}
        {...(!hasReady && !acceptPayments && { disabledReason: t('noAccount') })}
      />
      {acceptPayments && paymentAccounts.length > 0 && (
        <Select
          label={t('mainAccount')}
          value={mainPaymentAccountId ?? ''}
          onChange={(paymentAccountId) =>
            void choosing.save({ registrationId, body: { paymentAccountId: paymentAccountId || null } })
          }
          options={paymentAccounts.map((account) => ({ value: account.paymentAccountId, label: nameOf(account) }))}
        />
      )}
      {acceptPayments && hasReady && !isMainReady && <Notice tone="warning">{t('mainNotReady')}</Notice>}
      {!hasReady && <Connect registrationId={registrationId} accounts={paymentAccounts} reread={reread} />}
    </>
  )
}

type ConnectProps = { registrationId: string; accounts: readonly Account[]; reread: () => Promise<unknown> }
/** Links to an account by which families can pay. */
function Connect({ registrationId, accounts, reread }: ConnectProps) {
  const t = useTexts('registrations', english)
  const orgId = organizationOf(registrationId)
  const why = useWhyCannot()('canEditBilling', orgId)
  const staying = accounts.filter(({ hasLeft }) => !hasLeft)
  const stripe = staying.find(({ paymentProviderName: name }) => name === 'STRIPE')
  const { busy, go } = useStripe({ orgId, paymentAccountId: stripe?.paymentAccountId, reread })
  return (
    <Notice tone="warning">
      <span className={styles.what}>
        <span>{t(accounts.length === 0 ? 'noAccount' : staying.length === 0 ? 'allLeft' : 'noAccountReady')}</span>
        {why !== undefined && <span>{t('askBilling')}</span>}
      </span>
      {why === undefined && (
        <span className={styles.buttons}>
          <Button busy={busy} onClick={() => void go()}>
            {stripe ? t('goOnAtStripe') : t('connectStripe')}
          </Button>
          <ButtonLink kind="quiet" to={paths.processors({ orgId })}>
            {t('seeProcessors')}
          </ButtonLink>
        </span>
      )}
    </Notice>
  )
}

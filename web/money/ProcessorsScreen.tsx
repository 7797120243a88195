import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { addRates, type Rate } from '#shared/rules/money.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Switch } from '../kit/Checkbox.tsx'
import { moneyText, numberText } from '../kit/format.ts'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { change, useSave } from '../shell/useSave.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import type { Account } from './answers.ts'
import styles from './Payments.module.css'
import { AddProcessor, ChangeProcessor, EditProcessor } from './ProcessorDialogs.tsx'
import { isDisconnected, StripeAccount } from './StripeAccount.tsx'
import { AcceptCardsButton } from './AcceptCardsButton.tsx'
import english from './texts.en.json'

const LIST = 'GET /rest-api/fee/payment-accounts/{orgId}/all'

/** The club's payment processors, whether families can pay with each, and the rates. */
export default function ProcessorsScreen() {
  const t = useTexts('money', english)
  const { orgId = '' } = useParams()
  const denialReason = useWhyCannot()('canEditBilling', orgId)
  const limitReason = useWhyLimited(orgId)
  const addDisabledReason = denialReason ?? limitReason
  const read = useApi(LIST, denialReason === undefined ? { orgId } : undefined, { handles: ['failures'] })
  const [isAdding, setAdding] = useState(false)
  const [editedAccount, onEdit] = useState<Account>()
  const [changedAccount, onChange] = useState<Account>()
  const canAddStripe =
    denialReason === undefined &&
    read.data?.paymentAccounts.every((each) => each.paymentProviderName !== 'STRIPE' || isDisconnected(each)) === true
  const button = (
    // Accepting cards with Stripe is what most clubs come here for.
    <Button
      kind={canAddStripe ? 'plain' : 'primary'}
      onClick={() => setAdding(true)}
      disabledReason={addDisabledReason}
    >
      {t('addProcessor')}
    </Button>
  )
  return (
    <Screen title={t('processors')} width="form" actions={button}>
      {denialReason === undefined ? (
        <Loaded
          read={read}
          skeleton={<RowSkeletons label={t('loadingProcessors')} rows={5} />}
          failed={t('processorsFailed')}
          empty={{
            when: ({ paymentAccounts }) => paymentAccounts.length === 0,
            show: <EmptyState title={t('noProcessors')} hint={t('noProcessorsHint')} />,
          }}
        >
          {({ paymentAccounts, platformFee }) => (
            <ul className={styles.list} aria-label={t('processors')}>
              {paymentAccounts.map((account) => (
                <Processor
                  key={account.paymentAccountId}
                  orgId={orgId}
                  account={account}
                  platformFee={platformFee}
                  onEdit={() => onEdit(account)}
                  onChange={() => onChange(account)}
                />
              ))}
            </ul>
          )}
        </Loaded>
      ) : (
        denialReason !== '' && <EmptyState title={t('notYours')} hint={denialReason} />
      )}
      {canAddStripe && <AcceptCardsButton orgId={orgId} />}
      <AddProcessor orgId={orgId} opened={isAdding} close={() => setAdding(false)} />
      <EditProcessor account={editedAccount} close={() => onEdit(undefined)} />
      <ChangeProcessor account={changedAccount} close={() => onChange(undefined)} />
    </Screen>
  )
}

type Props = { orgId: string; account: Account; platformFee: Rate; onEdit: () => void; onChange: () => void }

function Processor({ orgId, account, platformFee, onEdit, onChange }: Props) {
  const t = useTexts('money', english)
  const { paymentAccountId, paymentProviderName, emailAddress, active } = account
  const rate = { perMille: account.processingFeePerMilli, cents: account.processingFeeInCents }
  const { save } = useSave('GET /rest-api/fee/payment-accounts/toggle/{paymentAccountId}', {
    optimistic: ({ query }) => [
      change(LIST, { orgId }, ({ paymentAccounts, ...rest }) => ({
        ...rest,
        paymentAccounts: paymentAccounts.map((each) =>
          each.paymentAccountId === paymentAccountId ? { ...each, active: query.active === 'true' } : each,
        ),
      })),
    ],
    failed: t('saveFailed'),
  })
  const name = t(paymentProviderName)
  const isReady = {
    STRIPE: account.chargesEnabled,
    PAYPAL: emailAddress !== null,
    // It is created together with its keys.
    FLUIDPAY: true,
  }[paymentProviderName]
  return (
    <Card as="li">
      <div className={styles.row}>
        <span className={styles.what}>
          <span className={styles.name}>{name}</span>
          {emailAddress && <span className={styles.muted}>{emailAddress}</span>}
        </span>
        <Switch
          label={t('active')}
          value={active}
          hint={active ? t(isReady ? 'isOn' : 'notReadyYet') : t('isOff')}
          onChange={(on) => void save({ paymentAccountId, query: { active: on ? 'true' : 'false' } })}
        />
      </div>
      {paymentProviderName === 'PAYPAL' && account.missing.length > 0 && (
        <Notice tone="warning">{t('payPalNoAccount')}</Notice>
      )}
      {paymentProviderName === 'STRIPE' && <StripeAccount account={account} />}
      <Rates rate={rate} platformFee={platformFee} />
      {account.missing.includes('fluidpay_key') && <Notice tone="warning">{t('keyRefused')}</Notice>}
      <div className={styles.row}>
        <Button kind="quiet" flush aria-label={t('editFeeOf', { name })} onClick={onEdit}>
          {t('edit')}
        </Button>
        {paymentProviderName !== 'STRIPE' && (
          <Button kind="quiet" onClick={onChange}>
            {t(paymentProviderName === 'FLUIDPAY' ? 'changeKeys' : 'changeAddress')}
          </Button>
        )}
      </div>
    </Card>
  )
}

/** The provider's rate, the platform fee, and their sum. */
function Rates({ rate, platformFee }: { rate: Rate; platformFee: Rate }) {
  const t = useTexts('money', english)
  const toRateText = ({ perMille, cents }: Rate) =>
    t('rateText', { percent: `${numberText(perMille / 10, 1)}%`, amount: moneyText(cents) })
  return (
    <dl className={styles.facts}>
      <dt>{t('editProcessor')}</dt>
      <dd>{toRateText(rate)}</dd>
      <dt>{t('platformFee')}</dt>
      <dd>{toRateText(platformFee)}</dd>
      <dt className={styles.total}>{t('totalFee')}</dt>
      <dd className={styles.total}>{toRateText(addRates(rate, platformFee))}</dd>
    </dl>
  )
}

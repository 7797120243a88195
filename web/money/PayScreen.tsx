import { useId } from 'react'
import { useParams } from 'react-router-dom'
import { paidBy } from '#shared/rules/paying.ts'
import { callOpen } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { Countdown } from '../kit/Countdown.tsx'
import { dateTimeText, moneyText } from '../kit/format.ts'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { EmptyState, ErrorState } from '../kit/States.tsx'
import { useKeptFocus } from '../kit/useKeptFocus.ts'
import { signedInUser } from '../session/tokens.ts'
import { BarePage } from '../shell/BarePage.tsx'
import { paths } from '../paths.ts'
import { CardFields } from './CardFields.tsx'
import { isUnderWay } from './chosenFees.ts'
import styles from './Pay.module.css'
import { ReceiptButton } from './ReceiptButton.tsx'
import english from './texts.en.json'
import { FeeCheckout } from './FeeCheckout.tsx'
import { type Outcome, type PayView, usePayLink } from './usePayLink.ts'

/** Target of a payment link: anyone who has it can pay without signing in. Shows first names only. */
export default function PayScreen() {
  const t = useTexts('money', english)
  const { payId = '' } = useParams()
  return (
    <BarePage title={t('payTitle')}>
      <PaymentLink key={payId} payId={payId} />
    </BarePage>
  )
}

function PaymentLink({ payId }: { payId: string }) {
  const t = useTexts('money', english)
  const {
    view,
    outcome,
    problem,
    busy,
    reload: read,
    refreshView,
    pay,
    charge,
    leaveCard,
    setProblem: onFailure,
  } = usePayLink(payId)
  if (!view && problem)
    return (
      <>
        <h1>{t('payTitle')}</h1>
        <ErrorState
          title={t('payFailed')}
          hint={problemText(problem)}
          retryLabel={t('tryAgain')}
          onRetry={() => void read()}
          busy={busy}
        />
      </>
    )
  if (!view) return <RowSkeletons label={t('loading')} rows={5} />
  return (
    <>
      <h1>{t('payTo', { club: view.organization.name })}</h1>
      {outcome && !outcome.card && <PaymentOutcome outcome={outcome} busy={busy} onRefresh={() => void read()} />}
      {problem && (
        <div role="alert">
          <Notice tone="danger">{problemText(problem)}</Notice>
        </div>
      )}
      {view.heldUntil !== null && (
        <Countdown
          key={view.heldUntil}
          until={view.heldUntil}
          beforeLastHour={t('heldUntil', { when: dateTimeText(view.heldUntil, view.organization.timezone) })}
          onExpired={refreshView}
        >
          {(time) => (time === undefined ? t('holdOver') : t('heldFor', { time }))}
        </Countdown>
      )}
      {outcome?.card ? (
        <CardFields card={outcome.card} sum={outcome.amountInCents} busy={busy} charge={charge} onBack={leaveCard} />
      ) : view.fees.length === 0 ? (
        <EmptyState title={t('nothingOwed')} hint={t(isPlaceLost(view) ? 'holdLapsed' : 'nothingLeft')} />
      ) : view.child ? (
        <EmptyState title={t('guardianPays')} hint={t('guardianPaysHint')} />
      ) : view.methods.length === 0 ? (
        <EmptyState title={t('noOnline')} hint={t('noOnlineHint')} />
      ) : (
        <FeeCheckout
          key={view.fees.map((fee) => `${fee.feePlayerId} ${isUnderWay(fee)}`).join()}
          payId={payId}
          view={view}
          busy={busy}
          pay={pay}
          isUnfinished={outcome?.state === 'open'}
        />
      )}
      <PaidFees view={view} payId={payId} onFailure={onFailure} />
      {view.registrationId !== null ? (
        <ButtonLink to={paths.register({ registrationId: view.registrationId })}>{t('toRegistration')}</ButtonLink>
      ) : (
        // Anyone with the link may pay; users who are signed in came from their own list.
        signedInUser() !== undefined && <ButtonLink to={paths.myPayments()}>{t('toPayments')}</ButtonLink>
      )}
    </>
  )
}

/** The place was not paid for and is no longer due, usually because the time to pay is over. */
const isPlaceLost = ({ registrationId, paid }: PayView): boolean => registrationId !== null && paid.length === 0

/** The outcome of a payment the user returns from. */
function PaymentOutcome({ outcome, busy, onRefresh }: { outcome: Outcome; busy: boolean; onRefresh: () => void }) {
  const t = useTexts('money', english)
  const { state, amountInCents, label, isRefused, unsure } = outcome
  const tone = state === 'paid' ? 'success' : state === 'processing' && !unsure ? 'primary' : 'warning'
  const sum = moneyText(amountInCents)
  const { means: kind, name } = paidBy(label)
  const card = name ?? t(`${kind}Yours`)
  const text = { paid: 'payPaid', processing: 'payOnItsWay', open: 'payNotDone', closed: 'payEnded' } as const
  const box = useKeptFocus<HTMLDivElement>()
  return (
    <div ref={box} role="status" tabIndex={-1}>
      <Notice tone={tone}>
        {t(unsure ? `payUnsure_${unsure}` : isRefused ? 'payRefused' : text[state], { sum, card })}
      </Notice>
      {unsure === 'asked' && (
        <Button busy={busy} onClick={onRefresh}>
          {t('lookAgain')}
        </Button>
      )}
    </div>
  )
}

type PaidFeesProps = { view: PayView; payId: string; onFailure: (problem: unknown) => void }
function PaidFees({ view: { paid, organization }, payId, onFailure }: PaidFeesProps) {
  const t = useTexts('money', english)
  const id = useId()
  if (paid.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('paidOnline')}</h2>
      <ul className={styles.list}>
        {paid.map(({ name, player, amountInCents, paidAt, receiptOf }, i) => (
          <li key={`${paidAt} ${name} ${player}`} className={styles.row}>
            <span>
              {name}, {player}
              <br />
              <span className={styles.muted}>{dateTimeText(paidAt, organization.timezone)}</span>
            </span>
            <span className={styles.price}>
              {moneyText(amountInCents)}
              {receiptOf !== null && paid.findIndex((other) => other.receiptOf === receiptOf) === i && (
                <ReceiptButton
                  read={(language) =>
                    callOpen('GET /rest-api/pay/{payId}/receipt', { payId, query: { paymentId: receiptOf, language } })
                  }
                  onFailure={onFailure}
                />
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

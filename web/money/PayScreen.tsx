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
import { ToPay } from './ToPay.tsx'
import { type Outcome, type PayView, usePayLink } from './usePayLink.ts'

/** Target of a payment link: anyone who has it can pay without signing in. Shows first names only. */
export default function PayScreen() {
  const t = useTexts('money', english)
  const { payId = '' } = useParams()
  return (
    <BarePage title={t('payTitle')}>
      <Link key={payId} payId={payId} />
    </BarePage>
  )
}

function Link({ payId }: { payId: string }) {
  const t = useTexts('money', english)
  const { view, outcome, problem, busy, read, look, pay, charge, leaveCard, failed } = usePayLink(payId)
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
      {outcome && !outcome.card && <Became outcome={outcome} busy={busy} again={() => void read()} />}
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
          onExpired={look}
        >
          {(time) => (time === undefined ? t('holdOver') : t('heldFor', { time }))}
        </Countdown>
      )}
      {outcome?.card ? (
        <CardFields card={outcome.card} sum={outcome.amountInCents} busy={busy} charge={charge} leave={leaveCard} />
      ) : view.fees.length === 0 ? (
        <EmptyState title={t('nothingOwed')} hint={t(isLost(view) ? 'holdLapsed' : 'nothingLeft')} />
      ) : view.child ? (
        <EmptyState title={t('guardianPays')} hint={t('guardianPaysHint')} />
      ) : view.methods.length === 0 ? (
        <EmptyState title={t('noOnline')} hint={t('noOnlineHint')} />
      ) : (
        <ToPay
          key={view.fees.map((fee) => `${fee.feePlayerId} ${isUnderWay(fee)}`).join()}
          payId={payId}
          view={view}
          busy={busy}
          pay={pay}
          unfinished={outcome?.state === 'open'}
        />
      )}
      <Done view={view} payId={payId} failed={failed} />
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
const isLost = ({ registrationId, paid }: PayView): boolean => registrationId !== null && paid.length === 0

/** The outcome of a payment the user returns from. */
function Became({ outcome, busy, again }: { outcome: Outcome; busy: boolean; again: () => void }) {
  const t = useTexts('money', english)
  const { state, amountInCents, label, isRefused, unsure } = outcome
  const tone = state === 'paid' ? 'success' : state === 'processing' && !unsure ? 'primary' : 'warning'
  const sum = moneyText(amountInCents)
  const { means, name } = paidBy(label)
  const card = name ?? t(`${means}Yours`)
  const text = { paid: 'payPaid', processing: 'payOnItsWay', open: 'payNotDone', closed: 'payEnded' } as const
  const box = useKeptFocus<HTMLDivElement>()
  return (
    <div ref={box} role="status" tabIndex={-1}>
      <Notice tone={tone}>
        {t(unsure ? `payUnsure_${unsure}` : isRefused ? 'payRefused' : text[state], { sum, card })}
      </Notice>
      {unsure === 'asked' && (
        <Button busy={busy} onClick={again}>
          {t('lookAgain')}
        </Button>
      )}
    </div>
  )
}

type DoneProps = { view: PayView; payId: string; failed: (problem: unknown) => void }
function Done({ view: { paid, organization }, payId, failed }: DoneProps) {
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
              {receiptOf !== null && paid.findIndex((one) => one.receiptOf === receiptOf) === i && (
                <ReceiptButton
                  read={(language) =>
                    callOpen('GET /rest-api/pay/{payId}/receipt', { payId, query: { paymentId: receiptOf, language } })
                  }
                  failed={failed}
                />
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

import { dayIn } from '#shared/rules/days.ts'
import { paidBy } from '#shared/rules/paying.ts'
import { callApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Badge, Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { classes } from '../kit/classes.ts'
import { confirm } from '../kit/confirm.ts'
import { dateText, dateTimeText, moneyText } from '../kit/format.ts'
import { useSave } from '../shell/useSave.ts'
import type { FeeDetails } from './answers.ts'
import styles from './Payments.module.css'
import { ReceiptButton } from './ReceiptButton.tsx'
import { refreshes } from './refreshes.ts'
import english from './texts.en.json'

type Payment = FeeDetails['payments'][number]
type Dispute = NonNullable<Payment['dispute']>
type Props = {
  fee: FeeDetails
  mayEdit: boolean
  onRefund: (payment: Payment) => void
  onChargeback: (payment: Payment) => void
  onRefundByHand: (payment: Payment) => void
}

/** Payments of a fee; those recorded by mistake can be undone. */
export function PaymentList({ fee, mayEdit, onRefund, onChargeback, onRefundByHand }: Props) {
  const t = useTexts('money', english)
  const { save, saving } = useSave('POST /rest-api/fee/undo-payment/{feePlayerId}', {
    refreshes,
    saved: t('paymentUndone'),
    failed: t('saveFailed'),
  })
  if (fee.payments.length === 0) return null
  const { feePlayerId, status, organization } = fee
  async function undo(paymentId: string, cents: number) {
    const question = {
      title: t('undoTitle', { sum: moneyText(cents) }),
      lost: t('undoLost'),
      kept: null,
      yes: t('undo'),
    }
    if (await confirm(question)) await save({ feePlayerId, body: { paymentId } })
  }
  return (
    <section aria-label={t('payments')}>
      <h3>{t('payments')}</h3>
      <ul className={styles.payments}>
        {fee.payments.map((payment) => {
          const { paymentId, amountInCents, givenBackInCents, how, note, paidAt, paidOn } = payment
          const remaining = amountInCents - givenBackInCents
          const { means, name } = paidBy(how === 'CARD' ? note : undefined)
          const { takenByBankInCents: withdrawnByBank, goneBackInCents: givenBack } = payment
          const isMistake = !isOnline(how) && status !== 'CANCELLED'
          return (
            <li key={paymentId} className={styles.payment}>
              <span className={styles.what}>
                <span className={classes(remaining === 0 && styles.gone)}>
                  {moneyText(amountInCents)}, {means === 'card' ? t(how) : (name ?? t(means))}
                </span>
                <span className={styles.muted}>
                  {paidOn === dayIn(paidAt, organization.timezone)
                    ? dateTimeText(paidAt, organization.timezone)
                    : t('putDownOn', { day: dateText(paidOn), when: dateTimeText(paidAt, organization.timezone) })}
                  {note && means === 'card' && ` · ${name ?? note}`}
                  {payment.onItsWayInCents > 0 && ` · ${t('onItsWay', { sum: moneyText(payment.onItsWayInCents) })}`}
                  {payment.refusedInCents > 0 && ` · ${t('refundRefused', { sum: moneyText(payment.refusedInCents) })}`}
                  {withdrawnByBank > 0 && ` · ${t('takenByBank', { sum: moneyText(withdrawnByBank) })}`}
                  {givenBack > 0 && ` · ${t(isMistake ? 'takenBack' : 'givenBack', { sum: moneyText(givenBack) })}`}
                </span>
                {mayEdit && payment.refusedInCents > 0 && payment.dispute?.status !== 'open' && (
                  <RefusedRefund fee={fee} payment={payment} onRefundByHand={onRefundByHand} />
                )}
              </span>
              {remaining > 0 && (
                <span className={styles.actions}>
                  <ReceiptButton
                    read={(language) =>
                      callApi('GET /rest-api/fee/receipt/{feePlayerId}', {
                        feePlayerId,
                        query: { paymentId, language },
                      })
                    }
                  />
                  {mayEdit && isOnline(how) && (
                    <Button
                      kind="quiet"
                      onClick={() => onRefund(payment)}
                      {...(how === 'PAYPAL'
                        ? { disabledReason: t('refundAtPayPal') }
                        : payment.dispute?.status === 'open' && { disabledReason: t('refundDisputed') })}
                    >
                      {t('refund')}
                    </Button>
                  )}
                  {mayEdit && payment.chargebackByHand && (
                    <Button kind="quiet" onClick={() => onChargeback(payment)}>
                      {t('chargeback')}
                    </Button>
                  )}
                  {mayEdit && isMistake && (
                    <Button kind="quiet" busy={saving} onClick={() => void undo(paymentId, remaining)}>
                      {t('undo')}
                    </Button>
                  )}
                </span>
              )}
              {payment.dispute && <DisputeNotice fee={fee} dispute={payment.dispute} mayEdit={mayEdit} />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

type RefusedRefundProps = { fee: FeeDetails; payment: Payment } & Pick<Props, 'onRefundByHand'>
/** The provider refused a refund: it is retried (with PayPal, from the club's account there) or was given by hand. */
function RefusedRefund({ fee: { feePlayerId }, payment, onRefundByHand }: RefusedRefundProps) {
  const t = useTexts('money', english)
  const { paymentId, how } = payment
  const { save, saving } = useSave('POST /rest-api/fee/refund-again/{feePlayerId}', {
    refreshes,
    saved: t('refundSaved'),
    failed: t('saveFailed'),
  })
  return (
    <>
      {how === 'PAYPAL' && <Notice>{t('refundAtPayPal')}</Notice>}
      <span className={styles.actions}>
        {how !== 'PAYPAL' && (
          <Button
            kind="quiet"
            busy={saving}
            onClick={() => void save({ feePlayerId, body: { paymentId, how: 'AGAIN' } })}
          >
            {t('refundAgain')}
          </Button>
        )}
        <Button kind="quiet" onClick={() => onRefundByHand(payment)}>
          {t('refundByHand')}
        </Button>
      </span>
    </>
  )
}

const isOnline = (how: Payment['how']): boolean => how === 'CARD' || how === 'PAYPAL'

/** A dispute by the payer's bank: what the club has to do and by when, or how it ended. */
function DisputeNotice({ fee, dispute, mayEdit }: { fee: FeeDetails; dispute: Dispute; mayEdit: boolean }) {
  const t = useTexts('money', english)
  const { status, dueBy } = dispute
  const isOpen = fee.outstandingInCents > 0
  if (status === 'inquiry') {
    const isDeadlineShown = mayEdit && dueBy !== null
    const day = isDeadlineShown ? dateTimeText(dueBy, fee.organization.timezone) : ''
    return (
      <Notice tone="warning">
        {t(isDeadlineShown ? 'inquiryUntil' : mayEdit ? 'inquiryOpen' : 'inquiry', { day })}
      </Notice>
    )
  }
  if (status === 'won') return mayEdit && <Badge tone="success">{t('disputeWon')}</Badge>
  return (
    <Notice tone="danger">
      {status === 'lost'
        ? t(isOpen ? 'disputeLost' : 'disputeOver')
        : mayEdit && dueBy !== null
          ? t('disputedUntil', { day: dateTimeText(dueBy, fee.organization.timezone) })
          : t('disputed')}
    </Notice>
  )
}

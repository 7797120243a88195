import { useId, useState } from 'react'
import { useParams } from 'react-router-dom'
import { priceOf } from '#shared/rules/paying.ts'
import { callOpen } from '../api.ts'
import { useProblemText, useTexts } from '../i18n.ts'
import { Badge, Notice } from '../kit/Badge.tsx'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { Countdown } from '../kit/Countdown.tsx'
import { dateText, dateTimeText, moneyText } from '../kit/format.ts'
import { Radios } from '../kit/Radios.tsx'
import { EmptyState, ErrorState } from '../kit/States.tsx'
import { BarePage } from '../shell/BarePage.tsx'
import { paths } from '../paths.ts'
import { CardFields } from './CardFields.tsx'
import { MoneySkeleton } from './MoneySkeleton.tsx'
import styles from './Pay.module.css'
import { ReceiptButton } from './ReceiptButton.tsx'
import english from './texts.en.json'
import { keepChosen, useFirstChosen } from './chosenFees.ts'
import { type Outcome, type PayView, usePayLink } from './usePayLink.ts'

/** Where a payment link leads: whoever has it pays here, without signing in. Nothing of whom it is for stands here but first names. */
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
  const sayProblem = useProblemText()
  const { view, outcome, problem, busy, read, look, pay, charge, failed } = usePayLink(payId)
  if (!view && problem)
    return (
      <>
        <h1>{t('payTitle')}</h1>
        <ErrorState
          title={t('payFailed')}
          hint={sayProblem(problem)}
          retryLabel={t('tryAgain')}
          onRetry={() => void read()}
          busy={busy}
        />
      </>
    )
  if (!view) return <MoneySkeleton label={t('loading')} />
  return (
    <>
      <h1>{t('payTo', { club: view.organization.name })}</h1>
      {outcome && !outcome.card && <Became outcome={outcome} />}
      {problem && (
        <div role="alert">
          <Notice tone="danger">{sayProblem(problem)}</Notice>
        </div>
      )}
      {view.heldUntil !== null && (
        <Countdown
          key={view.heldUntil}
          until={view.heldUntil}
          far={t('heldUntil', { when: dateTimeText(view.heldUntil, view.organization.timezone) })}
          over={look}
        >
          {(time) => (time === undefined ? t('holdOver') : t('heldFor', { time }))}
        </Countdown>
      )}
      {outcome?.card ? (
        <CardFields card={outcome.card} sum={outcome.amountInCents} busy={busy} charge={charge} />
      ) : view.fees.length === 0 ? (
        <EmptyState title={t('nothingOwed')} hint={t(isLost(view) ? 'holdLapsed' : 'nothingLeft')} />
      ) : view.child ? (
        <EmptyState title={t('guardianPays')} hint={t('guardianPaysHint')} />
      ) : view.methods.length === 0 ? (
        <EmptyState title={t('noOnline')} hint={t('noOnlineHint')} />
      ) : (
        <ToPay
          key={view.fees.map(({ feePlayerId, beingPaid }) => `${feePlayerId} ${beingPaid === 'onItsWay'}`).join()}
          payId={payId}
          view={view}
          busy={busy}
          pay={pay}
          unfinished={outcome?.state === 'open'}
        />
      )}
      <Done view={view} payId={payId} failed={failed} />
      {view.registrationId !== null && (
        <ButtonLink to={paths.register({ registrationId: view.registrationId })}>{t('toRegistration')}</ButtonLink>
      )}
    </>
  )
}

/** Nothing is asked for a place any more that nobody has paid: as a rule the time to pay is over. */
const isLost = ({ registrationId, paid }: PayView): boolean => registrationId !== null && paid.length === 0

/** What has become of the payment that one comes back from. */
function Became({ outcome }: { outcome: Outcome }) {
  const t = useTexts('money', english)
  const { state, amountInCents, label, isRefused } = outcome
  const tone = state === 'paid' ? 'success' : state === 'processing' ? 'primary' : 'warning'
  const sum = moneyText(amountInCents)
  const text = { paid: 'payPaid', processing: 'payOnItsWay', open: 'payNotDone', closed: 'payEnded' } as const
  return (
    <div role="status">
      <Notice tone={tone}>{t(isRefused ? 'payRefused' : text[state], { sum, card: label ?? '' })}</Notice>
    </div>
  )
}

type Pay = ReturnType<typeof usePayLink>['pay']

type ToPayProps = { payId: string; view: PayView; busy: boolean; pay: Pay; unfinished: boolean }
/** `unfinished`: they have just come back from the provider’s page without paying, and by this link nobody else is there. */
function ToPay({ payId, view, busy, pay, unfinished }: ToPayProps) {
  const t = useTexts('money', english)
  const { fees, methods } = view
  const first = useFirstChosen(payId, fees)
  const [chosen, choose] = useState(first)
  const [account, setAccount] = useState(methods[0]?.paymentAccountId ?? '')
  const method = methods.find(({ paymentAccountId }) => paymentAccountId === account)
  const wanted = fees.filter(({ feePlayerId }) => chosen.has(feePlayerId))
  const [save, setSave] = useState(false)
  const canSave = view.canSave && method?.paymentProviderName === 'STRIPE'
  const price = method && priceOf(wanted, method.rate)
  const isElsewhere = ({ beingPaid }: PayView['fees'][number]) =>
    beingPaid !== null && !(unfinished && beingPaid === 'here')
  const beingPaid = wanted.some(isElsewhere)
  const why = wanted.length === 0 ? t('chooseOne') : price === undefined ? t('cannotPay') : undefined
  function start() {
    if (!price) return
    const feePlayerIds = wanted.map(({ feePlayerId }) => feePlayerId)
    keepChosen(payId, feePlayerIds)
    void pay({
      feePlayerIds,
      paymentAccountId: account,
      totalInCents: price.total,
      instead: wanted.some((fee) => fee.beingPaid !== null),
      ...(canSave && save && { save }),
    })
  }
  const toggle = (id: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    choose(next)
  }
  const list = (
    <ul className={styles.list} aria-label={t('toPay')}>
      {fees.map((fee) => (
        <Card as="li" key={fee.feePlayerId}>
          <div className={styles.row}>
            <Checkbox
              label={
                <>
                  <strong>{fee.name}</strong>, {fee.player}
                </>
              }
              value={chosen.has(fee.feePlayerId)}
              onChange={(on) => toggle(fee.feePlayerId, on)}
              hint={t('dueOnDay', { day: dateText(fee.dueOn) })}
              {...(fee.beingPaid === 'onItsWay' && { disabledReason: t('underWayHint') })}
            />
            <span className={styles.price}>
              {moneyText(fee.outstandingInCents)}
              {fee.status === 'LATE' && fee.beingPaid !== 'onItsWay' && <Badge tone="danger">{t('LATE')}</Badge>}
              {isElsewhere(fee) && (
                <Badge tone={fee.beingPaid === 'onItsWay' ? 'primary' : 'warning'}>
                  {t(fee.beingPaid === 'onItsWay' ? 'underWay' : 'beingPaid')}
                </Badge>
              )}
            </span>
          </div>
        </Card>
      ))}
    </ul>
  )
  // All of it is on its way: there is nothing to pay, and no way to choose.
  if (fees.every((fee) => fee.beingPaid === 'onItsWay')) return list
  return (
    <>
      {list}
      {methods.length > 1 && (
        <Radios
          label={t('payWith')}
          value={account}
          onChange={setAccount}
          options={methods.map(({ paymentAccountId, paymentProviderName }) => ({
            value: paymentAccountId,
            label: t(`with${paymentProviderName}`),
          }))}
        />
      )}
      {price && wanted.length > 0 && (
        <dl className={styles.sums}>
          <dt>{t('sum')}</dt>
          <dd>{moneyText(price.sum)}</dd>
          {price.surcharge > 0 && (
            <>
              <dt>{t('surcharge')}</dt>
              <dd>{moneyText(price.surcharge)}</dd>
            </>
          )}
          <dt className={styles.total}>{t('totalToPay')}</dt>
          <dd className={styles.total}>{moneyText(price.total)}</dd>
        </dl>
      )}
      {canSave && (
        <Checkbox
          label={t('saveCard')}
          hint={t('saveCardHint', { club: view.organization.name })}
          value={save}
          onChange={setSave}
        />
      )}
      {beingPaid && <Notice tone="warning">{t('beingPaidHint')}</Notice>}
      <Button kind="primary" wide busy={busy} onClick={start} {...(why !== undefined && { disabledReason: why })}>
        {t(beingPaid ? 'payHereInstead' : 'payNow', { sum: moneyText(price?.total ?? 0) })}
      </Button>
      <p className={styles.muted}>{t('payHosted')}</p>
    </>
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

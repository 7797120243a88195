import { useState } from 'react'
import { maxPaidAtOnce, ownAccounts, priceOf, payWaysForFees } from '#shared/rules/paying.ts'
import { useTexts } from '../i18n.ts'
import { Badge, Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { dateText, moneyText } from '../kit/format.ts'
import { Radios } from '../kit/Radios.tsx'
import { isUnderWay, storeChosenFees, useInitialFeeIds } from './chosenFees.ts'
import styles from './Pay.module.css'
import english from './texts.en.json'
import type { PayView, usePayLink } from './usePayLink.ts'

type Pay = ReturnType<typeof usePayLink>['pay']

type Fee = PayView['fees'][number]
type FeeCheckoutProps = { payId: string; view: PayView; busy: boolean; pay: Pay; isUnfinished: boolean }
/** `isUnfinished`: the user has just returned from the provider without paying, and nobody else is paying by this link. */
export function FeeCheckout({ payId, view, busy, pay, isUnfinished }: FeeCheckoutProps) {
  const t = useTexts('money', english)
  const { fees, methods } = view
  const initialFeeIds = useInitialFeeIds(payId, fees)
  const [chosenIds, setChosenIds] = useState(initialFeeIds)
  const [account, setAccount] = useState('')
  const chosenFees = fees.filter(({ feePlayerId }) => chosenIds.has(feePlayerId))
  const methodsForFees = payWaysForFees(chosenFees, methods)
  const method = methodsForFees.find(({ paymentAccountId }) => paymentAccountId === account) ?? methodsForFees[0]
  const [shouldSave, setShouldSave] = useState(false)
  const canSave = view.canSave && method?.paymentProviderName === 'STRIPE'
  const price = method && priceOf(chosenFees, method.rate)
  const isPaidElsewhere = ({ beingPaid }: Fee) => beingPaid !== null && !(isUnfinished && beingPaid === 'here')
  const isAnyPaidElsewhere = chosenFees.some(isPaidElsewhere)
  function disabledReason(): string | undefined {
    if (chosenFees.length === 0) return t('chooseOne')
    if (chosenFees.length > maxPaidAtOnce) return t('tooManyAtOnce', { most: maxPaidAtOnce })
    return price === undefined ? t('cannotPay') : undefined
  }
  function start() {
    if (!method || !price) return
    const feePlayerIds = chosenFees.map(({ feePlayerId }) => feePlayerId)
    storeChosenFees(payId, feePlayerIds)
    void pay({
      feePlayerIds,
      paymentAccountId: method.paymentAccountId,
      totalInCents: price.total,
      instead: chosenFees.some((fee) => fee.beingPaid !== null),
      ...(canSave && shouldSave && { save: shouldSave }),
    })
  }
  const list = (
    <FeeChoice fees={fees} chosenIds={chosenIds} setChosenIds={setChosenIds} isPaidElsewhere={isPaidElsewhere} />
  )
  const payable = fees.filter((fee) => !isUnderWay(fee))
  // Everything is being paid already: nothing to choose.
  if (payable.length === 0) return list
  return (
    <>
      {payable.length > maxPaidAtOnce && <Notice>{t('maxAtOnce', { most: maxPaidAtOnce })}</Notice>}
      {ownAccounts(payable).length > 1 && <Notice>{t('severalAccounts')}</Notice>}
      {list}
      {methodsForFees.length > 1 && (
        <Radios
          label={t('payWith')}
          value={method?.paymentAccountId ?? ''}
          onChange={setAccount}
          options={methodsForFees.map(({ paymentAccountId, paymentProviderName }) => ({
            value: paymentAccountId,
            label: t(`with${paymentProviderName}`),
          }))}
        />
      )}
      {price && chosenFees.length > 0 && (
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
          value={shouldSave}
          onChange={setShouldSave}
        />
      )}
      {isAnyPaidElsewhere && <Notice tone="warning">{t('beingPaidHint')}</Notice>}
      <Button kind="primary" wide busy={busy} onClick={start} disabledReason={disabledReason()}>
        {t(isAnyPaidElsewhere ? 'payHereInstead' : 'payNow', { sum: moneyText(price?.total ?? 0) })}
      </Button>
      <p className={styles.muted}>{t('payHosted')}</p>
    </>
  )
}

type FeeChoiceProps = {
  fees: readonly Fee[]
  chosenIds: ReadonlySet<string>
  setChosenIds: (chosenIds: Set<string>) => void
  isPaidElsewhere: (fee: Fee) => boolean
}
/** Fees to choose from; disabled ones say why. */
function FeeChoice({ fees, chosenIds, setChosenIds: choose, isPaidElsewhere }: FeeChoiceProps) {
  const t = useTexts('money', english)
  // Fees that go to another account than the chosen ones are paid separately.
  const [chosenAccount] = ownAccounts(fees.filter(({ feePlayerId }) => chosenIds.has(feePlayerId)))
  function disabledReason({ beingPaid, paymentAccountId: accountId, feePlayerId }: Fee) {
    if (isUnderWay({ beingPaid }))
      return { disabledReason: t(beingPaid === 'asked' ? 'cardAskedHint' : 'underWayHint') }
    const isOtherAccount = chosenAccount !== undefined && accountId !== null && accountId !== chosenAccount
    return isOtherAccount && !chosenIds.has(feePlayerId) ? { disabledReason: t('paidApart') } : {}
  }
  function toggle(id: string, on: boolean) {
    const next = new Set(chosenIds)
    if (on) next.add(id)
    else next.delete(id)
    choose(next)
  }
  return (
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
              value={chosenIds.has(fee.feePlayerId)}
              onChange={(on) => toggle(fee.feePlayerId, on)}
              hint={t('dueOnDay', { day: dateText(fee.dueOn) })}
              {...disabledReason(fee)}
            />
            <span className={styles.price}>
              {moneyText(fee.outstandingInCents)}
              {fee.status === 'LATE' && !isUnderWay(fee) && <Badge tone="danger">{t('LATE')}</Badge>}
              {isPaidElsewhere(fee) && (
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
}

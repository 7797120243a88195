import { useState } from 'react'
import { maxPaidAtOnce, ownAccounts, priceOf, payWaysForFees } from '#shared/rules/paying.ts'
import { useTexts } from '../i18n.ts'
import { Badge, Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { dateText, moneyText } from '../kit/format.ts'
import { Radios } from '../kit/Radios.tsx'
import { isUnderWay, keepChosen, useFirstChosen } from './chosenFees.ts'
import styles from './Pay.module.css'
import english from './texts.en.json'
import type { PayView, usePayLink } from './usePayLink.ts'

type Pay = ReturnType<typeof usePayLink>['pay']

type Fee = PayView['fees'][number]
type ToPayProps = { payId: string; view: PayView; busy: boolean; pay: Pay; unfinished: boolean }
/** `unfinished`: the user has just returned from the provider without paying, and nobody else is paying by this link. */
export function ToPay({ payId, view, busy, pay, unfinished }: ToPayProps) {
  const t = useTexts('money', english)
  const { fees, methods } = view
  const first = useFirstChosen(payId, fees)
  const [chosen, choose] = useState(first)
  const [account, setAccount] = useState('')
  const wanted = fees.filter(({ feePlayerId }) => chosen.has(feePlayerId))
  const ways = payWaysForFees(wanted, methods)
  const method = ways.find(({ paymentAccountId }) => paymentAccountId === account) ?? ways[0]
  const [save, setSave] = useState(false)
  const canSave = view.canSave && method?.paymentProviderName === 'STRIPE'
  const price = method && priceOf(wanted, method.rate)
  const isElsewhere = ({ beingPaid }: Fee) => beingPaid !== null && !(unfinished && beingPaid === 'here')
  const beingPaid = wanted.some(isElsewhere)
  function whyNot(): string | undefined {
    if (wanted.length === 0) return t('chooseOne')
    if (wanted.length > maxPaidAtOnce) return t('tooManyAtOnce', { most: maxPaidAtOnce })
    return price === undefined ? t('cannotPay') : undefined
  }
  function start() {
    if (!method || !price) return
    const feePlayerIds = wanted.map(({ feePlayerId }) => feePlayerId)
    keepChosen(payId, feePlayerIds)
    void pay({
      feePlayerIds,
      paymentAccountId: method.paymentAccountId,
      totalInCents: price.total,
      instead: wanted.some((fee) => fee.beingPaid !== null),
      ...(canSave && save && { save }),
    })
  }
  const list = <Fees fees={fees} chosen={chosen} choose={choose} isElsewhere={isElsewhere} />
  const payable = fees.filter((fee) => !isUnderWay(fee))
  // Everything is being paid already: nothing to choose.
  if (payable.length === 0) return list
  return (
    <>
      {payable.length > maxPaidAtOnce && <Notice>{t('maxAtOnce', { most: maxPaidAtOnce })}</Notice>}
      {ownAccounts(payable).length > 1 && <Notice>{t('severalAccounts')}</Notice>}
      {list}
      {ways.length > 1 && (
        <Radios
          label={t('payWith')}
          value={method?.paymentAccountId ?? ''}
          onChange={setAccount}
          options={ways.map(({ paymentAccountId, paymentProviderName }) => ({
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
      <Button kind="primary" wide busy={busy} onClick={start} disabledReason={whyNot()}>
        {t(beingPaid ? 'payHereInstead' : 'payNow', { sum: moneyText(price?.total ?? 0) })}
      </Button>
      <p className={styles.muted}>{t('payHosted')}</p>
    </>
  )
}

type FeesProps = {
  fees: readonly Fee[]
  chosen: ReadonlySet<string>
  choose: (chosen: Set<string>) => void
  isElsewhere: (fee: Fee) => boolean
}
/** Fees to choose from; disabled ones say why. */
function Fees({ fees, chosen, choose, isElsewhere }: FeesProps) {
  const t = useTexts('money', english)
  // Fees that go to another account than the chosen ones are paid separately.
  const [own] = ownAccounts(fees.filter(({ feePlayerId }) => chosen.has(feePlayerId)))
  function whyNot({ beingPaid, paymentAccountId: to, feePlayerId }: Fee) {
    if (isUnderWay({ beingPaid }))
      return { disabledReason: t(beingPaid === 'asked' ? 'cardAskedHint' : 'underWayHint') }
    const isApart = own !== undefined && to !== null && to !== own
    return isApart && !chosen.has(feePlayerId) ? { disabledReason: t('paidApart') } : {}
  }
  function toggle(id: string, on: boolean) {
    const next = new Set(chosen)
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
              value={chosen.has(fee.feePlayerId)}
              onChange={(on) => toggle(fee.feePlayerId, on)}
              hint={t('dueOnDay', { day: dateText(fee.dueOn) })}
              {...whyNot(fee)}
            />
            <span className={styles.price}>
              {moneyText(fee.outstandingInCents)}
              {fee.status === 'LATE' && !isUnderWay(fee) && <Badge tone="danger">{t('LATE')}</Badge>}
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
}

import { useTexts } from '../i18n.ts'
import { dateText, moneyText } from '../kit/format.ts'
import { Radios } from '../kit/Radios.tsx'
import { Bill } from './Bill.tsx'
import type { Summary } from './formValues.ts'
import styles from './Register.module.css'
import english from './texts.en.json'

type PayWay = Summary['payWays'][number]
type Props = {
  summary: Summary
  payWays: readonly PayWay[]
  /** The only way, or the chosen one. */
  payWay: PayWay | undefined
  chosenWay: PayWay | ''
  onChoose: (way: PayWay | '') => void
  mustWait: boolean
  /** Only the deposit is paid now. */
  isDeposit: boolean
}

/** The ways to pay, and what the chosen one means. */
export function PayWays({ summary, payWays, payWay, chosenWay, onChoose, mustWait, isDeposit }: Props) {
  const t = useTexts('register', english)
  const { parts, dueNowInCents, processingFeeInCents } = summary
  /** Due date of a bill in one part; waiting players owe nothing yet. */
  const billDay = parts.length === 1 && !mustWait ? dateText(parts[0]?.dueOn ?? '') : undefined
  function toHint(way: PayWay): string | undefined {
    if (way === 'ONLINE' && processingFeeInCents > 0 && !isDeposit)
      return t('feeOnTop', { fee: moneyText(processingFeeInCents) })
    return way === 'BILL' && billDay ? t('dueOn', { day: billDay }) : undefined
  }
  return (
    <>
      {payWays.length > 1 && (
        <Radios
          label={t('how')}
          required
          value={chosenWay}
          onChange={onChoose}
          options={payWays.map((value) => ({ value, label: t(`pay_${value}`), hint: toHint(value) }))}
        />
      )}
      {payWay === 'BILL' && (
        <p className={styles.text}>
          {t('billHint')}
          {billDay && payWays.length === 1 && ` ${t('billDueOn', { day: billDay })}`}
        </p>
      )}
      {payWay === 'ONLINE' && (
        <p className={styles.text}>
          {dueNowInCents > 0 ? t('onlineHint') : t('onlineLaterHint', { day: dateText(parts[0]?.dueOn ?? '') })}
        </p>
      )}
      {payWay === 'ONLINE' && processingFeeInCents > 0 && !mustWait && (
        <Bill
          lines={[
            { label: t('processingFee'), amount: moneyText(processingFeeInCents) },
            { label: t('dueNow'), amount: moneyText(dueNowInCents + processingFeeInCents), kind: 'total' },
          ]}
        />
      )}
    </>
  )
}

import { Fragment } from 'react'
import {
  type Bill,
  periodBill,
  type PlanName,
  plans,
  type Price,
  type Promotion,
  quoteOf,
} from '#shared/rules/subscriptions.ts'
import { useTexts } from '../i18n.ts'
import { dateText, moneyText } from '../kit/format.ts'
import styles from './Subscriptions.module.css'
import english from './texts.en.json'
import { useLineText } from './useLineText.ts'

type Props = {
  plan: PlanName
  price: Price
  teams: number
  /** Last day of the trial; undefined if everything is paid at once. */
  trialEnd: string | undefined
  today: string
  promotion: Promotion | undefined
  /** Other items on the first paid bill, to which no discount applies. */
  extraLines: readonly Line[]
}
const noLines: readonly Line[] = []
type Line = { description: string; amount: number }

/** What is paid and when, as a sum that can be followed. */
export function OrderSum({ plan, price, teams, trialEnd, today, promotion, extraLines }: Props) {
  const t = useTexts('subscriptions', english)
  const period = plans[plan].months === 12 ? t('year') : t('month')
  const perTeamText = t('eachTeam', { price: moneyText(Number(price.unitAmountDecimal)), count: teams })
  if (trialEnd === undefined)
    return (
      <BillPart
        title={t('todayFor', { period })}
        description={perTeamText}
        bill={periodBill(today, { price, teams, promotion })}
        extraLines={extraLines}
      />
    )
  const { proration, first, next } = quoteOf({ plan, price, teams, trialEnd, today, promotion })
  const { days, ofDays, perTeam } = proration
  return (
    <>
      <p className={styles.lead}>
        {t('todayNothing', { amount: moneyText(0) })} {t('freeUntil', { date: dateText(trialEnd) })}
      </p>
      <BillPart
        title={t('onDay', { date: dateText(first.on) })}
        description={t('daysOf', { days, ofDays, price: moneyText(perTeam), count: teams })}
        bill={first}
        extraLines={noLines}
      />
      <BillPart
        title={t('fromDay', { date: dateText(next.on), period })}
        description={perTeamText}
        bill={next}
        extraLines={noLines}
      />
    </>
  )
}

type BillPartProps = { title: string; description: string; bill: Bill; extraLines: readonly Line[] }
function BillPart({ title, description, bill: { amount, discount, total }, extraLines }: BillPartProps) {
  const t = useTexts('subscriptions', english)
  const lineText = useLineText()
  return (
    <section className={styles.part} aria-label={title}>
      <h3>{title}</h3>
      <dl className={styles.facts}>
        <dt>{description}</dt>
        <dd>{moneyText(amount)}</dd>
        {discount > 0 && (
          <>
            <dt>{t('discount')}</dt>
            <dd>{moneyText(-discount)}</dd>
          </>
        )}
        {extraLines.map((line, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- two lines may have the same text
          <Fragment key={i}>
            <dt>{lineText(line.description)}</dt>
            <dd>{moneyText(line.amount)}</dd>
          </Fragment>
        ))}
        <dt className={styles.total}>{t('toPay')}</dt>
        <dd className={styles.total}>{moneyText(extraLines.reduce((sum, line) => sum + line.amount, total))}</dd>
      </dl>
    </section>
  )
}

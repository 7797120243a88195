import { useTexts } from '../i18n.ts'
import { monthText } from '../kit/format.ts'
import english from './texts.en.json'

/**
 * The text of a bill's line. Lines that we create at the provider (the first days after a trial, and the platform's share of
 * families' payments) are in English there and translated here.
 */
export function useLineText(): (description: string) => string {
  const t = useTexts('subscriptions', english)
  return (description) => {
    const [, days, daysInPeriod] = /^Team licenses, (\d+) of (\d+) days$/.exec(description) ?? []
    if (days !== undefined && daysInPeriod !== undefined) return t('firstDays', { days, of: daysInPeriod })
    const [, year, month] = /^Share of .*, (\d{4})-(\d{2})$/.exec(description) ?? []
    return year === undefined || month === undefined
      ? description
      : t('platformShare', { month: monthText(Number(year), Number(month)) })
  }
}

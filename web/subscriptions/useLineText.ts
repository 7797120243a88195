import { useTexts } from '../i18n.ts'
import { monthText } from '../kit/format.ts'
import english from './texts.en.json'

/**
 * What a line of a bill is for. The first days after a free period, and what is the platform's of families' payments, are written
 * by us, in English, as the provider keeps it.
 */
export function useLineText(): (description: string) => string {
  const t = useTexts('subscriptions', english)
  return (description) => {
    const [, days, of] = /^Team licenses, (\d+) of (\d+) days$/.exec(description) ?? []
    if (days !== undefined && of !== undefined) return t('firstDays', { days, of })
    const [, year, month] = /^Share of .*, (\d{4})-(\d{2})$/.exec(description) ?? []
    return year === undefined || month === undefined
      ? description
      : t('platformShare', { month: monthText(Number(year), Number(month)) })
  }
}

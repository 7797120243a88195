import { useTexts } from '../i18n.ts'
import english from './texts.en.json'

/** What a line of a bill is for. The first days after a free period are written by us, in English, as the provider keeps it. */
export function useLineText(): (description: string) => string {
  const t = useTexts('subscriptions', english)
  return (description) => {
    const [, days, of] = /^Team licenses, (\d+) of (\d+) days$/.exec(description) ?? []
    return days === undefined || of === undefined ? description : t('firstDays', { days, of })
  }
}

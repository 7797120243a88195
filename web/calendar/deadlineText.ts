import type { useTexts } from '../i18n.ts'
import { deadlines } from './eventForm.ts'
import type texts from './texts.en.json'

/** The answer deadline as text, from the form's number of hours before the start. */
export const deadlineText = (t: ReturnType<typeof useTexts<typeof texts>>, hours: string): string =>
  (deadlines as readonly string[]).includes(hours)
    ? t(`deadline_${(hours || 'none') as 'none'}`)
    : t('deadlineHours', { count: Number(hours) })

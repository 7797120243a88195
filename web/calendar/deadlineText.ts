import type { useTexts } from '../i18n.ts'
import { deadlines } from './eventForm.ts'
import type texts from './texts.en.json'

/** Until when families answer, of so many hours before the start as the form has them. */
export const deadlineText = (t: ReturnType<typeof useTexts<typeof texts>>, hours: string): string =>
  (deadlines as readonly string[]).includes(hours)
    ? t(`deadline_${(hours || 'none') as 'none'}`)
    : t('deadlineHours', { count: Number(hours) })

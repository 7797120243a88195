import { useTexts } from '../i18n.ts'
import texts from './texts.en.json'

export type Scope = 'this' | 'following' | 'all'

/** How much of a series is meant. What was parted from it by a change says so: nobody sees by a date of which series it is. */
export function useScopes() {
  const t = useTexts('calendar', texts)
  return (['this', 'following', 'all'] as const).map((value) => ({
    value,
    label: t(`scope_${value}`),
    ...(value === 'all' && { hint: t('scope_allHint') }),
  }))
}

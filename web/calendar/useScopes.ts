import { useTexts } from '../i18n.ts'
import texts from './texts.en.json'

export type Scope = 'this' | 'following' | 'all'

/**
 * The scopes of a change to a series. `all` has a hint that dates changed with `following` are a series of their own by now,
 * since a date does not show which series it is in.
 */
export function useScopes() {
  const t = useTexts('calendar', texts)
  return (['this', 'following', 'all'] as const).map((value) => ({
    value,
    label: t(`scope_${value}`),
    ...(value === 'all' && { hint: t('scope_allHint') }),
  }))
}

import type { SportName } from '#shared/rules/sports.ts'
import { useTexts } from '../i18n.ts'
import english from './texts.en.json'

/** Names of sports and playing fields in the reader's language; the API names both in English. */
export function useSportTexts() {
  const t = useTexts('sports', english)
  return {
    sportText: (name: string): string => (`sport_${name}` in english ? t(`sport_${name as SportName}`) : name),
    fieldText: (label: string): string => (`field_${label}` in english ? t(`field_${label as 'Field'}`) : label),
  }
}

import { formerName } from '#shared/rules/names.ts'
import { i18n } from './i18n.ts'

/** A name in the reader's language: one that was erased stands in English wherever it is kept. */
export const nameText = (name: string): string =>
  name === formerName ? i18n.t('formerMember', { ns: 'privacy', defaultValue: formerName }) : name

import { formerName } from '#shared/rules/names.ts'
import type { ReaderLanguage } from '../table/noticeChoices.ts'

/** Picks the text in the reader's language; texts are written in English and Spanish next to each other. */
export type Say = {
  (english: string, spanish: string): string
  language: ReaderLanguage
  /** The locale for days, times and amounts. */
  locale: 'en-US' | 'es-MX'
}

/** A text in both languages, for `say(...said)`. */
export type BilingualText = readonly [english: string, spanish: string]

export const sayIn = (language: ReaderLanguage): Say =>
  language === 'es'
    ? Object.assign((_english: string, spanish: string) => spanish, { language, locale: 'es-MX' as const })
    : Object.assign((english: string) => english, { language, locale: 'en-US' as const })

export const english: Say = sayIn('en')

export const moneyText = (cents: number, { locale }: Say): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).format(cents / 100)

/** A calendar day (YYYY-MM-DD) as text, such as `November 21, 2026`; independent of time zones. */
export const dayText = (day: string, { locale }: Say): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

/** A name; for an erased person, `formerName` in the reader's language. */
export const displayName = (name: string, say: Say): string =>
  name === formerName ? say(formerName, 'Antiguo miembro') : name

/** A list as text: `Ada, Ben, and Carla`; empty for an empty list. */
export const listText = (texts: readonly string[], { locale }: Say): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(texts)

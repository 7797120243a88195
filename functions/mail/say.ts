import { formerName } from '#shared/rules/names.ts'
import type { ReaderLanguage } from '../table/noticeChoices.ts'

/** Returns the text in the reader's language; English and Spanish are written side by side. */
export type Say = {
  (english: string, spanish: string): string
  language: ReaderLanguage
  /** The locale of days, times and amounts. */
  locale: 'en-US' | 'es-MX'
}

/** Both texts, for `say(...said)`. */
export type Said = readonly [english: string, spanish: string]

export const sayIn = (language: ReaderLanguage): Say =>
  language === 'es'
    ? Object.assign((_english: string, spanish: string) => spanish, { language, locale: 'es-MX' as const })
    : Object.assign((english: string) => english, { language, locale: 'en-US' as const })

export const english: Say = sayIn('en')

export const moneyText = (cents: number, { locale }: Say): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).format(cents / 100)

/** A day as `21 November 2026`, independent of time zones. */
export const dayText = (day: string, { locale }: Say): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

/** A name in the reader's language, including the placeholder for an erased person. */
export const nameSaid = (name: string, say: Say): string =>
  name === formerName ? say(formerName, 'Antiguo miembro') : name

/** `Ada, Ben, and Carla`; empty for an empty list. */
export const listText = (texts: readonly string[], { locale }: Say): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(texts)

import { formerName } from '#shared/rules/names.ts'
import type { ReaderLanguage } from '../table/noticeChoices.ts'

/** Says something in the reader's language: English and Spanish stand beside each other where they are written. */
export type Say = {
  (english: string, spanish: string): string
  language: ReaderLanguage
  /** How days, times and sums are written there. */
  locale: 'en-US' | 'es-MX'
}

/** The same in both languages, for `say(...said)`. */
export type Said = readonly [english: string, spanish: string]

export const sayIn = (language: ReaderLanguage): Say =>
  language === 'es'
    ? Object.assign((_english: string, spanish: string) => spanish, { language, locale: 'es-MX' as const })
    : Object.assign((english: string) => english, { language, locale: 'en-US' as const })

export const english: Say = sayIn('en')

export const moneyText = (cents: number, { locale }: Say): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).format(cents / 100)

/** `21 November 2026` of a day, whatever the zone. */
export const dayText = (day: string, { locale }: Say): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

/** A name as its reader reads it, also one that is erased. */
export const nameSaid = (name: string, say: Say): string =>
  name === formerName ? say(formerName, 'Antiguo miembro') : name

/** `Ada, Ben, and Carla`; empty for none. */
export const listText = (texts: readonly string[], { locale }: Say): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(texts)

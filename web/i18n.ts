import { formerName } from '#shared/rules/names.ts'
import { createInstance } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'

/**
 * The texts of an area are next to its screens: `texts.en.json`, `texts.es.json` … An area bundles its English texts, which are
 * the fallback for everyone. Every other language is one file for all areas, loaded before the first render, so that no screen
 * waits for its texts. The messages of API problems are in `problems/`, by code.
 */
const otherLanguages: Record<string, () => Promise<{ texts: Record<string, Record<string, string>> }>> = {
  es: () => import('./languages/es.ts'),
}
const languages = ['en', ...Object.keys(otherLanguages)]
const languageOf = (locale: string) => locale.split('-')[0] ?? locale

/** Some systems report an invalid locale (`en-US@posix`), at which Intl throws. */
function isLocale(locale: string): boolean {
  try {
    return Intl.getCanonicalLocales(locale).length === 1
  } catch {
    return false
  }
}

/** The first of the reader's locales whose language is supported. It also determines the formats of dates, times and numbers. */
export const chooseLocale = (locales: readonly string[], supported: readonly string[] = languages): string =>
  locales.find((locale) => isLocale(locale) && supported.includes(languageOf(locale))) ?? 'en-US'

/** The reader's language, e.g. `es`. */
export const readerLanguage = (): string => languageOf(document.documentElement.lang || 'en')

export const i18n = createInstance()

/** Initializes i18n in the reader's language and sets the document's language. */
export async function startTexts(locales: readonly string[] = navigator.languages): Promise<void> {
  const locale = chooseLocale(locales)
  const language = languageOf(locale)
  document.documentElement.lang = locale
  await i18n.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    supportedLngs: languages,
    resources: {},
    interpolation: { escapeValue: false },
  })
  // If they cannot be loaded, English is the fallback.
  const resources = await otherLanguages[language]?.().catch(() => undefined)
  for (const [path, texts] of Object.entries(resources?.texts ?? {})) {
    i18n.addResourceBundle(language, path.split('/').at(-2) ?? '', texts)
  }
}

type Keys<Texts> = keyof Texts extends infer Key
  ? Key extends `${infer Stem}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}`
    ? Stem
    : Key
  : never
/** `t('andMore', { count: 3 })`: selects keys ending in `_one` and `_other` by `count`, and interpolates `{{name}}`. */
export type Translate<Texts> = (key: Keys<Texts> & string, values?: Record<string, string | number>) => string

/** The texts of an area in the reader's language; `english` is its `texts.en.json`, which also types the keys. */
export function useTexts<Texts extends Record<string, string>>(area: string, english: Texts): Translate<Texts> {
  if (!i18n.hasResourceBundle('en', area)) i18n.addResourceBundle('en', area, english)
  const { t } = useTranslation(area)
  // i18next's resources are untyped; `english` has the keys of this area.
  return t as unknown as Translate<Texts>
}

/** The message of an API problem in the reader's language; the server's own is English. */
export const problemText = ({ code, message }: { code: string; message: string }): string =>
  i18n.t(code, { ns: 'problems', defaultValue: message })

/** A name in the reader's language: the placeholder for an erased name is stored in English. */
export const nameText = (name: string): string =>
  name === formerName ? i18n.t('formerMember', { ns: 'privacy', defaultValue: name }) : name

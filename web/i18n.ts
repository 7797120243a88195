import { formerName } from '#shared/rules/names.ts'
import { createInstance } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'

/**
 * The texts of an area lie beside its screens: `texts.en.json`, `texts.es.json` … An area brings its English along, which
 * is the fallback for everyone. Another language is one file for all areas, loaded before the first screen is drawn, so
 * that no screen has to wait for its words. What the API refuses with is `problems/`, by the problem's code.
 */
const others: Record<string, () => Promise<{ texts: Record<string, Record<string, string>> }>> = {
  es: () => import('./languages/es.ts'),
}
const languages = ['en', ...Object.keys(others)]
const base = (locale: string) => locale.split('-')[0] ?? locale

/** Some systems hand the browser a locale that is none (`en-US@posix`), and Intl throws at it. */
function isLocale(locale: string): boolean {
  try {
    return Intl.getCanonicalLocales(locale).length === 1
  } catch {
    return false
  }
}

/** The first of the reader's locales whose language we speak. It also forms days, times and numbers. */
export const chooseLocale = (wanted: readonly string[], spoken: readonly string[] = languages): string =>
  wanted.find((locale) => isLocale(locale) && spoken.includes(base(locale))) ?? 'en-US'

/** The language the reader is spoken to in, e.g. `es`. */
export const readerLanguage = (): string => base(document.documentElement.lang || 'en')

export const i18n = createInstance()

/** Starts the catalogue in the reader's language and marks the document with their locale. */
export async function startTexts(wanted: readonly string[] = navigator.languages): Promise<void> {
  const locale = chooseLocale(wanted)
  const language = base(locale)
  document.documentElement.lang = locale
  await i18n.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    supportedLngs: languages,
    resources: {},
    interpolation: { escapeValue: false },
  })
  // Where they cannot be had, English stands in.
  const more = await others[language]?.().catch(() => undefined)
  for (const [path, texts] of Object.entries(more?.texts ?? {})) {
    i18n.addResourceBundle(language, path.split('/').at(-2) ?? '', texts)
  }
}

type Keys<Texts> = keyof Texts extends infer Key
  ? Key extends `${infer Stem}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}`
    ? Stem
    : Key
  : never
/** `t('andMore', { count: 3 })`: keys ending in `_one` and `_other` are chosen by `count`; `{{name}}` is filled in. */
export type Say<Texts> = (key: Keys<Texts> & string, values?: Record<string, string | number>) => string

/** The texts of an area in the reader's language; `english` is its `texts.en.json`, which also types the keys. */
export function useTexts<Texts extends Record<string, string>>(area: string, english: Texts): Say<Texts> {
  if (!i18n.hasResourceBundle('en', area)) i18n.addResourceBundle('en', area, english)
  const { t } = useTranslation(area)
  // The catalogue of the library is not typed; `english` is what it holds for this area.
  return t as unknown as Say<Texts>
}

/** What the API refused, in a sentence of the reader's language; the server says it in English. */
export const problemText = ({ code, message }: { code: string; message: string }): string =>
  i18n.t(code, { ns: 'problems', defaultValue: message })

/** A name in the reader's language: one that was erased stands in English wherever it is kept. */
export const nameText = (name: string): string =>
  name === formerName ? i18n.t('formerMember', { ns: 'privacy', defaultValue: name }) : name

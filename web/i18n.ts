import { createInstance } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'

/**
 * The texts of an area lie beside its screens: `texts.en.json`, `texts.es.json` … An area brings its English along, which
 * is the fallback for everyone; other languages are loaded when a reader wants them.
 */
const others = import.meta.glob<{ default: Record<string, string> }>(['./*/texts.*.json', '!./*/texts.en.json'])
const languages = [...new Set(['en', ...Object.keys(others).map((path) => path.split('.').at(-2) ?? 'en')])]
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

const i18n = createInstance()

/** The texts of an area in another language; nothing there, or no way to get it, is no error: English stands in. */
async function read(language: string, area: string): Promise<Record<string, string>> {
  try {
    return (await others[`./${area}/texts.${language}.json`]?.())?.default ?? {}
  } catch {
    return {}
  }
}

/** Starts the catalogue in the reader's language and marks the document with their locale. */
export async function startTexts(wanted: readonly string[] = navigator.languages): Promise<void> {
  const locale = chooseLocale(wanted)
  document.documentElement.lang = locale
  await i18n
    .use(initReactI18next)
    .use({ type: 'backend', init: () => undefined, read })
    .init({
      lng: base(locale),
      fallbackLng: 'en',
      supportedLngs: languages,
      partialBundledLanguages: true,
      resources: {},
      ns: [],
      interpolation: { escapeValue: false },
    })
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

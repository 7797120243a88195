import { createInstance } from 'i18next'
import { describe, expect, test } from 'vitest'
import { faultSentences } from '#shared/faultSentences.ts'
import { problems } from '#shared/sentences.ts'
import { chooseLocale } from '#web/i18n.ts'
import { texts } from '#web/languages/es.ts'
import { clientSentences } from '#web/problems/showProblem.ts'
import { refusedByDevice } from '#web/files/uploads.ts'

test.each([
  [['en-GB', 'en'], 'en-GB'],
  [['es-MX', 'en-US'], 'es-MX'],
  [['fr-FR', 'es-ES'], 'es-ES'],
  [['fr-FR', 'de'], 'en-US'],
  [[], 'en-US'],
  [['en-US@posix', 'es-MX'], 'es-MX'],
  [['en-US@posix'], 'en-US'],
])('the languages %j of a browser lead to the locale %s', (wanted, chosen) => {
  expect(chooseLocale(wanted, ['en', 'es'])).toBe(chosen)
})

type Texts = Record<string, string>
const english = import.meta.glob<Texts>('../../../web/*/texts.en.json', { eager: true, import: 'default' })
const spanish = (area: string): Texts => texts[`../${area}/texts.es.json`] ?? {}
const areas = Object.entries(english).map(([path, texts]) => [path.split('/').at(-2) ?? '', texts] as const)

/** Returns the placeholders of a text in order of name. */
const filledIn = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name).toSorted()
const stemOf = (key: string) => /^(.+)_(?:one|many|other)$/.exec(key)?.[1]
/** Returns the keys that a language needs for these: plurals have the forms of `Intl.PluralRules`. */
const keysIn = (language: string, keys: string[]) => {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const wanted = keys.flatMap((key) => (stemOf(key) ? forms.map((form) => `${stemOf(key)}_${form}`) : [key]))
  return [...new Set(wanted)].toSorted()
}

const written = import.meta.glob<string>('../../../web/*/texts.*.json', {
  eager: true,
  import: 'default',
  query: '?raw',
})
test('no text key is repeated within a file', () => {
  const names = (json: string) => [...json.matchAll(/^ {2}"([^"]+)":/gm)].map(([, name = '']) => name)
  for (const [path, json] of Object.entries(written)) {
    const all = names(json)
    expect([path, all.filter((name, i) => all.indexOf(name) !== i)]).toEqual([path, []])
    // The pattern finds the same keys as the parser.
    expect([path, new Set(all)]).toEqual([path, new Set(Object.keys(JSON.parse(json) as object))])
  }
})

describe.each(areas)('Spanish texts of %s', (area, original) => {
  test('have the keys of the English ones, in Spanish plural forms', () => {
    expect(Object.keys(spanish(area)).toSorted()).toEqual(keysIn('es', Object.keys(original)))
  })
  test('have the same placeholders', () => {
    for (const [key, text] of Object.entries(spanish(area))) {
      const said = original[key] ?? original[`${stemOf(key)}_other`] ?? ''
      expect([key, filledIn(text)]).toEqual([key, filledIn(said)])
    }
  })
  test('are translated', () => {
    const same = Object.entries(spanish(area)).filter(([key, text]) => text === original[key])
    // Words that are the same in Spanish.
    const alike = [
      'Touchline',
      'CSV',
      'Excel (XLSX)',
      'No',
      'Chat',
      'Club',
      'Total',
      'General',
      'Color',
      'Golf',
      'Lacrosse',
      'Hockey',
      'Plan',
      'Token',
      'Webhook',
      'Webhooks',
    ]
    const names = ['Rugby', 'PayPal', 'Stripe', 'FluidPay', 'Re: {{subject}}', 'PDF', '{{count}} ms']
    const isWords = (text: string) => /\p{L}/u.test(text.replaceAll(/\{\{\w+\}\}/g, ''))
    const words = same.map(([, text]) => text).filter(isWords)
    expect(words.filter((text) => ![...alike, ...names].includes(text))).toEqual([])
  })
})

const faults = Object.fromEntries(Object.entries(faultSentences).map(([code, text]) => [`fault_${code}`, text]))

test('every error code, every field error and every error of the web has a Spanish text', () => {
  expect(Object.keys(spanish('problems')).toSorted()).toEqual(
    Object.keys({ ...problems, ...clientSentences, ...refusedByDevice, ...faults }).toSorted(),
  )
  for (const [key, text] of Object.entries(faults))
    expect([key, filledIn(spanish('problems')[key] ?? '')]).toEqual([key, filledIn(text)])
})

test('Spanish plurals have the right forms for none, one, some and a million', async () => {
  const i18n = createInstance()
  await i18n.init({ lng: 'es', ns: ['today'], resources: { es: { today: spanish('today') } } })
  const said = [0, 1, 2, 1_000_000].map((count) => i18n.t('lateFees', { ns: 'today', count }))
  expect(said).toEqual(['0 cuotas vencidas', '1 cuota vencida', '2 cuotas vencidas', '1000000 de cuotas vencidas'])
})

// The user is addressed as tú.
const formal = [
  // Forms that only address the user.
  /(?<!\p{L})(ustedes|usted|vosotr[oa]s|vuestr[oa]s?|escribíos|escríbanos|contáctenos|inténtelo|ábralo|guárdelo|elíjalo|póngase|asegúrese)(?!\p{L})/iu,
  // Forms that address the user at the beginning of a sentence, but not after `que` or `cuando`.
  /(?:^|[.:;!?…«¡¿'`]\s*)(?:no )?(abra|acepte|active|añada|agregue|busque|cambie|compruebe|confirme|continúe|copie|descargue|elija|envíe|escriba|espere|firme|guarde|haga|indique|ingrese|inicie|introduzca|marque|pague|pida|ponga|pregunte|pruebe|pulse|quite|rellene|responda|revise|seleccione|toque|vea|vuelva)(?!\p{L})/iu,
]
const formalIn = (text: string) => formal.flatMap((words) => words.exec(text)?.[1] ?? [])

test.each(['Usted paga.', 'Elija qué pagar.', 'No se cobró nada; pruebe con otra.', 'Escríbanos.'])(
  'the pattern finds the formal address in “%s”',
  (text) => {
    expect(formalIn(text)).toHaveLength(1)
    expect(formalIn('Pide al club que elija y, cuando pruebe, que responda: su cuenta es suya.')).toEqual([])
  },
)
const allSpanish = import.meta.glob<Texts>('../../../web/*/*.es.json', { eager: true, import: 'default' })
test.each(Object.entries(allSpanish))('the texts in %s address the user as tú', (_path, said) => {
  expect(Object.entries(said).filter(([, text]) => formalIn(text).length > 0)).toEqual([])
})
const mails = import.meta.glob<string>('../../../functions/**/*[mM]ail*.ts', {
  eager: true,
  import: 'default',
  query: '?raw',
})
test('the processing fee has one name in Spanish', () => {
  const named = areas.flatMap(([area, texts]) =>
    Object.entries(texts).flatMap(([key, text]) => (/processing fee/i.test(text) ? [spanish(area)[key] ?? ''] : [])),
  )
  expect(named.length).toBeGreaterThan(4)
  expect(named.filter((text) => !/comisi(?:ón|ones) de procesamiento/i.test(text))).toEqual([])
})

test('mails address the user as tú', () => {
  expect(Object.keys(mails).length).toBeGreaterThan(20)
  expect(Object.entries(mails).filter(([, text]) => formalIn(text).length > 0)).toEqual([])
})

// One term for each thing. The reader may be the player, so texts must not say "your child".
const unwanted = {
  en: /\b(favourites?|licences?|cheques?|instalments?|telephones?|your (?:child|children|family))\b/i,
  es: /(?<!\p{L})(agreg\p{L}*|configuración|tu (?:familia|hij[oa])|tus hij[oa]s)(?!\p{L})/iu,
}
test.each([
  ...Object.entries(english).map(([path, said]) => [path, 'en', said] as const),
  ...Object.entries(allSpanish).map(([path, said]) => [path, 'es', said] as const),
])('the texts in %s avoid unwanted terms', (_path, language, said) => {
  expect(Object.values(said).flatMap((text) => unwanted[language].exec(text)?.[0] ?? [])).toEqual([])
})

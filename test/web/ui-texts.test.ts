import { expect, test } from 'vitest'
import { chooseLocale } from '#web/i18n.ts'

test.each([
  [['en-GB', 'en'], 'en-GB'],
  [['es-MX', 'en-US'], 'es-MX'],
  [['fr-FR', 'es-ES'], 'es-ES'],
  [['fr-FR', 'de'], 'en-US'],
  [[], 'en-US'],
  [['en-US@posix', 'es-MX'], 'es-MX'],
  [['en-US@posix'], 'en-US'],
])('a reader of %j is spoken to in %s', (wanted, chosen) => {
  expect(chooseLocale(wanted, ['en', 'es'])).toBe(chosen)
})

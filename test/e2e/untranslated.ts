import { globSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

/** Finds English on a page in another language: our own English texts, and common English words. */
const textsOf = (language: string) =>
  globSync(`web/*/texts.${language}.json`).flatMap((path) =>
    Object.values(JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>),
  )
const spanish = new Set(textsOf('es'))
const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const englishTexts = textsOf('en').filter((text) => !spanish.has(text))
const placeholder = /\{\{\w+\}\}/
const wholeTexts = new Set(englishTexts.filter((text) => !placeholder.test(text)))
/** Texts with placeholders, as patterns in which each placeholder matches anything. */
const patterns = englishTexts
  .filter((text) => placeholder.test(text))
  .map(
    (text) =>
      new RegExp(
        `^${text
          .split(/\{\{\w+\}\}/)
          .map(escapeRegExp)
          .join('.+')}$`,
      ),
  )
/** Cache of earlier results: most texts on a screen were also on the one before. */
const results = new Map<string, boolean>()
function isEnglish(text: string): boolean {
  const isKnown =
    results.get(text) ?? (wholeTexts.has(text) || words.test(text) || patterns.some((each) => each.test(text)))
  results.set(text, isKnown)
  return isKnown
}
const words =
  /\b(the|and|of|your?|yes|not|with|sign|password|code|email|name|note|players?|teams?|coach|loading|close|today|account|(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tue|wed|thu|fri|sat|january|february|march|april|june|july|august|september|october|november|december)\b/i

const data = new WeakMap<Page, Set<string>>()
/** Fields in which the server sends codes such as `Accepted`: shown untranslated, they would be English. */
const ownWords = new Set(['status', 'value', 'state', 'code'])
function collectTexts(value: unknown, texts: Set<string>): void {
  // A text of several lines is shown in several paragraphs.
  if (typeof value === 'string') for (const line of [value, ...value.split('\n')]) texts.add(line.trim())
  else if (value && typeof value === 'object')
    for (const [key, each] of Object.entries(value))
      if (!ownWords.has(key) || typeof each === 'object') collectTexts(each, texts)
}
/** Collects the texts in API responses: names and texts that people wrote may be in any language. */
export function listenToData(page: Page): void {
  const dataTexts = new Set<string>()
  data.set(page, dataTexts)
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!/^\/(api|rest-api|user|event|o)\//.test(pathname)) return
    response.json().then(
      (answer) => collectTexts(answer, dataTexts),
      () => undefined,
    )
  })
}

/** Elements that are not prose, or are marked as English: the developer page quotes the contract. */
const notProse = 'script, style, noscript, code, pre, [lang=en]'

/** Returns the English texts on a page, visible or for screen readers. */
export async function untranslatedTexts(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle')
  const pageTexts = await page.evaluate((left) => {
    const texts: string[] = [document.title]
    for (const element of document.body.querySelectorAll('*')) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest(left)) continue
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(element.getAttribute(name) ?? '')
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) texts.push(node.textContent ?? '')
    }
    return [...new Set(texts.map((text) => text.trim().replace(/\s+/g, ' ')))].filter(Boolean)
  }, notProse)
  const suspects = pageTexts.filter(isEnglish)
  if (suspects.length === 0) return []
  const writtenTexts = [...(data.get(page) ?? [])]
    .filter((text) => text.length > 1)
    .toSorted((a, b) => b.length - a.length)
  return suspects.map((text) => writtenTexts.reduce((rest, data) => rest.replaceAll(data, '…'), text)).filter(isEnglish)
}

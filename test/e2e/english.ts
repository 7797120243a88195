import { globSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

/** Looks for English on a page that speaks another language: our own English texts, and words that English cannot do without. */
const textsOf = (language: string) =>
  globSync(`web/*/texts.${language}.json`).flatMap((path) =>
    Object.values(JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>),
  )
const spanish = new Set(textsOf('es'))
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const ours = textsOf('en').filter((text) => !spanish.has(text))
const filledIn = /\{\{\w+\}\}/
const whole = new Set(ours.filter((text) => !filledIn.test(text)))
/** Texts with something filled in, as patterns with anything there. */
const patterns = ours
  .filter((text) => filledIn.test(text))
  .map(
    (text) =>
      new RegExp(
        `^${text
          .split(/\{\{\w+\}\}/)
          .map(escaped)
          .join('.+')}$`,
      ),
  )
/** What was asked before: most of what a screen says the one before has said as well. */
const asked = new Map<string, boolean>()
function isEnglish(text: string): boolean {
  const known = asked.get(text) ?? (whole.has(text) || words.test(text) || patterns.some((each) => each.test(text)))
  asked.set(text, known)
  return known
}
const words =
  /\b(the|and|of|your?|yes|not|with|sign|password|code|email|name|note|players?|teams?|coach|loading|close|today|account|(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tue|wed|thu|fri|sat|january|february|march|april|june|july|august|september|october|november|december)\b/i

const data = new WeakMap<Page, Set<string>>()
/** Under these the server says its own words, such as `Accepted`: shown as they are they would be English. */
const ownWords = new Set(['status', 'value', 'state', 'code'])
function collect(value: unknown, into: Set<string>): void {
  // A text of several lines stands in several paragraphs.
  if (typeof value === 'string') for (const line of [value, ...value.split('\n')]) into.add(line.trim())
  else if (value && typeof value === 'object')
    for (const [key, each] of Object.entries(value))
      if (!ownWords.has(key) || typeof each === 'object') collect(each, into)
}
/** Remembers what the API answers: names and texts that people wrote are in whatever language they wrote them in. */
export function listenToData(page: Page): void {
  const known = new Set<string>()
  data.set(page, known)
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!/^\/(api|rest-api|user|event|o)\//.test(pathname)) return
    response.json().then(
      (answer) => collect(answer, known),
      () => undefined,
    )
  })
}

/** What is no text of a language, or says itself that it is English: the page for developers quotes the contract. */
const notProse = 'script, style, noscript, code, pre, [lang=en]'

/** What a page says in English, seen or read out. */
export async function englishOn(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle')
  const said = await page.evaluate((left) => {
    const found: string[] = [document.title]
    for (const element of document.body.querySelectorAll('*')) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest(left)) continue
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(element.getAttribute(name) ?? '')
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent ?? '')
    }
    return [...new Set(found.map((text) => text.trim().replace(/\s+/g, ' ')))].filter(Boolean)
  }, notProse)
  const suspect = said.filter(isEnglish)
  if (suspect.length === 0) return []
  const written = [...(data.get(page) ?? [])].filter((text) => text.length > 1).toSorted((a, b) => b.length - a.length)
  return suspect.map((text) => written.reduce((left, known) => left.replaceAll(known, '…'), text)).filter(isEnglish)
}

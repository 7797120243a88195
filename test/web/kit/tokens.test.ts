import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { originalComputedStyle } from '../styles.ts'

const css = readFileSync(join(import.meta.dirname, '../../../web/kit/tokens.css'), 'utf8')

type Theme = 'light' | 'dark'
const themes: Theme[] = ['light', 'dark']

/** Returns the colors of a theme by name, from the style sheet. */
function coloursOf(theme: Theme): Record<string, string> {
  const pairs = [...css.matchAll(/--([\w-]+):\s*light-dark\((#\w{6}),\s*(#\w{6})\)/g)]
  const single = [...css.matchAll(/--([\w-]+):\s*(#\w{6});/g)]
  return Object.fromEntries([
    ...pairs.map(([, name, light, dark]) => [name, theme === 'light' ? light : dark]),
    ...single.map(([, name, colour]) => [name, colour]),
  ])
}

/** Relative luminance and contrast ratio of WCAG 2.2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ['surface', 'surface-raised', 'surface-sunken']
const hues = ['primary', 'secondary', 'tertiary', 'success', 'danger', 'warning']
const softs = hues.map((hue) => `${hue}-soft`)

/** Text colors on the backgrounds that the product uses them on. */
const texts: [text: string, ground: string][] = [
  ...[...grounds, ...softs].map((ground): [string, string] => ['text', ground]),
  ...[...grounds, ...softs].map((ground): [string, string] => ['muted', ground]),
  ...hues.flatMap((hue): [string, string][] => [
    [hue, 'surface'],
    [hue, 'surface-raised'],
    [hue, `${hue}-soft`],
    [`on-${hue}`, hue],
  ]),
  ['surface-raised', 'text'],
  ...[0, 1, 2, 3, 4, 5, 6, 7].map((number): [string, string] => ['on-avatar', `avatar-${number}`]),
]
/** Borders and marks that a control needs to be visible. */
const marks = ['border-strong', 'focus'].flatMap((mark) => grounds.map((ground): [string, string] => [mark, ground]))

test('the contrast function agrees with known ratios', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

describe('the style sheets', () => {
  const web = join(import.meta.dirname, '../../../web')
  const sheets = globSync('**/*.css', { cwd: web }).map((path) => readFileSync(join(web, path), 'utf8'))
  test('use only defined custom properties, and set colors of the libraries only to ours', () => {
    const used = sheets.flatMap((sheet) => [...sheet.matchAll(/var\(--([\w-]+)/g)].map(([, name = '']) => name))
    const defined = new Set(sheets.flatMap((sheet) => [...sheet.matchAll(/--([\w-]+):/g)].map(([, name]) => name)))
    expect([...new Set(used)].filter((name) => !defined.has(name) && !/^(mantine|amplify)-/.test(name))).toEqual([])
    const kit = readFileSync(join(web, 'kit/kit.css'), 'utf8')
    for (const [line] of kit.matchAll(/--mantine-(?:primary-)?color-[\w-]+:[^;]+;/g))
      expect(line).toMatch(/var\(--[\w-]+\);$/)
  })
  test('prevent the page from scrolling beneath anything modal, also beneath the walkthrough’s card', () => {
    const sheet = Object.assign(document.createElement('style'), {
      textContent: readFileSync(join(web, 'kit/kit.css'), 'utf8'),
    })
    document.head.append(sheet)
    const overflow = () => originalComputedStyle(document.documentElement).overflow
    expect(overflow()).not.toBe('hidden')
    document.body.innerHTML = '<section role="dialog" aria-modal="true"></section>'
    expect(overflow()).toBe('hidden')
    document.body.replaceChildren()
    sheet.remove()
  })
  test('give the browser’s bar the color of the header in both themes', () => {
    const page = readFileSync(join(web, 'index.html'), 'utf8')
    for (const theme of themes) {
      const colour = coloursOf(theme)['surface-raised']
      expect(page).toContain(`name="theme-color" media="(prefers-color-scheme: ${theme})" content="${colour}"`)
    }
  })
})

describe.each(themes)('the %s theme', (theme) => {
  const colours = coloursOf(theme)
  const ratio = ([one, other]: [string, string]) => {
    const [first, second] = [colours[one], colours[other]]
    if (!first || !second) throw new Error(`tokens.css has no colour for ${first ? other : one}`)
    return contrast(first, second)
  }

  test.each(texts)('has enough contrast for the text color %s on %s', (...pair) => {
    expect(ratio(pair)).toBeGreaterThanOrEqual(4.5)
  })
  test.each(marks)('has enough contrast for the mark %s on %s', (...pair) => {
    expect(ratio(pair)).toBeGreaterThanOrEqual(3)
  })
  test('has no unchecked colors but decorative ones', () => {
    const checked = new Set([...texts, ...marks].flat())
    expect(Object.keys(colours).filter((name) => !checked.has(name))).toEqual(['border'])
  })
})

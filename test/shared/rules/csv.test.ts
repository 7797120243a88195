import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { withoutFormulaGuard, csvLine } from '#shared/rules/csv.ts'

it.each([
  ['a formula', '=1+1', "'=1+1"],
  ['a formula after blanks', ' \u00a0=1', "'=1"],
  ['a formula with a full-width sign', '＝1', "'＝1"],
  ['a phone number', '+1 555 0100', "'+1 555 0100"],
  ['a dash', '-', "'-"],
  ['an at sign', '@sum', "'@sum"],
  ['a tab before a formula', '\t=1', "'=1"],
  ['a carriage return before a formula', '\r=1', "'=1"],
  ['quotes', 'the "Bull"', '"the ""Bull"""'],
  ['a comma', 'Moreno, Mia', '"Moreno, Mia"'],
  ['a semicolon', 'a;b', '"a;b"'],
  ['a line break', 'a\nb', '"a\nb"'],
  // Where the decimal separator is a comma, spreadsheets separate cells by semicolons, and ignore quotes inside a cell.
  ['a formula after a semicolon', "x;=cmd|' /C calc'!A0;y", `"x;'=cmd|' /C calc'!A0;y"`],
  ['a formula after a semicolon and blanks', 'x; \u00a0@sum', `"x; \u00a0'@sum"`],
  ['a formula after a semicolon and quotes', 'x;"=1', `"x;""'=1"`],
  ['a formula after a tab', 'x\t=1', `"x\t'=1"`],
  ['a formula on another line', 'x\r\n=1', `"x\r\n'=1"`],
  ['null', null, ''],
  ['a negative number', -3, '-3'],
  ['undefined', undefined, ''],
  ['a blank string', ' ', ''],
  ['a sign within a text', 'a=1', 'a=1'],
  ['an apostrophe', "O'Brien", "O'Brien"],
  ['a tab within a text', 'a\tb', '"a\tb"'],
  ['a carriage return within a text', 'a\rb', '"a\rb"'],
])('%s is harmless in a spreadsheet', (_what, value, expected) => {
  expect(csvLine([value])).toBe(`${expected}\r\n`)
})

it('writes the cells of a row in one line', () => expect(csvLine(['a', 1, null, 'b'])).toBe('a,1,,b\r\n'))

it.each(['=1', 'a;=1', 'a;\t-1\n@b', '\uff1d1', 'a=1', "O'Brien"])('%j survives a round trip', (text) => {
  const [, quoted] = /^"([^]*)"\r\n$/.exec(csvLine([text])) ?? []
  expect(withoutFormulaGuard(quoted ?? csvLine([text]).trimEnd())).toBe(text)
})

it('no text becomes a formula or another cell', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom('=', '+', '-', '@', '"', ',', ';', ' ', '\t', '\r', '\n', '\u00a0', 'a', '1'),
      }),
      (text) => {
        const line = csvLine([text, 'end'])
        const first = line.slice(0, -',end\r\n'.length)
        const inner = first.startsWith('"') ? first.slice(1, -1).replaceAll('""', '"') : first
        expect(inner).not.toMatch(/(^|[;\t\r\n])[\s\u00a0]*[=+\-@]/)
        expect(first.startsWith('"') || !/[",\r\n]/.test(first)).toBe(true)
      },
    ),
  )
})

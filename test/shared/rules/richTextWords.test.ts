import { describe, expect, it } from 'vitest'
import { excerptOf, type Block, type Inline, isEmptyText, toPlainText, type RichText } from '#shared/rules/richText.ts'

const words = (text: string, href?: string): Inline => ({
  type: 'text',
  text,
  marks: href === undefined ? [] : [{ type: 'link', href }],
})
const lineBreak: Inline = { type: 'hardBreak' }
const paragraph = (...content: Inline[]): Block => ({ type: 'paragraph', content })
const said = (text: string) => paragraph(words(text))
const list = (...items: Block[][]): Block => ({ type: 'bulletList', items })

describe('plain text of rich text', () => {
  it.each<[string, Block[], string]>([
    ['has a blank line between its paragraphs', [said('One'), said('Two')], 'One\n\nTwo'],
    ['writes headings as lines', [{ type: 'heading', level: 1, content: [words('Bring')] }, said('a')], 'Bring\n\na'],
    ['keeps line breaks', [paragraph(words('a'), lineBreak, words('b'))], 'a\nb'],
    ['writes a horizontal rule', [{ type: 'horizontalRule' }], '---'],
    ['contains the description of a picture', [{ type: 'picture', fileId: 'f', alt: 'Our goal' }], '[Our goal]'],
    ['marks a picture without a description', [{ type: 'picture', fileId: 'f', alt: '' }], '[…]'],
    ['writes the items of a list with bullets', [list([said('Oranges')], [said('Water')])], '- Oranges\n- Water'],
    [
      'numbers a list from its start',
      [{ type: 'orderedList', start: 9, items: [[said('a')], [said('b')]] }],
      '9. a\n10. b',
    ],
    ['indents the paragraphs of a list item', [list([said('a'), said('b')])], '- a\n\n  b'],
    ['indents the lines of a list item', [list([paragraph(words('a'), lineBreak, words('b'))])], '- a\n  b'],
    ['indents a nested list', [list([said('a'), list([said('b')], [said('c')])])], '- a\n\n  - b\n  - c'],
    [
      'indents by the width of the number',
      [{ type: 'orderedList', start: 10, items: [[said('a'), { type: 'horizontalRule' }]] }],
      '10. a\n\n    ---',
    ],
    [
      'marks each line of a quote',
      [{ type: 'blockquote', content: [paragraph(words('a'), lineBreak, words('b'))] }],
      '> a\n> b',
    ],
    [
      'marks a nested quote',
      [{ type: 'blockquote', content: [{ type: 'blockquote', content: [said('a')] }] }],
      '> > a',
    ],
    ['indents a picture in a list', [list([said('a'), { type: 'picture', fileId: 'f', alt: 'b' }])], '- a\n\n  [b]'],
    [
      'writes the address of a link after its text',
      [paragraph(words('See '), words('this', 'https://a.example/x'))],
      'See this (https://a.example/x)',
    ],
    [
      'writes a link once if its text is its address',
      [paragraph(words('https://a.example/x', 'https://a.example/x'))],
      'https://a.example/x',
    ],
    [
      'writes a link once if its text lacks only the last slash',
      [paragraph(words(' https://a.example', 'https://a.example/'))],
      'https://a.example/',
    ],
    [
      'writes an email address without its scheme',
      [paragraph(words('Write', 'mailto:a@b.example'))],
      'Write (a@b.example)',
    ],
    ['writes an email address once', [paragraph(words('a@b.example', 'MAILTO:a@b.example'))], 'a@b.example'],
    ['writes a phone number once', [paragraph(words('+1555', 'tel:+1555'))], '+1555'],
    ['is empty without blocks', [], ''],
  ])('%s', (_what, blocks, expected) => expect(toPlainText(blocks)).toBe(expected))
})

const doc = (...texts: string[]): RichText => ({
  type: 'doc',
  content: texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
})

describe('an excerpt', () => {
  const goals = (count: number) => '🥅'.repeat(count)
  it.each([
    [doc(' On  Saturday', 'at nine '), 'On Saturday at nine'],
    [doc(goals(120)), goals(120)],
    [doc(goals(121)), `${goals(119)}…`],
    [doc(' '), ''],
  ])('is one line of at most 120 characters: %#', (text, expected) => expect(excerptOf(text)).toBe(expected))
  it('has a configurable length', () => expect(excerptOf(doc('abcdef'), 4)).toBe('abc…'))
})

describe('rich text', () => {
  it.each([
    ['nothing in it', doc(), true],
    ['blanks', doc(' ', '\u200b'), true],
    ['a word', doc('', 'x'), false],
    [
      'a picture',
      { type: 'doc', content: [{ type: 'picture', attrs: { fileId: 'o00000000000.f00000000000' } }] },
      false,
    ],
    ['an external picture', { type: 'doc', content: [{ type: 'picture', attrs: { fileId: 'x' } }] }, true],
  ] as [string, RichText, boolean][])('with %s is empty or not', (_what, text, is) =>
    expect(isEmptyText(text)).toBe(is),
  )
})

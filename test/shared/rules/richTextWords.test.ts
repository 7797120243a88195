import { describe, expect, it } from 'vitest'
import { excerptOf, type Block, type Inline, isEmptyText, plainOf, type RichText } from '#shared/rules/richText.ts'

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
    ['has its headings as lines', [{ type: 'heading', level: 1, content: [words('Bring')] }, said('a')], 'Bring\n\na'],
    ['breaks lines where they were broken', [paragraph(words('a'), lineBreak, words('b'))], 'a\nb'],
    ['has a line across', [{ type: 'horizontalRule' }], '---'],
    ['says what a picture shows', [{ type: 'picture', fileId: 'f', alt: 'Our goal' }], '[Our goal]'],
    ['says that there is a picture', [{ type: 'picture', fileId: 'f', alt: '' }], '[…]'],
    ['has a list with its signs', [list([said('Oranges')], [said('Water')])], '- Oranges\n- Water'],
    [
      'counts on from where a list begins',
      [{ type: 'orderedList', start: 9, items: [[said('a')], [said('b')]] }],
      '9. a\n10. b',
    ],
    ['has the lines of an entry below each other', [list([said('a'), said('b')])], '- a\n\n  b'],
    ['has what was broken below it too', [list([paragraph(words('a'), lineBreak, words('b'))])], '- a\n  b'],
    ['moves a list in a list to the right', [list([said('a'), list([said('b')], [said('c')])])], '- a\n\n  - b\n  - c'],
    [
      'moves it as far as its number is wide',
      [{ type: 'orderedList', start: 10, items: [[said('a'), { type: 'horizontalRule' }]] }],
      '10. a\n\n    ---',
    ],
    [
      'marks each line of a quote',
      [{ type: 'blockquote', content: [paragraph(words('a'), lineBreak, words('b'))] }],
      '> a\n> b',
    ],
    [
      'marks a quote in a quote',
      [{ type: 'blockquote', content: [{ type: 'blockquote', content: [said('a')] }] }],
      '> > a',
    ],
    ['moves a picture with its list', [list([said('a'), { type: 'picture', fileId: 'f', alt: 'b' }])], '- a\n\n  [b]'],
    [
      'has a link behind its words',
      [paragraph(words('See '), words('this', 'https://a.example/x'))],
      'See this (https://a.example/x)',
    ],
    [
      'has a link once that is its own words',
      [paragraph(words('https://a.example/x', 'https://a.example/x'))],
      'https://a.example/x',
    ],
    [
      'has it once without its last stroke',
      [paragraph(words(' https://a.example', 'https://a.example/'))],
      'https://a.example/',
    ],
    ['has an address without its scheme', [paragraph(words('Write', 'mailto:a@b.example'))], 'Write (a@b.example)'],
    ['has an address once', [paragraph(words('a@b.example', 'MAILTO:a@b.example'))], 'a@b.example'],
    ['has a telephone once', [paragraph(words('+1555', 'tel:+1555'))], '+1555'],
    ['is nothing where nothing is', [], ''],
  ])('%s', (_what, blocks, expected) => expect(plainOf(blocks)).toBe(expected))
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
    ['nothing', doc(), true],
    ['blanks', doc(' ', '\u200b'), true],
    ['a word', doc('', 'x'), false],
    [
      'a picture',
      { type: 'doc', content: [{ type: 'picture', attrs: { fileId: 'o00000000000.f00000000000' } }] },
      false,
    ],
    ['a picture from elsewhere', { type: 'doc', content: [{ type: 'picture', attrs: { fileId: 'x' } }] }, true],
  ] as [string, RichText, boolean][])('with %s is empty or not', (_what, text, is) =>
    expect(isEmptyText(text)).toBe(is),
  )
})

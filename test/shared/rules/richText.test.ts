import { describe, expect, it } from 'vitest'
import {
  type Block,
  blocksOf,
  isTooNested,
  linkTo,
  picturesIn,
  type RichText,
  runsOf,
  strangeHost,
  withoutPictures,
} from '#shared/rules/richText.ts'

const doc = (...content: unknown[]) => ({ type: 'doc', content }) as RichText
const text = (words: string, ...marks: object[]) => ({ type: 'text', text: words, marks })
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content })
const link = (href: unknown) => ({ type: 'link', attrs: { href } })
const quote = (...content: unknown[]) => ({ type: 'blockquote', content })
const list = (...items: unknown[][]) => ({
  type: 'bulletList',
  content: items.map((content) => ({ type: 'listItem', content })),
})
const nested = (times: number, inner: unknown, within: (node: unknown) => unknown): unknown =>
  times === 0 ? inner : within(nested(times - 1, inner, within))
const ours = 'o00000000000.f00000000000'
const other = 'o00000000000.f00000000001'
const picture = (fileId: unknown, alt?: unknown) => ({ type: 'picture', attrs: { fileId, alt } })
const plain = (words: string): Block => ({ type: 'paragraph', content: [{ type: 'text', text: words, marks: [] }] })

describe('sanitized rich text', () => {
  it.each<[string, unknown, Block[]]>([
    ['a paragraph', paragraph(text('On Saturday')), [plain('On Saturday')]],
    ['a line break', paragraph({ type: 'hardBreak' }), [{ type: 'paragraph', content: [{ type: 'hardBreak' }] }]],
    ['a horizontal rule', { type: 'horizontalRule' }, [{ type: 'horizontalRule' }]],
    ['a quote', quote(paragraph(text('Yes'))), [{ type: 'blockquote', content: [plain('Yes')] }]],
    ['a list', list([paragraph(text('Oranges'))], []), [{ type: 'bulletList', items: [[plain('Oranges')], []] }]],
    [
      'only items in a list',
      { type: 'bulletList', content: [paragraph(text('x'))] },
      [{ type: 'bulletList', items: [] }],
    ],
    ['an uploaded picture', picture(ours, 'Our goal'), [{ type: 'picture', fileId: ours, alt: 'Our goal' }]],
    ['a picture without a description', picture(ours), [{ type: 'picture', fileId: ours, alt: '' }]],
    [
      'the description of a picture on one line',
      picture(ours, 'a\u202e\nb'),
      [{ type: 'picture', fileId: ours, alt: 'ab' }],
    ],
    [
      '200 characters of the description',
      picture(ours, 'x'.repeat(201)),
      [{ type: 'picture', fileId: ours, alt: 'x'.repeat(200) }],
    ],
    ['no external picture', picture('https://evil.example/x.png'), []],
    ['no picture with the id of another kind', picture('o00000000000.p00000000000'), []],
    ['no picture with an invalid id', picture(7), []],
    ['no picture without attributes', { type: 'picture' }, []],
    ['no unknown node', { type: 'script', content: [text('x')] }, []],
    ['no null in place of a node', null, []],
    ['no string in place of a node', 'x', []],
    ['no string in place of content', { type: 'paragraph', content: 'x' }, [{ type: 'paragraph', content: [] }]],
  ])('keeps %s', (_what, sent, blocks) => expect(blocksOf(doc(sent))).toEqual(blocks))

  it.each([
    [1, 1],
    [2, 2],
    [3, 3],
    [0, 3],
    [4, 3],
    ['1', 3],
    [undefined, 3],
  ])('changes a heading of level %j to level %i', (level, shown) =>
    expect(blocksOf(doc({ type: 'heading', attrs: { level }, content: [text('Bring')] }))).toEqual([
      { type: 'heading', level: shown, content: [{ type: 'text', text: 'Bring', marks: [] }] },
    ]),
  )
  it.each([
    [0, 0],
    [7, 7],
    [99_999, 99_999],
    [100_000, 1],
    [-1, 1],
    [1.5, 1],
    ['7', 1],
    [undefined, 1],
  ])('starts a list numbered from %j at %i', (start, shown) =>
    expect(blocksOf(doc({ type: 'orderedList', attrs: { start }, content: [{ type: 'listItem' }] }))).toEqual([
      { type: 'orderedList', start: shown, items: [[]] },
    ]),
  )
  it('accepts headings and lists without attributes', () =>
    expect(blocksOf(doc({ type: 'heading' }, { type: 'orderedList', attrs: null }))).toEqual([
      { type: 'heading', level: 3, content: [] },
      { type: 'orderedList', start: 1, items: [] },
    ]))

  it('keeps known marks, and links with a valid address', () => {
    const marks = ['bold', 'italic', 'underline', 'strike'].map((type) => ({ type }))
    const marksOf = (...all: object[]) => {
      const [block] = blocksOf(doc(paragraph(text('x', ...all))))
      return block?.type === 'paragraph' ? block.content : []
    }
    const kept = (all: object[]) => [{ type: 'text', text: 'x', marks: all }]
    expect(marksOf(...marks, { type: 'textStyle' })).toEqual(kept(marks))
    expect(marksOf(link('club.example'))).toEqual(kept([{ type: 'link', href: 'https://club.example/' }]))
    for (const none of [link('javascript:alert(1)'), link(7), { type: 'link' }, { type: 'link', attrs: null }])
      expect(marksOf(none)).toEqual(kept([]))
  })

  it('removes invisible characters, and texts that become empty', () => {
    const shown = (words: unknown) => blocksOf(doc(paragraph({ type: 'text', text: words })))
    expect(shown('a\tb\u0007\u202ec\u200b\u2066d\ufeff')).toEqual([plain('a bcd')])
    expect(shown('half of a letter: \ud83e')).toEqual([plain('half of a letter: \ufffd')])
    for (const none of ['', '\u200b\n', 7, undefined]) expect(shown(none)).toEqual([{ type: 'paragraph', content: [] }])
    expect(blocksOf(doc(paragraph({ type: 'span', text: 'x' })))).toEqual([{ type: 'paragraph', content: [] }])
  })

  it.each([
    ['quotes', (node: unknown) => quote(node)],
    ['lists', (node: unknown) => list([node])],
  ])('keeps twelve nested %s, and nothing deeper', (_what, within) => {
    const inner = paragraph(text('deep'))
    expect(JSON.stringify(blocksOf(doc(nested(12, inner, within))))).toContain('deep')
    expect(JSON.stringify(blocksOf(doc(nested(13, inner, within))))).not.toContain('deep')
  })
})

describe('text that is nested too deeply to be stored', () => {
  const within = (node: unknown) => list([node])
  it.each([
    [
      'five nested lists with a link in the last',
      nested(5, paragraph(text('x', link('https://a.example'))), within),
      false,
    ],
    ['six nested lists without text', nested(6, paragraph(), within), false],
    ['six nested lists with a word', nested(6, paragraph(text('x')), within), true],
  ])('is detected, or not, in %s: %#', (_what, node, is) => expect(isTooNested(doc(node))).toBe(is))
  it('does not depend on its length', () => {
    expect(isTooNested(doc(...Array.from({ length: 500 }, () => paragraph(text('x')))))).toBe(false)
    for (const none of [null, undefined, 'x', 7]) expect(isTooNested(none, 0)).toBe(false)
  })
})

describe('a link', () => {
  const long = (length: number) => `https://a.example/${'x'.repeat(length - 18)}`
  it.each([
    [' https://club.example/a?b=c#d ', 'https://club.example/a?b=c#d'],
    ['HTTPS://Club.Example', 'https://club.example/'],
    ['http://club.example/', 'http://club.example/'],
    ['club.example', 'https://club.example/'],
    ['www.club.example/a', 'https://www.club.example/a'],
    ['club.example?a=1', 'https://club.example/?a=1'],
    ['club.example#a', 'https://club.example/#a'],
    ['club.example:8443/a', 'https://club.example:8443/a'],
    ['mailto:coach+a@club.example', 'mailto:coach+a@club.example'],
    ['MAILTO:coach@club.example', 'MAILTO:coach@club.example'],
    ['tel:+1(555)-12.34', 'tel:+1(555)-12.34'],
    [long(2000), long(2000)],
  ])('%s becomes %s', (typed, href) => expect(linkTo(typed)).toBe(href))
  it.each([
    '',
    ' ',
    long(2001),
    'https://club.example/a b',
    'https://club.example/<b>',
    'https://club.example/"x',
    "https://club.example/'x",
    'https://club.example/`x',
    'https://club.example\\x',
    'https://club.example/\u0007',
    'club',
    'club.e',
    'club.example!',
    'localhost:3000',
    'https://localhost/x',
    'https://',
    'https://[',
    'ftp://club.example/x',
    'xhttps://club.example/x',
    'javascript:alert(1)//club.example',
    'https://coach@bank.example',
    'https://:word@bank.example',
    'mailto:',
    'mailto:coach',
    'mailto:a@b@c',
    'see mailto:a@b.example',
    'xmailto:a@b.example',
    'tel:',
    'tel:five',
    'tel:+1x',
  ])('%j is invalid', (typed) => expect(linkTo(typed)).toBeUndefined())
})

describe('the host of a link', () => {
  const hostBehind = (href: string | undefined, ...words: string[]) =>
    strangeHost({ href, parts: words.map((each) => ({ type: 'text', text: each, marks: [] })) })
  it.each([
    ['https://evil.example/a', ['bank.com'], 'evil.example'],
    ['https://evil.example/a', ['my', 'bank.com'], 'evil.example'],
    ['HTTP://evil.example/a', ['my-bank.com/login'], 'evil.example'],
    ['https://evil.example/a', ['bank . com'], 'evil.example'],
    ['https://evil.example/a', ['bank。com'], 'evil.example'],
    ['https://evil.example/a', ['evil.example or bank.com'], 'evil.example'],
    ['https://evil.example/a', ['good.evil.example'], 'evil.example'],
    ['https://evil.example/a', ['Read it here'], undefined],
    ['https://club.example/a', ['Club.Example'], undefined],
    ['https://club.example/a', ['club .example'], undefined],
    ['https://club.example/a', ['www.club.example'], undefined],
    ['https://www.club.example/a', ['club.example'], undefined],
    ['mailto:a@evil.example', ['bank.com'], undefined],
    [undefined, ['bank.com'], undefined],
  ])('of %s is shown after the text %j: %s', (href, words, host) => expect(hostBehind(href, ...words)).toBe(host))

  it('is compared with the whole text under one link, across its marks', () => {
    const [one, two] = [link('https://one.example'), link('https://two.example')]
    const [block] = blocksOf(
      doc(
        paragraph(
          text('a'),
          text('b', one),
          text('c', { type: 'bold' }, one),
          text('d', two),
          { type: 'hardBreak' },
          text('e'),
        ),
      ),
    )
    const runs = runsOf(block?.type === 'paragraph' ? block.content : [])
    const words = ({ parts }: (typeof runs)[number]) => parts.map((each) => (each.type === 'text' ? each.text : '|'))
    expect(runs.map((run) => [run.href, words(run).join('')])).toEqual([
      [undefined, 'a'],
      ['https://one.example/', 'bc'],
      ['https://two.example/', 'd'],
      [undefined, '|e'],
    ])
  })
})

describe('pictures', () => {
  const numbered = { type: 'orderedList', content: [{ type: 'listItem', content: [picture(ours)] }] }
  const full = doc(picture(ours), paragraph(text('x')), quote(picture(other)), list([picture(ours)], []), numbered)
  it('are found at any depth, each once', () => {
    expect(picturesIn(full)).toEqual([ours, other])
    expect(picturesIn(doc(numbered))).toEqual([ours])
    expect(picturesIn(doc(list([quote(picture(other))])))).toEqual([other])
    expect(picturesIn(doc(paragraph(text('x')), picture('https://evil.example')))).toEqual([])
  })
  it('are removed, and everything else stays', () => {
    const rest = [paragraph(text('x')), { type: 'horizontalRule' }]
    expect(withoutPictures(full)).toEqual(
      doc(paragraph(text('x')), quote(), list([], []), { ...numbered, content: [{ type: 'listItem', content: [] }] }),
    )
    expect(withoutPictures(doc(...rest))).toEqual(doc(...rest))
  })
})

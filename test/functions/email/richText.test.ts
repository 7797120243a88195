import * as fc from 'fast-check'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { renderMail } from '#functions/mail/message.ts'
import { richOf } from '#functions/mail/richMail.ts'
import { richHtml } from '#functions/mail/richHtml.ts'
import { blocksOf, linkTo, toPlainText, type RichText } from '#shared/rules/richText.ts'

const htmlOf = (content: unknown[]) =>
  richHtml(blocksOf({ type: 'doc', content } as RichText), (fileId) => `cid:${fileId}@touchline`)
const paragraph = (text: string, ...marks: object[]) => ({
  type: 'paragraph',
  content: [{ type: 'text', text, marks }],
})
const link = (href: string) => ({ type: 'link', attrs: { href } })

describe('rich text as HTML', () => {
  it('is rendered from its nodes and marks', () => {
    const list = { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('Oranges')] }] }
    const heading = { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Bring' }] }
    expect(htmlOf([heading, list, paragraph('now', { type: 'bold' }, { type: 'italic' })])).toBe(
      '<h2>Bring</h2>\n<ul><li><p>Oranges</p></li></ul>\n<p><em><strong>now</strong></em></p>',
    )
    expect(toPlainText(blocksOf({ type: 'doc', content: [heading, list] }))).toBe('Bring\n\n- Oranges')
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example',
    'https://user:password@bank.example',
    'https://evil.example" onclick="x',
    'https:\\\\evil.example',
    'http://localhost/x',
    '\u0000https://evil.example',
  ])('omits a dangerous link: %s', (href) => {
    expect(linkTo(href)).toBeUndefined()
    expect(htmlOf([paragraph('Click', link(href))])).toBe('<p>Click</p>')
  })

  it.each([
    ['https://club.example/a?b=c&d', '<a href="https://club.example/a?b=c&#38;d" rel="noopener noreferrer">Here</a>'],
    ['club.example', '<a href="https://club.example/" rel="noopener noreferrer">Here</a>'],
    ['mailto:coach+a@club.example', '<a href="mailto:coach+a@club.example" rel="noopener noreferrer">Here</a>'],
    ['tel:+15551234', '<a href="tel:+15551234" rel="noopener noreferrer">Here</a>'],
  ])('keeps a link to a page, an address or a phone number: %s', (href, shown) => {
    expect(htmlOf([paragraph('Here', link(href))])).toBe(`<p>${shown}</p>`)
  })

  it('shows a link’s host when its text names another one, even split into several nodes', () => {
    const cut = {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'my', marks: [link('https://evil.example')] },
        { type: 'text', text: 'bank.com', marks: [link('https://evil.example'), { type: 'bold' }] },
      ],
    }
    expect(htmlOf([cut])).toContain('</a> (evil.example)')
    expect(htmlOf([paragraph('club.example', link('https://www.club.example/a'))])).not.toContain('(')
  })

  const allowed =
    /^<\/?(p|h[123]|ul|ol|li|blockquote|hr|br|strong|em|u|s|a)( start="\d+"| href="(https?:|mailto:|tel:)[^"<>\s]*" rel="noopener noreferrer"| style="margin:0 0 0 8px;padding-left:12px;border-left:4px solid #8a94a0")?>$/
  const ownPicture =
    /^<img src="cid:o[0-9a-z]{11}\.f[0-9a-z]{11}@touchline" alt="[^"<>]*" style="max-width:100%;height:auto">$/
  const runs = process.env['RUNS'] ? 20_000 : 2000
  it('has only allowed elements, attributes and URLs, for any input', () => {
    const nasty = fc.constantFrom(
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "';--",
      '</p></body>',
      '\u202egnp.exe',
      '&lt;b&gt;',
      'javascript:alert(1)',
      'https://ok.example/"onload="x',
    )
    const text = fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 30 }))
    const type = fc.oneof(
      fc.constantFrom(
        'paragraph',
        'heading',
        'bulletList',
        'orderedList',
        'listItem',
        'blockquote',
        'hardBreak',
        'text',
        'picture',
      ),
      fc.constantFrom('script', 'image', 'iframe', 'constructor', '__proto__', 'horizontalRule'),
    )
    const file = fc.constantFrom('o00000000000.f00000000000', 'o00000000000.f00000000000"onerror=alert(1)')
    const attrs = fc.record(
      {
        href: text,
        level: fc.anything(),
        start: fc.anything(),
        onclick: text,
        fileId: fc.oneof(file, text),
        alt: text,
      },
      { requiredKeys: [] },
    )
    const mark = fc.record({ type: fc.constantFrom('bold', 'link', 'underline', 'style', 'textStyle'), attrs })
    const { node } = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.record({ type: fc.constant('text'), text, marks: fc.array(mark, { maxLength: 3 }) }),
        fc.record({ type, attrs, content: fc.array(tie('node'), { maxLength: 4 }) }, { requiredKeys: ['type'] }),
        fc.anything(),
      ),
    }))
    fc.assert(
      fc.property(fc.array(node, { maxLength: 5 }), (content) => {
        const html = htmlOf(content)
        expect((html.match(/<[^>]*>/g) ?? []).filter((tag) => !allowed.test(tag) && !ownPicture.test(tag))).toEqual([])
        expect(html.replaceAll(/<[^>]*>/g, '')).not.toMatch(/[<>"']/)
        expect(html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
      }),
      { numRuns: runs },
    )
  })

  it.each(['مرحبا بالعالم', 'שלום', 'Łukasz Gómez', '日本語のメール', 'ไทย', 'हिन्दी', '👩‍👩‍👧 Grüße'])(
    'passes through a mail unchanged: %s',
    async (words) => {
      const letter = { subject: words, paragraphs: [], content: blocksOf({ type: 'doc', content: [paragraph(words)] }) }
      const { html, text } = renderMail(letter, { rich: richOf(letter) })
      const mime = `Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(html).toString('base64')}`
      const parsed = await PostalMime.parse(mime)
      expect(parsed.html).toContain(`<p>${words}</p>`)
      expect(text).toBe(words)
    },
  )
})

import { beforeAll, describe, expect, it } from 'vitest'
import { sayIn } from '#functions/mail/say.ts'
import { quoted, renderMail } from '#functions/mail/message.ts'
import { requestMail } from '#functions/today/requestMail.ts'

const asker = { userId: 'u', email: 'paula@club.example', firstName: 'Paula', lastName: 'Moreno' }
const request = {
  userId: 'c',
  requestId: 'r',
  askedBy: 'u',
  sentId: 's',
  name: 'Paula Moreno',
  email: 'paula@club.example',
  askedAt: '2026-11-21T18:00:00Z',
}

beforeAll(() => {
  process.env.SITE_URL = 'https://app.club.example'
})

describe('a mail', () => {
  it('has the same content as text and as HTML', () => {
    const { text, html } = renderMail({
      subject: 'Hello',
      paragraphs: ['One.', 'Two.'],
      facts: [['Player', 'Noa']],
      link: { address: 'https://app.club.example/today', text: 'Open it' },
      closing: 'Bye.',
    })
    expect(text).toBe('One.\n\nTwo.\n\nPlayer: Noa\n\nOpen it: https://app.club.example/today\n\nBye.')
    expect(html).toContain('<p>One.</p>\n<p>Two.</p>\n<p>Player: <strong>Noa</strong></p>')
    expect(html).toContain('<a href="https://app.club.example/today">Open it</a>')
  })

  it('shows markup as the text it is, wherever it stands', () => {
    const markup = `<img src=x onerror="alert('1')">&amp;`
    const { html } = renderMail({
      subject: markup,
      paragraphs: [markup],
      facts: [[markup, markup]],
      link: { address: `https://app.club.example/"><b>`, text: markup },
      closing: markup,
    })
    expect(html).not.toMatch(/<img|<b>|"alert/)
    const shown = html
      .split(/<[^>]*>/)
      .map((part) => part.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))))
    expect(shown.filter((part) => part.includes(markup))).toHaveLength(5)
  })
})

describe('texts of strangers', () => {
  it.each([
    ['a name', 'Danley Jean Jacques', 'Danley Jean Jacques'],
    ['initials', 'J.R. O’Neill-Kökçü', 'J. R. O’Neill-Kökçü'],
    ['a link', 'Noa https://evil.example/login', 'Noa https evil. example login'],
    ['an email address', 'write to x@evil.example', 'write to x evil. example'],
    ['line breaks', 'Noa\r\nBcc: all@club.example', 'Noa Bcc all club. example'],
    ['right-to-left overrides', '\u202eaoN\u202c', 'aoN'],
    ['a part number', 'Kit (1/3)', 'Kit (1/3)'],
    ['a time and a price', 'At 10:30, $12.50 each', 'At 10:30, $12.50 each'],
    ['an IP address', '192.168.1.10:80/login', '192. 168. 1. 10:80 login'],
    ['a link with numbers', 'x.example/1/2', 'x. example 1/2'],
    ['a very long text', 'x'.repeat(100), 'x'.repeat(64)],
    ['many emoji', '🥅'.repeat(70), '🥅'.repeat(64)],
  ])('are quoted without anything a mailbox would act on: %s', (_what, typed, shown) =>
    expect(quoted(typed)).toBe(shown),
  )
})

describe('the mail about an access request', () => {
  it('links to the stage’s own address', () => {
    expect(requestMail({ ...request, playerName: 'Noa' }, asker, sayIn('en')).link?.address).toBe(
      'https://app.club.example/today',
    )
  })

  it('contains no links or markup but our own', () => {
    const message = requestMail(
      { ...request, teamName: quoted('<a href="https://evil.example">Falcons</a>') },
      { ...asker, firstName: 'https://evil.example', lastName: '<b>' },
      sayIn('en'),
    )
    const { text, html } = renderMail(message)
    expect(text + html + message.subject).not.toMatch(/evil\.example|<b>/)
    expect(html.match(/<a [^>]*>/g)).toEqual(['<a href="https://app.club.example/today">'])
  })
})

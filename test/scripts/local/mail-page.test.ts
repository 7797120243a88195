// @vitest-environment jsdom
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MailService, startMail } from '#scripts/local/services/ses/mail.ts'
import type { Message } from '#scripts/local/services/ses/mailbox.ts'
import { mime } from '#scripts/local/services/ses/mime.ts'
import { serve, fixedClock } from './mail-served.ts'

let dir: string
let mail: MailService
let page: Awaited<ReturnType<typeof serve>>

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'mail-page-'))
  mail = startMail({ dir, clock: fixedClock() })
  page = await serve(mail.handlePage, '/_local/mail')
})
afterEach(async () => {
  await page.close()
  rmSync(dir, { recursive: true, force: true })
})

const send = (to: string, subject: string, body: { text?: string; html?: string }, from = 'hello@club.test') =>
  mail.send({ from, to: [to], raw: mime({ from, to: [to], subject, ...body }, 0) })

async function open(path: string) {
  const answer = await fetch(`${page.origin}${path}`)
  const text = await answer.text()
  return { answer, text, document: new DOMParser().parseFromString(text, 'text/html') }
}

test('the newest mail is listed first, and can be opened to read its code', async () => {
  await send('ana@home.test', 'Welcome', { text: 'Hello' })
  const id = await send('ana@home.test', 'Your code', { html: '<p>Your code is <b>123456</b></p>' })
  for (const address of ['', '/']) {
    const links = [...(await open(address)).document.querySelectorAll<HTMLAnchorElement>('li a')]
    expect(links.map((link) => link.querySelector('strong')?.textContent)).toEqual(['Your code', 'Welcome'])
    expect(links[0]?.getAttribute('href')).toBe(`/_local/mail/${id}`)
  }
  const { document } = await open(`/${id}`)
  expect(document.querySelector('h1')?.textContent).toBe('Your code')
  expect(document.querySelector('pre')?.textContent).toBe('Your code is 123456')
  expect(document.querySelector('nav a')?.getAttribute('href')).toBe('/_local/mail/')
})

test('the list can be filtered by address, on the page and as JSON', async () => {
  await send('ana@home.test', 'For Ana', { text: 'hi' })
  await send('ben@home.test', 'For Ben', { text: 'hi' })
  const { document } = await open('/?to=ANA@home.test')
  expect(document.querySelectorAll('li')).toHaveLength(1)
  const found = (await (await fetch(`${page.origin}/messages.json?to=ben@home.test`)).json()) as Message[]
  expect(found).toMatchObject([{ subject: 'For Ben', text: expect.stringContaining('hi') }])
  expect((await open('/?to=<script>@home.test')).document.querySelector('#empty')?.textContent).toBe(
    'No mail to <script>@home.test yet.',
  )
})

test('markup in a sender or a subject is shown as text everywhere', async () => {
  const evil = '"><img src=x onerror=alert(1)></title><script>alert(2)</script>'
  const id = await send(
    'ana@home.test',
    evil,
    { text: '<b>bold?</b> & https://club.test/a?b=1&c="x".' },
    `${evil.replaceAll('"', '')} <x@y.test>`,
  )
  for (const path of ['/', `/${id}`]) {
    const { document } = await open(path)
    expect(document.querySelectorAll('img')).toHaveLength(0)
    expect([...document.querySelectorAll('script')].filter((script) => script.text.includes('alert'))).toHaveLength(0)
    expect(document.body.textContent).toContain(evil)
  }
  const { document } = await open(`/${id}`)
  expect(document.title).toBe(evil)
  expect(document.querySelector('pre b')).toBeNull()
  const link = document.querySelector<HTMLAnchorElement>('pre a')
  expect(link?.href).toBe('https://club.test/a?b=1&c=')
  expect(link?.rel).toBe('noopener noreferrer')
})

test('a mail’s HTML is framed without scripts and external requests, and its links open in a new tab', async () => {
  const html =
    '<script>parent.hacked = true</script><a href="https://club.test">Open</a><img src="https://spy.test/x.png">'
  const id = await send('ana@home.test', 'Hi', { html })
  const { answer, document } = await open(`/${id}`)
  const frame = document.querySelector('iframe')
  expect(frame?.getAttribute('sandbox')).toBe('allow-popups allow-popups-to-escape-sandbox')
  expect(frame?.srcdoc).toMatch(/^<base target="_blank"><script>/)
  const policy = answer.headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("img-src 'self' data:")
  expect(document.querySelectorAll('[src]:not(iframe), link')).toHaveLength(0)
  expect(document.querySelector('pre')?.textContent).toBe('Open (https://club.test)')
})

test('the source of a mail is served as plain text', async () => {
  const id = await send('ana@home.test', 'Hi', { html: '<script>alert(1)</script>' })
  const { answer, text } = await open(`/${id}/raw`)
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(text).toContain('To: ana@home.test')
})

test('a mail’s headers are shown, and its attachments are downloads, whatever their type', async () => {
  const parts = (type: string, name: string, data: string) => [
    '--x',
    `Content-Type: ${type}; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(data).toString('base64'),
  ]
  const raw = [
    'Subject: Lineup',
    'List-Unsubscribe: <https://club.test/off?a=<b>>',
    'Content-Type: multipart/mixed; boundary=x',
    '',
    ...parts('text/html', 'évil.html', '<script>alert(1)</script>'),
    ...parts('text/calendar; method=REQUEST', 'invite.ics', 'BEGIN:VCALENDAR'),
    '--x--',
  ].join('\r\n')
  const id = await mail.send({ from: 'a@club.test', to: ['ana@home.test'], raw })
  const { document } = await open(`/${id}`)
  const terms = [...document.querySelectorAll('details dt')].map((term) => term.textContent)
  expect(terms).toEqual(['Subject', 'List-Unsubscribe', 'Content-Type'])
  expect(document.querySelector('details dd:nth-of-type(2)')?.textContent).toBe('<https://club.test/off?a=<b>>')
  const links = [...document.querySelectorAll('dd a')].map((link) => link.getAttribute('href'))
  expect(links).toEqual([`/_local/mail/${id}/0`, `/_local/mail/${id}/1`])
  const { answer, text } = await open(`/${id}/0`)
  expect(text).toBe('<script>alert(1)</script>')
  expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''%C3%A9vil.html")
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect((await open(`/${id}/1`)).text).toBe('BEGIN:VCALENDAR\n')
  expect((await open(`/${id}/2`)).answer.status).toBe(404)
})

test('there is a page without mail, and one for an unknown mail', async () => {
  expect((await open('/')).document.querySelector<HTMLElement>('#empty')?.hidden).toBe(false)
  for (const path of ['/00000001-abc', '/..%2fkeys', '/a/b', '/00000001-abc/raw']) {
    const { answer, document } = await open(path)
    expect(answer.status).toBe(404)
    expect(document.querySelector('a')?.getAttribute('href')).toBe('/_local/mail/')
  }
  expect((await fetch(`${page.origin}/`, { method: 'POST' })).status).toBe(405)
})

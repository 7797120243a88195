import PostalMime from 'postal-mime'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { type AccountName, accounts } from '#scripts/demo/accounts.ts'
import { violationsOn } from '../axe.ts'
import { expectAccessibleLayout, views } from './accessibility.ts'
import { listenToData, untranslatedTexts } from './untranslated.ts'
import { allowConsoleErrors, deviceWith, mailsTo, mailTo, newPage } from './pages.ts'
import { eventsForSam, resetAnswer } from './offline.ts'
import { get, origin, setClock } from './people.ts'

// The browser logs every rejected request.
allowConsoleErrors(/status of (400|404|412)/)

/** The demo mails families about each team's next event; every test begins with such a mail. */

afterEach(() => setClock())

type Mail = { yes: string; no: string; html: string; inviteId: string; ends: number; parent: AccountName }

/** Decodes the payload of an answer link. */
const partsOf = (link: string) =>
  JSON.parse(Buffer.from(link.split('#')[1]?.split('.')[0] ?? '', 'base64url').toString()) as [
    inviteId: string,
    userId: string,
    nonce: string,
    made: number,
    ends: number,
  ]

/** Finds the mail about a player, alone or with siblings; it may still be on its way. */
async function mailAbout(player: string, parent: AccountName = 'parent'): Promise<Mail> {
  const find = async () => {
    const { body } = await get(`/_local/mail/messages.json?to=${accounts[parent].email}`)
    return (body as unknown as { id: string; subject: string }[]).find(({ subject }) =>
      /^Can (.+) come\? /
        .exec(subject)?.[1]
        ?.split(/, and |, | and /)
        .includes(player),
    )
  }
  await expect.poll(find, { timeout: 30_000 }).toBeDefined()
  return read((await find())?.id ?? '', player, parent)
}

/** Replaces the origin of an address in a mail by this cloud's: the demo's mails were written by another cloud. */
const here = (href: string) => origin + href.slice(new URL(href).origin.length)

async function read(id: string, player: string, parent: AccountName): Promise<Mail> {
  const raw = await (await fetch(`${origin}/_local/mail/${id}/raw`)).text()
  const { html = '' } = await PostalMime.parse(raw)
  const links = [...html.matchAll(/href="([^"]+\/answer#[^"]+)"[^>]*>([^<]+)</g)]
  const [yes = '', no = ''] = ['Yes', 'No'].map((answer) => {
    const [, href = ''] = links.find(([, , text]) => text === answer || text === `${player}: ${answer}`) ?? []
    return href && here(href)
  })
  const [inviteId, , , , ends] = partsOf(yes)
  return { yes, no, html, inviteId, ends, parent }
}

/** Returns the mail with its invite unanswered and its links unused, as when it was sent. */
async function freshMail(player: string, parent: AccountName = 'parent'): Promise<Mail> {
  const mail = await mailAbout(player, parent)
  await resetAnswer(
    mail.inviteId,
    [mail.yes, mail.no].map((link) => partsOf(link)[2]),
  )
  return mail
}
/** Returns the player's answer as the coach sees it. */
async function seenByCoach({ inviteId }: Mail) {
  const eventId = inviteId.split('.').slice(0, 3).join('.')
  const { body } = await get(`/rest-api/calendar/event/${eventId}`, { as: 'coach' })
  const invites = body?.['playerInvites'] as { id: string; status: { value: string } }[]
  return invites.find(({ id }) => id === inviteId)?.status.value
}
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
/** Expects the page to show this heading, and no accessibility violation. */
const shows = async (page: Page, name: string | RegExp) => {
  await title(page, name)
  await page.waitForLoadState('networkidle')
  await expectAccessibleLayout(page)
}

describe('a parent who is not signed in', () => {
  it('opens an answer link, which changes nothing until they press Yes; the link works only once', async () => {
    const { email } = accounts.parent2
    const before = await mailsTo(email)
    await eventsForSam('By mail', 1, { mail: true })
    const link = await mailTo(email, /href="([^"]+\/answer#[^"]+)"/, before)
    expect(link).toMatch(new RegExp(`^${origin}/answer#[\\w.-]{200,260}$`))

    const mail = await freshMail('Mia')
    const page = await newPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.url()} ${JSON.stringify(request.headers())}`))
    // As a link scanner that runs scripts would.
    await page.goto(mail.no)
    await page.getByRole('button', { name: 'No, Mia is not going' }).waitFor()
    await page.goto(mail.yes)
    await page.getByRole('button', { name: 'Yes, Mia is going' }).waitFor()
    await shows(page, 'Is Mia going?')
    await page.getByText('none yet').waitFor()
    expect(page.url()).toBe(`${origin}/answer`)
    // The URL fragment, which holds the token, never reaches a server.
    expect(asked.filter((line) => line.includes('#') || line.includes('eyJ') || line.includes('WyJ'))).toEqual([])
    expect(asked.length).toBeGreaterThan(3)
    expect(await seenByCoach(mail)).toBe('Pending')
    await page.getByRole('button', { name: 'Yes, Mia is going' }).click()
    await page.getByText('Thank you. The coach can see it now.').waitFor()
    expect(await seenByCoach(mail)).toBe('Accepted')
    await expectAccessibleLayout(page)

    await page.goto(mail.yes)
    await title(page, 'This link has already been used')
    await page.getByText('Mia is going').waitFor()
    await page.goto(mail.no)
    await shows(page, 'You have already answered')
    await page.getByText('Mia is going').waitFor()
    expect(await page.getByRole('button').count()).toBe(0)
    expect(await seenByCoach(mail)).toBe('Accepted')

    await page.goto(mail.yes.slice(0, -1))
    await shows(page, 'This link is incomplete')
    await page.goto(`${origin}/answer#${mail.yes.split('#')[1]?.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))}`)
    await title(page, 'This link is incomplete')
    await page.getByRole('link', { name: 'Open Touchline' }).click()
    await page.getByLabel('E-mail').waitFor()
  })

  it('declines by keyboard, and sees the same result after a reload', async () => {
    const mail = await freshMail('Noa')
    const page = await newPage()
    await page.goto(mail.no)
    await title(page, 'Is Noa going?')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await title(page, 'Noa is not going')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Open Touchline')
    expect(await seenByCoach(mail)).toBe('Declined')
    // The fragment is removed from the address, but the result of the link is kept.
    await page.reload()
    await title(page, 'This link has already been used')
    await page.getByText('Noa is not going').waitFor()
  })

  it('changes nothing when both links are only fetched, and has no route that answers by GET', async () => {
    const mail = await freshMail('Noa')
    const ask = async (link: string, method: string) => {
      const { status } = await fetch(link, { method })
      const [, token] = link.split('#')
      const read = await get('/rest-api/today/one-tap/read', { method: 'POST', body: JSON.stringify({ token }) })
      return [status, read.status, read.body?.['state']].join()
    }
    const answers = await Promise.all(
      [mail.yes, mail.no].flatMap((link) => ['GET', 'HEAD'].map((method) => ask(link, method))),
    )
    expect([...new Set(answers)]).toEqual(['200,200,open'])
    expect(await seenByCoach(mail)).toBe('Pending')
    expect((await get('/rest-api/today/one-tap/answer')).status).toBe(404)
  })
})

it('a signed-in parent answers through a link, stays signed in, and goes on to Today', async () => {
  const mail = await freshMail('Mia')
  const page = await deviceWith('parent')
  await page.goto(mail.yes)
  await page.getByRole('button', { name: 'Yes, Mia is going' }).click()
  await title(page, 'Mia is going')
  await page.getByRole('link', { name: 'Open Touchline' }).click()
  await title(page, 'Today')
})

it('answer pages in Spanish contain no English word', async () => {
  const mail = await freshMail('Ada', 'parent2')
  const page = await newPage({ locale: 'es-MX', timezoneId: 'America/New_York' })
  listenToData(page)
  await page.goto(mail.yes)
  await title(page, '¿Va Ada?')
  await page.getByText(/^En tu horario:/).waitFor()
  expect(await untranslatedTexts(page)).toEqual([])
  await page.getByRole('button', { name: 'Sí, Ada va' }).click()
  await title(page, 'Ada va')
  expect(await untranslatedTexts(page)).toEqual([])
  for (const [link, name] of [
    [mail.yes, 'Este enlace ya se usó'],
    [mail.no, 'Esto ya se respondió'],
    [`${mail.no}x`, 'Este enlace no está completo'],
  ] as const) {
    await page.goto(link)
    await title(page, name)
    expect(await untranslatedTexts(page)).toEqual([])
  }
  await setClock(new Date(mail.ends * 1000).toISOString())
  await page.goto(mail.no)
  await title(page, 'Este enlace ya venció')
  expect(await untranslatedTexts(page)).toEqual([])
})

it('the mail has no accessibility violation, and its answer links are at least 44 pixels in size', async () => {
  const { html } = await mailAbout('Mia')
  const page = await newPage()
  await page.setContent(html)
  const ofPages = ['document-title', 'landmark-one-main', 'page-has-heading-one', 'region']
  const rules = Object.fromEntries(ofPages.map((rule) => [rule, { enabled: false }]))
  for (const [, colorScheme, viewport] of views) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    expect(await violationsOn(page, { rules })).toEqual([])
    const answers = await page.getByRole('link', { name: /(^|: )(Yes|No)$/ }).all()
    expect(answers.length).toBeGreaterThanOrEqual(2)
    for (const answer of answers) {
      const box = await answer.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    }
  }
})

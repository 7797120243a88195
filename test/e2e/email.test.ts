import { expect, it } from 'vitest'
import { accounts } from '#scripts/demo/accounts.ts'
import { accessibilityViolations, scrollsHorizontally } from './accessibility.ts'
import { deviceWith, htmlTo, isShown, mailsTo, newPage } from './pages.ts'
import { cloud, get, instantIn, origin, teamOf } from './people.ts'

Object.assign(process.env, cloud.table)
const { emails } = await import('#functions/table/emails.ts')
const { update } = await import('#functions/table/table.ts')

/** Replaces the origin of an address in a mail by that of this worker's cloud. */
const here = (href: string) => origin + href.slice(new URL(href).origin.length)

it('a coach emails a family on a phone; the parent reads it, can reply, and unsubscribes from such mails', async () => {
  const { email } = accounts.parent
  const before = await mailsTo(email)
  const { teamId } = await teamOf('coach')
  const coach = await deviceWith('coach')
  await coach.goto(`${origin}/email-team/${teamId}`)
  await coach.getByRole('radio', { name: 'Families of selected players' }).check()
  await coach.getByRole('checkbox', { name: 'Mia Moreno' }).check()
  await coach.getByLabel('Subject').fill('Boots for Saturday')
  await coach.getByRole('textbox', { name: 'Text' }).fill(`The field is wet: please bring boots. ${'m'.repeat(90)}`)
  const name = `Plan ${'of the season '.repeat(9)}.pdf`
  const plan = { name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') }
  await coach.locator('input[type=file]').setInputFiles(plan)
  await coach.getByRole('button', { name: /^Remove Plan/ }).waitFor()
  expect(await scrollsHorizontally(coach)).toBe(false)
  // Urgent mails are sent at any hour, regardless of how many the family has got.
  await coach.getByRole('checkbox', { name: 'Urgent' }).check()
  await coach.getByText(/^Goes to \d/).waitFor()
  await coach.getByRole('button', { name: 'Send', exact: true }).click()
  await coach.getByText('Email has been sent successfully').waitFor()
  const emailId = new URL(coach.url()).pathname.split('/').at(-1) ?? ''
  // Moves the due time to now, as if the time for undoing had passed.
  await update({ actor: 'the-test', at: instantIn(0) }, emails.change({ emailId }, { set: { dueAt: instantIn(0) } }))
  const html = await htmlTo(email, /boots/, before)
  const [, read = ''] = /href="([^"]+\/email\/[^"]+)"/.exec(html) ?? []
  const [, stop = ''] = /href="([^"]+\/unsubscribe#[^"]+)"/.exec(html) ?? []
  const mailbox = await newPage({ viewport: { width: 320, height: 640 }, colorScheme: 'dark' })
  await mailbox.setContent(html)
  expect([await scrollsHorizontally(mailbox), ...(await accessibilityViolations(mailbox))]).toEqual([false])
  expect(await mailbox.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(20, 24, 29)')

  const parent = await deviceWith('parent')
  await parent.goto(here(read))
  await parent.getByRole('heading', { level: 1, name: 'Boots for Saturday' }).waitFor()
  await isShown(parent.getByText('please bring boots'))
  await isShown(parent.getByRole('button', { name: 'Reply' }))
  expect(await scrollsHorizontally(parent)).toBe(false)
  const became = async () => (await get(`/rest-api/mail/team/email-recipients/${emailId}`, { as: 'coach' })).text
  await expect.poll(became, { timeout: 30_000 }).toContain('"opened"')

  const stopping = await newPage()
  await stopping.goto(here(stop))
  await stopping.getByRole('button', { name: 'Unsubscribe' }).click()
  await isShown(stopping.getByText(/You will not get any more emails of this kind/))
  const news = async () => (await get('/rest-api/mail/notices', { as: 'parent' })).text
  expect(await news()).toContain('{"notice":"news","channel":"mail","state":"off"}')
  await stopping.getByRole('button', { name: /again/ }).click()
  await expect.poll(news, { timeout: 30_000 }).toContain('{"notice":"news","channel":"mail","state":"on"}')
})

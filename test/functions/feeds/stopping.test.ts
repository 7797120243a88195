// own: mail goes to a service of its own
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { mailCounts } from '#functions/table/mailCounts.ts'
import { call } from '../call.ts'
import { aClub, type Club } from '../club.ts'
import { openPost } from '../mail/post.ts'
import { emailOf, register } from '../today/coachRequests.ts'
import { change, deliverInvite, setUpMailing, now } from './calendarMails.ts'

const post = openPost()
beforeAll(setUpMailing)
beforeEach(async () => {
  await post.deliver().catch(() => {})
  post.mails = []
})

/** A club whose parent has an address and has turned calendar mails on. */
async function wantingByMail(): Promise<Club> {
  const club = await aClub()
  await register(club, 'parent', { firstName: 'Paula', lastName: 'Moreno' })
  await call('PUT /rest-api/calendar/mails', { as: club.user('parent'), body: { on: true } })
  return club
}
const mailsTo = (club: Club) => post.mails.filter(({ to }) => to === emailOf(club, 'parent'))
const isOn = async (club: Club) => (await call('GET /rest-api/calendar/mails', { as: club.user('parent') })).body.on

it('a calendar mail can be unsubscribed by its link and by one click in the mailbox', async () => {
  const club = await wantingByMail()
  await deliverInvite(club)
  await post.deliver({ now })
  const [mail] = mailsTo(club)
  expect(mail?.text).toContain(
    'You get this because calendar emails are turned on for you, under “Calendar subscriptions”',
  )
  expect(mail?.text).not.toContain('cannot be switched off')
  expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  const [, token = ''] = /token=([\w.-]+)>/.exec(mail?.headers['list-unsubscribe'] ?? '') ?? []
  expect(mail?.text).toContain(`Unsubscribe from this kind of email: https://app.club.example/unsubscribe#${token}`)
  const ask = async (on?: boolean) =>
    (await call('POST /rest-api/mail/unsubscribe', { as: undefined, body: { token, ...(on !== undefined && { on }) } }))
      .body
  expect([await ask(), await isOn(club)]).toEqual([{ notice: 'events', on: true }, true])
  await call('POST /rest-api/mail/one-click', {
    as: undefined,
    query: { token },
    rawBody: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  } as never)
  expect([await ask(), await isOn(club)]).toEqual([{ notice: 'events', on: false }, false])
  // Entries in their calendar are still removed, and the mail says why it is sent.
  await change(club, { cancelled: true })
  await post.deliver({ now })
  expect(mailsTo(club)).toHaveLength(2)
  expect(mailsTo(club)[1]?.text).toContain('an earlier email added this event to your calendar')
  expect([await ask(true), await isOn(club)]).toEqual([{ notice: 'events', on: true }, true])
})

it('a calendar mail is sent alone during quiet hours, and does not count toward the daily limit', async () => {
  const club = await wantingByMail()
  const userId = club.user('parent')
  const quiet = { from: '00:01', to: '00:00' }
  await call('PUT /rest-api/mail/notices', {
    as: userId,
    body: { choices: [], quiet, timezone: 'UTC', language: 'en' },
  })
  await deliverInvite(club)
  await post.deliver({ now })
  expect(mailsTo(club)).toMatchObject([{ attachments: [{ mimeType: 'text/calendar' }, {}] }])
  expect(await mailCounts.get({ userId, span: 'day', begins: '2026-11-21' }, { consistent: true })).toBeUndefined()
})

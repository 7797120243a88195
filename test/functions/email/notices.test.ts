// own: mail goes to a service of its own
import { beforeEach, describe, expect, it } from 'vitest'
import { handler as wantDigests } from '#functions/mail/digestHandler.ts'
import { all, update, write } from '#functions/table/table.ts'
import { heldMails } from '#functions/table/digests.ts'
import { mailCounts } from '#functions/table/mailCounts.ts'
import { organizations } from '#functions/table/organizations.ts'
import { noticeChoices } from '#functions/table/noticeChoices.ts'
import { profiles } from '#functions/table/profiles.ts'
import { suppressedAddresses } from '#functions/table/suppressedAddresses.ts'
import { call } from '../call.ts'
import { type Club, stamp } from '../club.ts'
import { openPost } from '../mail/post.ts'
import { emailOf as addressOf } from '../today/coachRequests.ts'
import { stopToken } from './exampleRequests.ts'
import {
  aClubWithWriter,
  aText,
  deliverEmail,
  newEmail,
  recipientStates,
  resetDelayedMessages,
  sendTo,
} from './writing.ts'

const post = openPost()
beforeEach(async () => {
  resetDelayedMessages()
  await post.deliver().catch(() => {})
  post.mails = []
})

const choose = (club: Club, more: object = {}, who = 'parent') =>
  call('PUT /rest-api/mail/notices', {
    as: club.user(who),
    body: { choices: [], quiet: null, timezone: 'America/Chicago', language: 'en', ...more },
  })
const wants = async (club: Club, notice: string) => {
  const { body } = await call('GET /rest-api/mail/notices', { as: club.user('parent') })
  return body.choices.find((choice) => choice.notice === notice && choice.channel === 'mail')?.state
}
async function aMailed(club: Club): Promise<string> {
  const emailId = newEmail(club.falcons)
  await sendTo(club, emailId)
  await deliverEmail(emailId)
  return emailId
}
const mailTo = (club: Club, name = 'parent') => post.mails.filter(({ to }) => to === addressOf(club, name))

describe('the footer of a mail', () => {
  it('states in the reader’s language why they get it, from whom, and how to unsubscribe', async () => {
    const club = await aClubWithWriter()
    const address = '12 Elm St, Springfield IL 62701'
    await update(stamp, organizations.change(club, { set: { address, phone: '+1 217 555 0100' } }))
    await choose(club, { language: 'es' })
    await aMailed(club)
    await post.deliver()
    const [spanish] = mailTo(club)
    const [english] = mailTo(club, 'parent2')
    expect(spanish?.text).toMatch(/Recibes esto porque (Leo, Mia|Mia, Leo) pertenecen a Falcons en Springfield FC\./)
    expect(spanish?.html).toContain('<html lang="es-MX">')
    expect(spanish?.text).toContain('Be there at nine.')
    expect(english?.text).toMatch(
      /--\nYou get this because Mia belongs to Falcons at Springfield FC\.\nSpringfield FC · 12 Elm St, Springfield IL 62701 · \+1 217 555 0100\nUnsubscribe from this kind of email/,
    )
    expect(english?.text).toContain('https://app.club.example/notices')
    expect(english?.headers).toMatchObject({
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'list-unsubscribe': expect.stringMatching(
        /^<https:\/\/app\.club\.example\/rest-api\/mail\/one-click\?token=[\w-]+\.[\w-]+>$/,
      ),
    })
  })

  it('states that mails of a required kind cannot be turned off', async () => {
    const club = await aClubWithWriter()
    const testId = crypto.randomUUID()
    const emailId = newEmail(club.falcons)
    const body = { subject: 'Saturday', content: aText('A') }
    await call('POST /rest-api/mail/email/{emailId}/test', { as: club.user('writer'), emailId, body })
    await post.deliver()
    expect(testId).toBeTruthy()
    const [mail] = mailTo(club, 'writer')
    expect(mail?.text).toContain('This kind of email cannot be turned off.')
    expect(mail?.text).not.toContain('/unsubscribe')
    expect(mail?.headers).not.toHaveProperty('list-unsubscribe')
  })
})

describe('an unsubscribe link', () => {
  const tokenIn = async (club: Club) => {
    await aMailed(club)
    await post.deliver()
    return /token=([\w.-]+)>/.exec(mailTo(club)[0]?.headers['list-unsubscribe'] ?? '')?.[1] ?? ''
  }

  it('unsubscribes by one-click POST, idempotently; opening it changes nothing', async () => {
    const club = await aClubWithWriter()
    const token = await tokenIn(club)
    const open = () => call('POST /rest-api/mail/unsubscribe', { as: undefined, body: { token } })
    expect((await open()).body).toEqual({ notice: 'news', on: true })
    expect(await wants(club, 'news')).toBe('on')
    const press = () =>
      call('POST /rest-api/mail/one-click', {
        as: undefined,
        query: { token },
        rawBody: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      } as never)
    expect((await press()).status).toBe(200)
    expect((await press()).status).toBe(200)
    expect(await wants(club, 'news')).toBe('off')
    expect(await wants(club, 'invites')).toBe('on')
    post.mails = []
    const emailId = await aMailed(club)
    await post.deliver()
    expect(post.mails.map(({ to }) => to)).toEqual([addressOf(club, 'parent2')])
    expect(await recipientStates(emailId)).toEqual({ parent: 'unmailed', parent2: 'sent' })
    const again = await call('POST /rest-api/mail/unsubscribe', { as: undefined, body: { token, on: true } })
    expect(again.body).toEqual({ notice: 'news', on: true })
  })

  it('opened by GET redirects to the page for unsubscribing, and changes nothing', async () => {
    const club = await aClubWithWriter()
    const token = await tokenIn(club)
    const opened = await call('GET /rest-api/mail/one-click', { as: undefined, query: { token } })
    expect([opened.status, opened.headers['location']]).toEqual([303, `/unsubscribe#${token}`])
    expect(await wants(club, 'news')).toBe('on')
    const strange = await call('GET /rest-api/mail/one-click', { as: undefined, query: { token: '//evil.example' } })
    expect(strange.headers['location']).toBe('/unsubscribe#%2F%2Fevil.example')
  })

  it('is rejected when forged, made for something else, or expired', async () => {
    const club = await aClubWithWriter()
    const token = await tokenIn(club)
    const [body = '', signature = ''] = token.split('.')
    const [about, ...rest] = JSON.parse(Buffer.from(body, 'base64url').toString())
    const forged = Buffer.from(JSON.stringify(['fees', ...rest])).toString('base64url')
    expect(about).toBe('news')
    const stop = async (given: string, now?: string) =>
      (
        await call('POST /rest-api/mail/unsubscribe', {
          as: undefined,
          body: { token: given, on: false },
          ...(now && { now }),
        })
      ).refusal.code
    expect(await stop(`${forged}.${signature}`)).toBe('link_altered')
    expect(await stop(`${body}.${signature.slice(0, -2)}xx`)).toBe('link_altered')
    expect(await stop(body)).toBe('link_altered')
    expect(await stop(token, '2028-06-01T00:00:00Z')).toBe('link_expired')
    expect(await stop((await stopToken(club, 'nothing-we-tell')).token)).toBe('link_altered')
    expect(await wants(club, 'news')).toBe('on')
  })

  it('stores nothing for an erased account', async () => {
    const club = await aClubWithWriter()
    const userId = club.user('parent')
    const token = await tokenIn(club)
    await write(stamp, profiles.remove({ userId }))
    for (const key of ['POST /rest-api/mail/unsubscribe', 'POST /rest-api/mail/one-click'] as const) {
      const sent = key.endsWith('unsubscribe') ? { body: { token, on: false } } : { query: { token } }
      expect((await call(key, { as: undefined, ...sent } as never)).status).toBe(200)
    }
    expect(await noticeChoices.get({ userId }, { consistent: true })).toBeUndefined()
  })

  it('never turns off required mails', async () => {
    const club = await aClubWithWriter()
    const { token } = await stopToken(club, 'fees')
    const { body } = await call('POST /rest-api/mail/unsubscribe', { as: undefined, body: { token, on: false } })
    expect(body).toEqual({ notice: 'fees', on: true })
    await choose(club, { choices: [{ notice: 'fees', channel: 'mail', on: false }] })
    expect(await wants(club, 'fees')).toBe('always')
  })
})

describe('quiet hours', () => {
  // 6 pm in London is noon in Chicago.
  const quiet = { quiet: { from: '17:00', to: '07:00' }, timezone: 'Europe/London' }
  const at = (time: string) => wantDigests({ time: `2026-11-${time}:00Z` })
  const held = (club: Club) => all(heldMails.of({ userId: club.user('parent') }))

  it('hold back news, which then arrives as one summary mail', async () => {
    const club = await aClubWithWriter()
    await choose(club, quiet)
    const emailIds = [await aMailed(club), await aMailed(club)]
    await post.deliver()
    expect(mailTo(club)).toEqual([])
    expect(mailTo(club, 'parent2')).toHaveLength(2)
    const asking = { as: club.user('writer'), emailId: emailIds[0] ?? '' }
    const { recipients } = (await call('GET /rest-api/mail/team/email-recipients/{emailId}', asking)).body
    const told = Object.fromEntries(recipients.map(({ id, state, until }) => [id.split('-')[0], [state, until]]))
    expect(told).toEqual({ parent: ['held', '2026-11-22T07:00:00.000Z'], parent2: ['sent', null] })
    await at('22T06:59')
    await post.deliver()
    expect(mailTo(club)).toEqual([])
    await Promise.all([at('22T07:01'), at('22T07:01')])
    await at('22T07:16')
    await post.deliver({ now: '2026-11-22T07:02:00Z' })
    await post.deliver({ now: '2026-11-22T07:02:00Z' })
    expect(mailTo(club).map(({ subject }) => subject)).toEqual(['2 messages for you'])
    for (const emailId of emailIds) {
      expect(mailTo(club)[0]?.text).toContain(`https://app.club.example/email/${emailId}`)
      expect(await recipientStates(emailId)).toMatchObject({ parent: 'sent' })
    }
    expect(await held(club)).toEqual([])
  })

  it('hold back a single mail, which then arrives unchanged', async () => {
    const club = await aClubWithWriter()
    await choose(club, quiet)
    await aMailed(club)
    await post.deliver()
    await at('22T07:01')
    await post.deliver({ now: '2026-11-22T07:02:00Z' })
    expect(mailTo(club)).toMatchObject([{ subject: 'Saturday', replyTo: addressOf(club, 'writer') }])
  })

  it('do not hold back required mails', async () => {
    const club = await aClubWithWriter()
    await choose(club, quiet, 'writer')
    const body = { subject: 'Saturday', content: aText('A') }
    const emailId = newEmail(club.falcons)
    await call('POST /rest-api/mail/email/{emailId}/test', { as: club.user('writer'), emailId, body })
    await post.deliver()
    expect(mailTo(club, 'writer')).toHaveLength(1)
  })
})

it('mails beyond eight a day are held back until the next morning, also when sent concurrently', async () => {
  const club = await aClubWithWriter()
  const userId = club.user('parent')
  for (const [span, begins] of [
    ['day', '2026-11-21'],
    ['week', '2026-11-16'],
  ] as const)
    await write(stamp, mailCounts.upsert({ userId, span, begins }, { set: { begins, sent: 6 } }))
  for (let i = 0; i < 4; i++) await aMailed(club)
  await post.deliver({ sideBySide: 2 }).catch(() => {})
  await post.deliver().catch(() => {})
  expect(mailTo(club)).toHaveLength(2)
  const mails = await post.outcomes(userId)
  expect(mails.filter(({ state }) => state === 'held')).toHaveLength(2)
  const urgent = newEmail(club.falcons)
  await sendTo(club, urgent, { as: 'admin', urgent: true })
  await deliverEmail(urgent)
  await post.deliver()
  expect(mailTo(club)).toHaveLength(3)
  await wantDigests({ time: '2026-11-22T13:01:00Z' })
  await post.deliver({ now: '2026-11-22T13:02:00Z' })
  expect(mailTo(club).at(-1)?.subject).toBe('2 messages for you')
})

it('required mails do not count toward the daily limit', async () => {
  const club = await aClubWithWriter()
  const day = { userId: club.user('writer'), span: 'day', begins: '2026-11-21' } as const
  await write(stamp, mailCounts.upsert(day, { set: { begins: day.begins, sent: 7 } }))
  for (const text of ['A', 'B']) {
    const body = { subject: 'Saturday', content: aText(text) }
    await call('POST /rest-api/mail/email/{emailId}/test', { as: day.userId, emailId: newEmail(club.falcons), body })
  }
  await post.deliver()
  expect(mailTo(club, 'writer')).toHaveLength(2)
  expect(await mailCounts.get(day, { consistent: true })).toMatchObject({ sent: 7 })
})

it('nothing is mailed to a suppressed address until its owner re-enables it', async () => {
  const club = await aClubWithWriter()
  const email = addressOf(club, 'parent')
  await write(stamp, suppressedAddresses.create({ email, because: 'bounced', since: stamp.at }))
  const emailId = await aMailed(club)
  await post.deliver()
  expect(mailTo(club)).toEqual([])
  expect(await recipientStates(emailId)).toMatchObject({ parent: 'stopped' })
  const as = club.user('parent')
  expect((await call('GET /rest-api/mail/notices', { as })).body.address).toEqual({
    email,
    stopped: { because: 'bounced', since: stamp.at },
  })
  expect((await call('POST /rest-api/mail/notices/mend', { as })).body.address).toEqual({ email, stopped: null })
  await aMailed(club)
  await post.deliver()
  expect(mailTo(club)).toHaveLength(1)
})

describe('an urgent email', () => {
  it('is mailed during quiet hours, with high importance', async () => {
    const club = await aClubWithWriter()
    await choose(club, { quiet: { from: '00:01', to: '00:00' }, timezone: 'UTC' })
    await aMailed(club)
    await post.deliver()
    expect(mailTo(club)).toEqual([])
    const emailId = newEmail(club.falcons)
    await sendTo(club, emailId, { as: 'admin', urgent: true })
    await deliverEmail(emailId)
    await post.deliver()
    expect(mailTo(club)).toMatchObject([{ subject: 'Saturday', headers: { importance: 'high' } }])
    const own = { as: club.user('parent') }
    const { emails: listed } = (await call('GET /rest-api/mail/getEmails', { ...own, query: {} })).body
    expect(listed.filter(({ urgent }) => urgent).map(({ id }) => id)).toEqual([emailId])
    expect((await call('GET /rest-api/mail/email/{emailId}', { ...own, emailId })).body.urgent).toBe(true)
  })
})

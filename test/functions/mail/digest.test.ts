// own: mail goes to a service of its own
import { beforeEach, describe, expect, it } from 'vitest'
import { handler as wantDigests } from '#functions/mail/digestHandler.ts'
import { type EmailTo } from '#functions/table/emails.ts'
import { outbox } from '#functions/table/outbox.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { type Club, stamp } from '../club.ts'
import { aClubThatWrites, forgetPutOff, hear, newEmail, sendTo } from '../email/writing.ts'
import { emailOf as addressOf } from '../today/asking.ts'
import { onTime } from '../workers.ts'
import { openPost } from './post.ts'

const post = openPost()
beforeEach(async () => {
  forgetPutOff()
  await post.deliver().catch(() => {})
  post.mails = []
})

const mailsTo = (club: Club) => post.mails.filter(({ to }) => to === addressOf(club, 'parent'))
/** It is six in the evening in London, and quiet there for Mia's parent until half past. */
async function quietClub(): Promise<Club> {
  const club = await aClubThatWrites()
  const quiet = { from: '17:30', to: '18:30' }
  const body = { choices: [], quiet, timezone: 'Europe/London', language: 'en' as const }
  await call('PUT /rest-api/mail/notices', { as: club.user('parent'), body })
  return club
}
async function aMailed(club: Club, to?: EmailTo): Promise<string> {
  const emailId = newEmail(club.falcons)
  await sendTo(club, emailId, { ...(to && { to }) })
  await hear(emailId)
  return emailId
}
const remind = (club: Club) =>
  write(
    stamp,
    outbox.want(stamp, {
      letter: 'reminder',
      to: { userId: club.user('parent') },
      about: { inviteId: club.invite(club.mia) },
    }),
  )
/** What is held back by now comes in one mail, at twenty-five to. */
async function comes(): Promise<void> {
  await post.deliver()
  await onTime(wantDigests, '2026-11-21T18:31:00Z')
  await post.deliver({ now: '2026-11-21T18:35:00Z' })
}

describe('what stands below what was held back', () => {
  it('a single one has the link that stops mails of its own kind, and its own club', async () => {
    const club = await quietClub()
    await remind(club)
    await comes()
    const [mail] = mailsTo(club)
    expect(mail?.text).toMatch(/You get this since a player of yours is invited\.\nSpringfield FC\n/)
    const [, token = ''] = /token=([\w.-]+)>/.exec(mail?.headers['list-unsubscribe'] ?? '') ?? []
    expect(mail?.text).toContain(`/unsubscribe#${token}`)
    const { body } = await call('POST /rest-api/mail/unsubscribe', { as: undefined, body: { token } })
    expect(body).toEqual({ notice: 'invites', on: true })
  })

  it('several have no link that stops a kind, and lead to where one chooses', async () => {
    const club = await quietClub()
    await remind(club)
    await aMailed(club)
    await comes()
    expect(mailsTo(club).map(({ subject }) => subject)).toEqual(['2 messages for you'])
    const [mail] = mailsTo(club)
    expect(mail?.text).toContain('--\nYou get this since each of these is told to you by mail.\nSpringfield FC\n')
    expect(mail?.text).not.toContain('/unsubscribe')
    expect(mail?.text).not.toContain('cannot be switched off')
    expect(mail?.headers['list-unsubscribe']).toBe('<https://app.club.example/notices>')
    expect(mail?.headers).not.toHaveProperty('list-unsubscribe-post')
  })
})

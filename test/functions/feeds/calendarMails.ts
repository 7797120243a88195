import { expect } from 'vitest'
import { writers } from '#functions/feeds/mailWriters.ts'
import { handler as mailsHandler } from '#functions/feeds/mailsHandler.ts'
import { sayIn } from '#functions/mail/say.ts'
import { calendarMails } from '#functions/table/calendarMails.ts'
import { emailUsers } from '#functions/table/emailUsers.ts'
import { events } from '#functions/table/events.ts'
import { invites } from '#functions/table/invites.ts'
import { update, write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { deliverEvent } from '../calendar/planning.ts'
import { deliverTo } from '../workers.ts'

export const now = '2026-11-21T12:00:00Z'
export const englishText = sayIn('en')
export const consistent = { consistent: true }
export function setUpMailing(): void {
  process.env['SITE_URL'] = 'https://app.club.example'
  process.env['MAIL_FROM'] = 'Touchline <no-reply@app.club.example>'
  process.env['MAIL_REPLIES'] = 'replies.app.club.example'
}

export const emailOf = (club: Club) => `ann-${club.organizationId}@family.example`
/** A club whose parent has turned calendar mails on. */
export async function aClubWithCalendarMails(): Promise<Club> {
  const club = await aClub()
  await write(stamp, emailUsers.create({ email: emailOf(club), userId: club.user('parent') }))
  const { status } = await call('PUT /rest-api/calendar/mails', { as: club.user('parent'), body: { on: true } })
  expect(status).toBe(200)
  return club
}
export const idOf = (club: Club) => ({ inviteId: club.invite(club.mia), userId: club.user('parent') })
export const deliverInvite = (club: Club) =>
  deliverTo(mailsHandler, { kind: 'Invite', ...invites.key({ inviteId: club.invite(club.mia) }) }, now)
export const mailOf = (club: Club) => calendarMails.get(idOf(club), consistent)
/** The letter of the last mail. */
export async function messageOf(club: Club) {
  const { sequence = -1 } = (await mailOf(club)) ?? {}
  const about = { inviteId: club.invite(club.mia), sequence: String(sequence) }
  return writers.calendarMail(about, {
    to: { email: emailOf(club), userId: club.user('parent') },
    now,
    say: englishText,
  })
}
export async function change(club: Club, set: Parameters<typeof events.change>[1]['set']) {
  await update(stamp, events.change(club.game, { set: set ?? {} }))
  await deliverEvent(club.game.eventId)
  await deliverInvite(club)
}

import { expect, it } from 'vitest'
import { sendEmail } from '#functions/email/writeEmail.ts'
import { listReceived } from '#functions/email/readEmails.ts'
import { meOf } from '#functions/table/me.ts'
import { runMetered } from '#functions/table/meter.ts'
import { receivedEmails } from '#functions/table/receivedEmails.ts'
import { write } from '#functions/table/table.ts'
import { aClub, newPart, stamp } from '../club.ts'
import { aClubWithWriter, aText, newEmail, sentTime } from './writing.ts'

it('a page of fifty emails costs at most three read units', async () => {
  const club = await aClub()
  const userId = club.user('parent')
  const line = { subject: 'Saturday: we meet at the school', from: 'Carmen Coach', orgUnitName: 'U12 Falcons' }
  const rows = Array.from({ length: 50 }, (_, i) => ({
    ...line,
    userId,
    emailId: `${club.falcons.teamId}.${newPart('m')}`,
    beginning: 'x'.repeat(80),
    players: ['Mia', 'Leo'],
    sentAt: `2026-11-20T12:00:${String(i).padStart(2, '0')}Z`,
  }))
  await write(stamp, ...rows.map((row) => receivedEmails.create(row)))
  const me = meOf({ userId })
  await me
  const asked = { userId, query: {}, params: {}, body: undefined, now: sentTime, stamp, site: '', from: '', agent: '' }
  const { units, listed } = await runMetered(async (meter) => {
    const answered = await listReceived({ ...asked, me } as never)
    return { units: meter.readUnits, listed: answered.emails.length }
  })
  expect(listed).toBe(50)
  expect(units).toBeLessThanOrEqual(3)
})

it('sending an email takes one transaction and at most four round trips', async () => {
  const club = await aClubWithWriter()
  const userId = club.user('writer')
  const emailId = newEmail(club.falcons)
  const body = { subject: 'Saturday', content: aText('Be there.'), to: { teamIds: [club.falcons.teamId] } }
  const me = meOf({ userId })
  await me
  const { trips, writes } = await runMetered(async (meter) => {
    await sendEmail({ userId, me, stamp, now: sentTime, params: { emailId }, body } as never)
    return { trips: meter.trips, writes: meter.writeUnits }
  })
  // Rights and current state are read in parallel as far as possible; then all is written in one transaction.
  expect(trips).toBeLessThanOrEqual(4)
  expect(writes).toBeLessThanOrEqual(14)
})

import { expect, it } from 'vitest'
import { writers } from '#functions/calendar/mailWriters.ts'
import { handler } from '#functions/calendar/newsHandler.ts'
import { sayIn } from '#functions/mail/say.ts'
import { events } from '#functions/table/events.ts'
import { call } from '../call.ts'
import { aClub, type Club } from '../club.ts'
import { deliverTo } from '../workers.ts'

process.env['SITE_URL'] = 'https://app.example.org'

/** Why an event is cancelled, as entered by the coach. */
const cancel = (club: Club, body: { cancelled: boolean; reason?: string }) =>
  call('POST /rest-api/calendar/event/{eventId}/cancel', {
    as: club.user('coach'),
    eventId: club.game.eventId,
    body: { ...body, tell: true },
  })
const shown = async (club: Club) => {
  const { body } = await call('GET /rest-api/calendar/event/{eventId}', {
    as: club.user('coach'),
    eventId: club.game.eventId,
  })
  return [body.event.cancelled, body.event.cancelReason]
}
async function told(club: Club, locale: 'en' | 'es') {
  await deliverTo(handler, { kind: 'Event', ...events.key(club.game) })
  const newsAt = (await events.get(club.game, { consistent: true }))?.newsAt ?? ''
  const message = await writers.eventNews(
    { inviteId: club.invite(club.mia), newsAt },
    { to: { email: 'p@c.test', userId: club.user('parent') }, now: '2026-11-21T18:00:00Z', say: sayIn(locale) },
  )
  return message?.paragraphs[0]
}

it('the reason of a cancellation is shown and mailed, and removed when the event is restored', async () => {
  const club = await aClub()
  await cancel(club, { cancelled: true, reason: '  Pitch under water  ' })
  expect(await shown(club)).toEqual([true, 'Pitch under water'])
  expect(await told(club, 'en')).toBe('Practice is cancelled. Reason: Pitch under water')
  expect(await told(club, 'es')).toBe('Practice se cancela. Motivo: Pitch under water')
  await cancel(club, { cancelled: false, reason: 'It has dried' })
  expect(await shown(club)).toEqual([undefined, undefined])
})

it('the reason of a cancellation is optional, and limited in length', async () => {
  const club = await aClub()
  expect((await cancel(club, { cancelled: true, reason: 'x'.repeat(65) })).refusal.code).toBe('note_too_long')
  await cancel(club, { cancelled: true, reason: ' ' })
  expect(await shown(club)).toEqual([true, undefined])
  expect(await told(club, 'en')).toBe('Practice is cancelled.')
})

it('the reason of a cancellation can be added later once, without another mail', async () => {
  const club = await aClub()
  await cancel(club, { cancelled: true })
  const newsAt = (await events.get(club.game, { consistent: true }))?.newsAt
  await cancel(club, { cancelled: true, reason: 'Storm' })
  expect(await shown(club)).toEqual([true, 'Storm'])
  await cancel(club, { cancelled: true, reason: 'Nobody comes' })
  expect(await shown(club)).toEqual([true, 'Storm'])
  expect((await events.get(club.game, { consistent: true }))?.newsAt).toBe(newsAt)
})

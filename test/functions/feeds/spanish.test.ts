import { beforeAll, expect, it } from 'vitest'
import { writers } from '#functions/feeds/mailWriters.ts'
import { sayIn } from '#functions/mail/say.ts'
import { events } from '#functions/table/events.ts'
import { noticeChoices } from '#functions/table/noticeChoices.ts'
import { update, write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, stamp } from '../club.ts'
import { aFeedId, eventsIn, fetchFeed, phone } from './feedLinks.ts'
import { aClubWithCalendarMails, deliverInvite, emailOf, setUpMailing, mailOf, now } from './calendarMails.ts'

beforeAll(setUpMailing)

it.each(['family', 'team', 'organization'] as const)(
  'a calendar of a %s states places in its own language',
  async (of) => {
    const { user, falcons, organizationId: orgId } = await aClub()
    const body = { ...phone, language: 'es' as const, feedId: aFeedId() }
    const asked = {
      family: () => call('POST /rest-api/feeds/family', { as: user('parent'), body }),
      team: () => call('POST /rest-api/feeds/team/{teamId}', { as: user('coach'), teamId: falcons.teamId, body }),
      organization: () => call('POST /rest-api/feeds/organization/{orgId}', { as: user('admin'), orgId, body }),
    }
    const made = await asked[of]()
    const [event] = eventsIn((await fetchFeed(made.body.path)).text)
    expect(event?.location).toMatch(/, Campo 3$/)
  },
)

it('an event’s file is in the language of its user, and marks a cancelled event in its title', async () => {
  const { user, game } = await aClub()
  const as = user('coach')
  await write(stamp, noticeChoices.create({ userId: as, language: 'es' }))
  await update(stamp, events.change(game, { set: { cancelled: true } }))
  const { body } = await call('GET /rest-api/calendar/event/{eventId}/file', { as, eventId: game.eventId })
  const [event] = eventsIn(body as unknown as string)
  expect(event?.location).toMatch(/, Campo 3$/)
  expect(event).toMatchObject({ summary: 'Cancelado: Practice · Falcons', status: 'CANCELLED' })
})

it('a calendar mail states the place in its reader’s language, and is not sent again because of that', async () => {
  const club = await aClubWithCalendarMails()
  await deliverInvite(club)
  const { sequence = -1 } = (await mailOf(club)) ?? {}
  const about = { inviteId: club.invite(club.mia), sequence: String(sequence) }
  const to = { email: emailOf(club), userId: club.user('parent') }
  const message = await writers.calendarMail(about, { to, now, say: sayIn('es') })
  expect(message?.facts?.find(([name]) => name === 'Dónde')?.[1]).toMatch(/, Campo 3$/)
  expect(eventsIn(message?.calendar?.ics ?? '')[0]?.location).toMatch(/, Campo 3$/)
  await deliverInvite(club)
  expect((await mailOf(club))?.sequence).toBe(sequence)
})

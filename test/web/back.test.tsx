import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { AnswerOf } from '#web/api.ts'
import { answersTo, card, coachOf, event, invite, organizationId, teamId, today } from './people.ts'
import { standInServer } from './fakeServer.tsx'
import { open } from './shell-open.tsx'

/** Links back from pages that were opened by address, and the scroll position of dialogs. */

const server = standInServer()
const eventId = event().id
const ofCoach = { ...answersTo([invite('danley')], { sees: 'answers' as const }) }
const editing = { revision: 3, eventTypeId: 'practice', seriesId: null }
const given = (editable: boolean) =>
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    'GET /rest-api/calendar/event/{eventId}': { ...ofCoach, ...(editable && { editing }) },
    'GET /api/v1/notInvitedPlayers/{eventId}': { players: [], guests: [] },
    'GET /rest-api/attendance/event/{eventId}': { marks: [] },
    'GET /api/v1/today': today(card(null)),
    'GET /rest-api/calendar/event-types/{orgId}': { types: [], revision: 0, timezone: 'America/Chicago' },
    'GET /rest-api/organization/venues/{orgUnitId}': { venues: [], fieldLabel: 'Field', country: 'US' },
    'GET /rest-api/calendar/clashes/{orgUnitId}': { events: [] },
  })

it('links an event to its calendar: the team’s for coaches, the reader’s own for others', async () => {
  given(true)
  const { unmount } = open(`/calendar/event/${eventId}`)
  await screen.findByRole('heading', { level: 1, name: 'Training' })
  const main = () => within(screen.getByRole('main'))
  expect(main().getByRole('link', { name: 'Calendar' })).toHaveAttribute(
    'href',
    `/${organizationId}/${teamId}/calendar?month=2026-11`,
  )
  unmount()
  given(false)
  open(`/calendar/event/${eventId}`)
  await screen.findByRole('heading', { level: 1, name: 'Training' })
  await waitFor(() =>
    expect(main().getByRole('link', { name: 'Calendar' })).toHaveAttribute('href', '/calendar?month=2026-11'),
  )
})

type Email = AnswerOf<'GET /rest-api/mail/email/{emailId}'>
const emailId = `${teamId}.m0000000000a`
const email: Email = {
  id: emailId,
  orgUnit: { id: teamId, name: 'U12 Falcons' },
  from: 'Carmen Coach',
  subject: 'Saturday',
  urgent: false,
  content: { type: 'doc', content: [] },
  files: [],
  pictures: [],
  time: '2026-11-20T15:00:00Z',
  timezone: 'America/Chicago',
  state: 'sent',
  revision: 1,
  replyTo: null,
  received: { read: true, players: ['Danley'] },
  sent: null,
}
const sent: Email['sent'] = {
  to: { teamIds: [teamId] },
  tally: { people: 2, unmailed: 0, delivered: 1, opened: 1, failed: 0 },
  own: true,
}

it.each([
  ['received', email, '/email'],
  ['sent', { ...email, received: null, sent }, `/${organizationId}/${teamId}/email`],
  ['sent and received, for a reader who is a parent at the moment,', { ...email, sent }, '/email'],
])('links an email that was %s to its list', async (_, answer, list) => {
  server.answers({
    'GET /api/v1/playersAndTeams': { ...coachOf(), organizations: answer.received ? [] : coachOf().organizations },
    'GET /rest-api/mail/email/{emailId}': answer,
    'GET /rest-api/mail/team/email-recipients/{emailId}': { recipients: [] },
  })
  open(`/email/${emailId}`)
  await screen.findByRole('heading', { level: 1, name: 'Saturday' })
  const main = within(screen.getByRole('main'))
  await waitFor(() => expect(main.getByRole('link', { name: 'Email' })).toHaveAttribute('href', list))
})

it('scrolls a dialog to the top when it shows another page, and has no link back there', async () => {
  given(true)
  const { user } = open('/today')
  await user.click(await screen.findByRole('link', { name: /^Open/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Training' })
  const edit = await within(dialog).findByRole('link', { name: 'Edit' })
  expect(within(dialog).queryByRole('link', { name: 'Calendar' })).toBeNull()
  const body = edit.closest<HTMLElement>('.mantine-Modal-body') as HTMLElement
  body.scrollTop = 300
  await user.click(edit)
  await screen.findByRole('dialog', { name: 'Edit event' })
  expect(body.scrollTop).toBe(0)
})

import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { AnswerOf } from '#web/api.ts'
import { answersTo, card, coachOf, event, invite, organizationId, teamId, today } from './people.ts'
import { standInServer } from './answering.tsx'
import { open } from './shell-open.tsx'

/** The way back from a page that was opened by its address, and the beginning of one that another page led to. */

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

it('leads from an event to the calendar that it is in: the team’s for its coach, for others their own', async () => {
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
  ['sent and received, by who looks at it as a parent,', { ...email, sent }, '/email'],
])('leads from an email that was %s to the list that it is in', async (_, answer, list) => {
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

it('shows in a dialog the beginning of the page that another one led to, and no way back but closing it', async () => {
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

import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Flag } from '#shared/permissions.ts'
import type { NotSentReason } from '#shared/rules/mails.ts'
import { noText } from '#shared/rules/richText.ts'
import type { AnswerOf } from '#web/api.ts'
import EmailScreen from '#web/email/EmailScreen.tsx'
import TeamEmailScreen from '#web/email/TeamEmailScreen.tsx'
import { advanceTime, clockFrom, showScreen, standInServer } from '../fakeServer.tsx'
import { organizationId, playersAndTeams, teamId } from '../people.ts'

const server = standInServer()
const emailId = `${teamId}.m0000000000a`
const LIST = 'GET /rest-api/mail/team/getEmails/{orgUnitId}'
const READ = 'GET /rest-api/mail/email/{emailId}'
const tally = { people: 0, unmailed: 0, delivered: 0, opened: 0, failed: 0 }

const writer = (...permissions: Flag[]) =>
  playersAndTeams({
    organizations: [
      {
        id: organizationId,
        name: 'Riverside FC',
        orgAdmin: false,
        permissions: [],
        teams: [{ id: teamId, name: 'U12 Falcons', permissions }],
        academyEnabled: false,
        customRegistrationEnabled: false,
      },
    ],
  })
const notSent = (why: NotSentReason, given: Partial<AnswerOf<typeof READ>> = {}): AnswerOf<typeof READ> => ({
  id: emailId,
  orgUnit: { id: teamId, name: 'U12 Falcons' },
  from: 'Carmen Coach',
  subject: 'Saturday',
  urgent: false,
  content: noText,
  files: [],
  pictures: [],
  time: '2026-11-21T15:00:00Z',
  timezone: 'America/Chicago',
  state: 'notSent',
  why,
  revision: 2,
  replyTo: null,
  received: null,
  sent: { to: { teamIds: [teamId] }, tally, own: false },
  ...given,
})
const open = () => showScreen(<EmailScreen />, { path: '/email/:emailId', at: `/email/${emailId}` })

it('is listed with the reason it was not sent, and links to its page', async () => {
  const line = { subject: 'Saturday', beginning: 'Be there', from: 'Carmen Coach', orgUnit: 'U12 Falcons', tally }
  const whys = ['notAllowed', 'eventGone', 'archived', 'nobody'] as const
  server.answers({
    'GET /api/v1/playersAndTeams': writer('canSendMessages'),
    [LIST]: {
      emails: whys.map((why, i) => ({
        ...line,
        id: `${teamId}.m0000000000${i}`,
        time: '2026-11-21T15:00:00Z',
        state: 'notSent' as const,
        why,
      })),
      cursor: null,
      timezone: 'America/Chicago',
    },
  })
  showScreen(<TeamEmailScreen />, { path: '/:orgId/:teamId/email', at: `/${organizationId}/${teamId}/email` })
  const list = within(await screen.findByRole('list', { name: 'Email' }))
  expect(list.getAllByText(/^Not sent: /).map(({ textContent }) => textContent)).toEqual([
    'Not sent: its author is no longer allowed to write to all of them',
    'Not sent: its event was deleted',
    'Not sent: its team was archived',
    'Not sent: no recipients',
  ])
  expect(list.queryByText(/^To 0/)).toBeNull()
  expect(list.getAllByRole('link')[0]?.getAttribute('href')).toBe(`/email/${teamId}.m00000000000`)
})

it('shows its planned time and the reason, with a link to start a new email', async () => {
  server.answers({
    'GET /api/v1/playersAndTeams': writer('canSendMessages'),
    [READ]: notSent('eventGone', { sent: { to: { teamIds: [] }, tally, own: false } }),
  })
  open()
  expect(await screen.findByText(/^It was scheduled for .*9:00.* but had no recipients\.$/)).toBeVisible()
  expect(screen.getByText(/^The event it is about was deleted\. Start a/)).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Start a new email from this one' })).toHaveAttribute(
    'href',
    `/email-team/${teamId}?from=${emailId}`,
  )
  expect(screen.queryByRole('table', { name: 'Recipients' })).toBeNull()
})

it('names the author who lost the right, and cannot be restarted by a user without it', async () => {
  server.answers({ 'GET /api/v1/playersAndTeams': writer(), [READ]: notSent('notAllowed') })
  open()
  expect(await screen.findByText(/^Carmen Coach is no longer allowed to write to all of these people\./)).toBeVisible()
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Start a new email from this one' })).toHaveAccessibleDescription(
      /right/,
    ),
  )
})

it('is not polled, because its state is final', async () => {
  clockFrom(Date.now())
  server.answers({
    'GET /api/v1/playersAndTeams': writer('canSendMessages'),
    [READ]: notSent('nobody', { time: new Date().toISOString() }),
  })
  open()
  await screen.findByText(/^At that time there was nobody to write to:/)
  await advanceTime(10_000)
  expect(server.asked(READ)).toHaveLength(1)
})

import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { AnswerOf } from '#web/api.ts'
import type { To } from '#web/email/email.ts'
import WriteScreen from '#web/email/WriteScreen.tsx'
import { writePath } from '#web/email/writePath.ts'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { event, organizationId, type Person, person, playerId, playersAndTeams, teamId } from '../people.ts'

const server = standInServer()
const SEND = 'POST /rest-api/mail/email/{emailId}/send'
const ONE = 'GET /rest-api/mail/email/{emailId}'
const emailId = `${teamId}.m0000000000a`
const otherTeam = `${organizationId}.t0000000000b`
const content = {
  type: 'doc' as const,
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Pay, please.' }] }],
}

type Email = AnswerOf<typeof ONE>
const sent = (to: To): Email => ({
  id: emailId,
  orgUnit: { id: teamId, name: 'U12 Falcons' },
  from: 'Carmen Coach',
  subject: 'About Danley',
  urgent: false,
  content,
  files: [],
  pictures: [],
  time: '2026-11-21T15:00:00Z',
  timezone: 'America/Chicago',
  state: 'sent',
  revision: 1,
  replyTo: null,
  received: null,
  sent: { to, tally: { people: 1, unmailed: 0, delivered: 1, opened: 0, failed: 0 }, own: true },
})
const team = (...roster: Person[]): AnswerOf<'GET /api/v1/team/{teamId}'> => ({
  id: teamId,
  name: 'U12 Falcons',
  archived: false,
  dateArchived: null,
  isOrganization: false,
  isRosterVisible: true,
  season: '',
  color: '',
  sport: { name: 'Soccer', fieldLabel: 'Field' },
  organization: { id: organizationId, name: 'Riverside FC' },
  orgAdmins: [],
  players: roster.map((name) => ({ ...person(name), number: null, position: '' })),
  myPlayers: [],
  permissions: ['canSendMessages'],
})

/** Starts a new email from one sent to these recipients, or opens a draft. */
function again(email: Email, to: To, how: 'from' | 'email' = 'from') {
  server.answers({
    'GET /api/v1/playersAndTeams': playersAndTeams({
      organizations: [
        {
          id: organizationId,
          name: 'Riverside FC',
          orgAdmin: false,
          permissions: [],
          teams: [{ id: teamId, name: 'U12 Falcons', permissions: ['canSendMessages'] }],
          academyEnabled: false,
          customRegistrationEnabled: false,
        },
      ],
    }),
    'GET /api/v1/team/{teamId}': team('danley', 'roshon'),
    'POST /rest-api/mail/team/recipients/{orgUnitId}': {
      recipients: [{ id: 'u1', name: 'Paula Moreno', players: ['Danley'], hasAddress: true, comesBack: false }],
      without: [],
      timezone: 'America/Chicago',
    },
    'PUT /rest-api/mail/email/{emailId}': { state: 'draft', time: '2026-11-21T18:00:00Z', revision: 1 },
    [ONE]: email,
    [SEND]: { state: 'waiting', time: '2026-11-21T18:00:10Z' },
  })
  const at = writePath(emailId, to, { [how]: emailId })
  const path = at.startsWith('/email-event/')
    ? '/email-event/:eventId'
    : at.startsWith('/email-teams/')
      ? '/email-teams/:orgId'
      : '/email-team/:teamId'
  return showScreen(<WriteScreen />, { path, at })
}

it.each<[string, To]>([
  ['chosen families', { playerIds: [playerId('a')] }],
  ['players with a tag', { tagIds: [`${organizationId}.g0000000000a`], among: teamId }],
  ['families who have not answered', { eventId: event().id, invited: 'notAnswered' }],
  ['the whole team', { teamIds: [teamId] }],
])('a new email based on another one has the same recipients: %s', async (_who, to) => {
  const { user } = again(sent(to), to)
  await screen.findByText('Goes to 1 person')
  expect(screen.queryByText(/can no longer be chosen/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(server.asked(SEND)[0]?.body).toMatchObject({ subject: 'About Danley', to }))
  const asked = server.asked('POST /rest-api/mail/team/recipients/{orgUnitId}')
  expect(asked.map(({ body }) => body)).toEqual(asked.map(() => ({ to })))
})

it('omits players who have left the team, says so, and adds no others', async () => {
  const to = { playerIds: [playerId('a'), playerId('c')] }
  const { user } = again(sent(to), to)
  await screen.findByText('Some of the previous recipients can no longer be chosen. They are left out.')
  await user.click(await screen.findByRole('button', { name: 'Send' }))
  await waitFor(() => expect(server.asked(SEND)[0]?.body).toMatchObject({ to: { playerIds: [playerId('a')] } }))
})

it('selects no recipients when none is left or they are unknown', async () => {
  const gone = { playerIds: [playerId('c')] }
  const { unmount } = again(sent(gone), gone)
  expect(await screen.findAllByText('Choose recipients.')).not.toEqual([])
  expect(screen.getByRole('radio', { name: /Families of selected players/ })).toBeChecked()
  unmount()
  again({ ...sent(gone), sent: null }, gone)
  expect(await screen.findAllByText('Choose recipients.')).not.toEqual([])
  expect(server.asked('POST /rest-api/mail/team/recipients/{orgUnitId}')).toEqual([])
})

it('selects no recipients when the email’s event was deleted, and the whole team can be selected', async () => {
  const { user } = again(sent({ teamIds: [] }), { teamIds: [teamId] })
  expect(await screen.findAllByText('Choose recipients.')).not.toEqual([])
  const wholeTeam = screen.getByRole('radio', { name: /^All families of/ })
  expect(wholeTeam).not.toBeChecked()
  await user.click(wholeTeam)
  await screen.findByText('Goes to 1 person')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(server.asked(SEND)[0]?.body).toMatchObject({ to: { teamIds: [teamId] } }))
})

it('omits teams that the author no longer has access to', async () => {
  const to = { teamIds: [teamId, otherTeam] }
  const { user } = again(sent(to), to)
  await screen.findByText('Some of the previous recipients can no longer be chosen. They are left out.')
  await user.click(await screen.findByRole('button', { name: 'Send' }))
  await waitFor(() => expect(server.asked(SEND)[0]?.body).toMatchObject({ to: { teamIds: [teamId] } }))
})

it('shows that a draft’s recipient has left the team, and allows removing them', async () => {
  const to = { playerIds: [playerId('a'), playerId('c')] }
  const { user } = again({ ...sent(to), state: 'draft' }, to, 'email')
  const gone = await screen.findByRole('checkbox', { name: '1 player who is no longer on the team' })
  expect(gone).toBeChecked()
  await user.click(gone)
  expect(screen.queryByRole('checkbox', { name: /no longer on the team/ })).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Send' }))
  await waitFor(() => expect(server.asked(SEND)[0]?.body).toMatchObject({ to: { playerIds: [playerId('a')] } }))
})

import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import EventScreen from '#web/calendar/EventScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { answersTo, coachOf, event, invite, organizationId, person, teamId } from '../people.ts'

const server = standInServer()
const ADD = 'POST /event/addPlayerInvite'
const { id: eventId } = event()
const otters = `${organizationId}.t0000000000b`
const hawks = `${organizationId}.t0000000000c`

function open(ofClub: boolean) {
  const { organizations, ...rest } = coachOf()
  const permissions = ofClub ? ['canEditEvents' as const] : []
  server.answers({
    'GET /api/v1/playersAndTeams': {
      ...rest,
      organizations: organizations.map((club) => ({ ...club, orgAdmin: ofClub, permissions })),
    },
    'GET /rest-api/calendar/event/{eventId}': {
      ...answersTo([invite('danley')], { sees: 'answers' }),
      editing: { revision: 3, eventTypeId: 'practice', seriesId: null },
    },
    'GET /api/v1/notInvitedPlayers/{eventId}': { players: [], guests: [] },
    'GET /rest-api/teams/search/{orgId}': {
      teams: [
        { id: teamId, name: 'U12 Falcons', archived: false },
        { id: otters, name: 'U14 Otters', archived: false },
        { id: hawks, name: 'U12 Hawks', archived: true },
      ],
      players: [
        { ...person('danley'), teams: [1], tags: [], contacts: [] },
        { ...person('julian'), teams: [0], tags: [], contacts: [] },
        { ...person('roshon'), teams: [1, 2], tags: [], contacts: [] },
      ],
    },
    [ADD]: { success: true, invite: invite('roshon') },
  })
  return showScreen(<EventScreen />, { path: '/calendar/event/:eventId', at: `/calendar/event/${eventId}` })
}

it('lets an editor of the club’s events invite a player of another team', async () => {
  const { user } = open(true)
  await user.click(await screen.findByRole('button', { name: 'Invite someone else from the club' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite someone else from the club' }))
  const field = await dialog.findByRole('combobox', { name: 'Player' })
  expect(dialog.getByRole('button', { name: 'Invite' })).toHaveAccessibleDescription('Choose a player.')
  // An empty option, and no players who are invited or on the team.
  const options = within(field).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(['', 'Roshon van Eijma (U14 Otters)'])
  await user.selectOptions(field, 'Roshon van Eijma (U14 Otters)')
  await user.click(dialog.getByRole('button', { name: 'Invite' }))
  await waitFor(() => expect(server.asked(ADD)).toHaveLength(1))
  expect(server.asked(ADD)[0]?.query).toEqual({ eventId, playerId: person('roshon').id, inviteStatus: 'Pending' })
  await screen.findByText('Roshon van Eijma has been invited')
})

it('is not offered to an editor of only their team’s events', async () => {
  open(false)
  await screen.findByRole('group', { name: /^Answer of Danley/ })
  expect(screen.queryByRole('button', { name: 'Invite someone else from the club' })).toBeNull()
})

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Can } from '#shared/permissions.ts'
import { useWhyCannot } from '#web/shell/useWhyCannot.ts'
import { showScreen, standInServer } from './fakeServer.tsx'
import { coachOf, organizationId, playerId, playersAndTeams, teamId } from './people.ts'

const server = standInServer()
function Why({ wanted, about }: { wanted: Can; about?: string | undefined }) {
  const why = useWhyCannot()(wanted, about)
  return <p>{why === undefined ? 'can' : why || 'not known'}</p>
}
const coach = coachOf()
const parent = playersAndTeams({ players: [{ id: playerId('a'), name: 'Mia', orgUnits: [] }] })
const admin = playersAndTeams({
  organizations: coach.organizations.map((each) => ({
    ...each,
    orgAdmin: true,
    permissions: ['canEditFees' as const],
  })),
})
const needs = (right: string) =>
  `Only administrators and coaches with the right “${right}” can do this. Ask an administrator of your organization.`

test.each<[string, typeof coach, Can, string | undefined, string]>([
  ['a coach, for a right on their team', coach, 'canEditEvents', teamId, 'can'],
  ['a coach, for another right on it', coach, 'canEditFees', teamId, needs('Edit fees')],
  ['a coach, for the same right on the organization', coach, 'canEditEvents', organizationId, needs('Edit events')],
  ['an administrator, for a team of the organization', admin, 'canEditFees', teamId, 'can'],
  ['a parent, for the team', parent, 'canEditEvents', teamId, needs('Edit events')],
  ['a parent, for their own player', parent, 'family', playerId('a'), 'can'],
  ['a parent, for another player', parent, 'family', playerId('b'), "Only the player's own family can do this."],
  [
    'an administrator, for staff only',
    admin,
    { staff: ['ROLE_ADMIN'] },
    undefined,
    "Only Touchline's own people can do this.",
  ],
])('explains why a user cannot do something, or that they can: %s', async (_, data, wanted, about, says) => {
  server.answers({ 'GET /api/v1/playersAndTeams': data })
  showScreen(<Why wanted={wanted} about={about} />)
  expect(screen.getByText('not known')).toBeVisible()
  await screen.findByText(says)
})

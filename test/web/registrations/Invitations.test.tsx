import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { InvitationsStep } from '#web/registrations/invitations/InvitationsStep.tsx'
import { standInServer } from '../fakeServer.tsx'
import { adminOf, organizationId, playerId, teamId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { details } from './registrar.ts'

const server = standInServer()
const INVITE = 'POST /rest-api/registration/invitations/{registrationId}'
const EMAILS = 'GET /rest-api/registration/invitations/{registrationId}/emails'
const CANDIDATES = 'GET /rest-api/registration/invitations/{registrationId}/candidates'
const registrationId = `${organizationId}.r00000000000`
const old = `${organizationId}.t0000000000b`

const invited = (name: string, registered = false) => ({
  ...{ email: `${name}@family.example`, name, registered, mailed: true, invitedAt: '2026-11-01' },
})
function open(pages: ReturnType<typeof invited>[][] = [[]]) {
  const team = { id: old, name: 'U11 Otters', permissions: [], archived: true }
  server.answers({
    'GET /api/v1/playersAndTeams': adminOf(['canManageRegistration'], [team]),
    'GET /rest-api/registration/invitations/{registrationId}/summary': {
      ...{ isInviteOnly: false, mailed: 'now', invited: pages.flat().length },
      registered: pages.flat().filter(({ registered }) => registered).length,
    },
    [EMAILS]: ({ query }) => {
      const at = Number(query['cursor'] ?? 0)
      return { emails: pages[at] ?? [], cursor: at + 1 < pages.length ? String(at + 1) : null }
    },
    'GET /rest-api/registration/teams/{orgId}': { all: true, teams: [{ id: teamId, name: 'U12 Falcons' }] },
    [CANDIDATES]: {
      candidates: [
        {
          player: { id: playerId('a'), firstName: 'Mia', lastName: 'Moreno' },
          emails: [{ email: 'rosa@family.example', name: 'Rosa' }],
        },
        {
          player: { id: playerId('b'), firstName: 'Leo', lastName: 'Moreno' },
          emails: [{ email: 'ann@family.example', name: 'Ann' }],
          registered: true,
        },
      ],
    },
    [INVITE]: ({ body }) => {
      const { again, people } = body as { again?: boolean; people: object[] }
      return again
        ? { invited: 0, again: people.length, already: [], noMail: [] }
        : { invited: people.length, already: [], noMail: [] }
    },
  })
  const of = { ...details(), registrationId, orgUnit: { id: organizationId, name: 'Springfield FC' } }
  return showInShell(<InvitationsStep details={of} next={undefined} />, { path: '/', at: '/' })
}

it('invites the families of all teams, including archived ones, except registered players', async () => {
  const { user } = open()
  const of = await screen.findByRole('combobox', { name: 'Invite families of a team' })
  await waitFor(() =>
    expect(
      within(of)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([...['Choose a team', 'All teams', 'U12 Falcons', 'U11 Otters (archived)']]),
  )
  await user.selectOptions(of, 'U11 Otters (archived)')
  await screen.findByRole('checkbox', { name: /Mia Moreno/ })
  await user.selectOptions(of, 'All teams')
  const leo = await screen.findByRole('checkbox', { name: /Leo Moreno/ })
  expect(leo).not.toBeChecked()
  expect(leo).toHaveAccessibleDescription('Registered already.')
  expect(server.asked(CANDIDATES).map(({ query }) => query)).toEqual([{ teamId: old }, {}])
  await user.click(screen.getByRole('button', { name: 'Invite 1 person' }))
  await screen.findByText('1 person invited')
  expect(server.asked(INVITE).map(({ body }) => body)).toEqual([
    { people: [{ email: 'rosa@family.example', name: 'Rosa', playerId: playerId('a') }] },
  ])
})

it('reminds everyone who has not registered, across pages, after confirmation', async () => {
  const { user } = open([[invited('ann'), invited('ben', true)], [invited('cam')]])
  await user.click(await screen.findByRole('button', { name: 'Remind people who have not registered' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remind' }))
  await screen.findByText('Reminder sent to 2 people')
  expect(server.asked(INVITE).map(({ body }) => body)).toEqual([
    { people: [{ email: 'ann@family.example' }], again: true },
    { people: [{ email: 'cam@family.example' }], again: true },
  ])
})

it('offers no reminder when everyone has registered', async () => {
  open([[invited('ben', true)]])
  await screen.findByText('ben@family.example')
  expect(screen.queryByRole('button', { name: 'Remind people who have not registered' })).toBeNull()
})

it('says at the field that an address of a page not loaded yet has already been added', async () => {
  const { user } = open()
  server.answers({ [INVITE]: { invited: 0, already: ['ann@family.example'], noMail: [] } })
  const email = await screen.findByRole('textbox', { name: /^E-mail/ })
  await user.type(email, 'ann@family.example')
  await user.click(screen.getByRole('button', { name: 'Invite' }))
  await screen.findByText('This e-mail has already been added.')
  expect(email).toHaveAccessibleDescription('This e-mail has already been added.')
  expect(email).toHaveValue('ann@family.example')
  expect(screen.queryByText(/0 people invited/)).toBeNull()
})

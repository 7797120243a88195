import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Flag, flags } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import type { AnswerOf } from '#web/api.ts'
import JoinScreen from '#web/settings/JoinScreen.tsx'
import SettingsScreen from '#web/settings/SettingsScreen.tsx'
import { address, NoResponse, standInServer } from '../fakeServer.tsx'
import { clubDetails } from '../clubDetails.ts'
import { organizationId, playersAndTeams, teamId } from '../people.ts'
import { showInShell } from './inShell.tsx'

const server = standInServer()
const LIST = 'GET /rest-api/organization/administrators/{orgUnitId}'
const INVITE = 'POST /rest-api/organization/administrators/{orgUnitId}/invite'
const CHANGE = 'PUT /rest-api/organization/administrators/{orgUnitId}/{userId}'
const REMOVE = 'DELETE /rest-api/organization/administrators/{orgUnitId}/{userId}'
const WITHDRAW = 'DELETE /rest-api/organization/invitation/{invitationId}'
type Listed = AnswerOf<typeof LIST>

const edits = 'canEditAdministrators'
const listed: Listed = {
  name: 'Riverside FC',
  administrators: [
    {
      id: 'user-1',
      name: 'Ann Jean Jacques',
      avatarUrl: null,
      permissions: ['canEditAdministrators', 'canEditEvents'],
    },
    { id: 'user-2', name: 'Dick Advocaat', avatarUrl: null, permissions: ['canEditEvents', 'canEditBilling'] },
    // Each right is held by at least one administrator.
    { id: 'user-3', name: 'Tia Treasurer', avatarUrl: null, permissions: [...flags].filter((flag) => flag !== edits) },
  ],
  invitations: [
    {
      id: `${organizationId}.i0000000000a`,
      email: 'ines@club.example',
      permissions: ['canEditEvents'],
      invitedBy: 'Ann Jean Jacques',
      invitedAt: '2026-11-20T18:00:00Z',
      until: '2026-12-04T18:00:00Z',
    },
  ],
}

const details = { ...clubDetails, name: 'Riverside FC', permissions: ['canEditAdministrators' as const], revision: 1 }

function open(
  given: Partial<Listed> = {},
  unit = organizationId,
  permissions: Flag[] = ['canEditAdministrators', 'canEditEvents'],
) {
  server.answers({
    'GET /api/v1/playersAndTeams': playersAndTeams({
      organizations: [
        {
          id: organizationId,
          name: 'Riverside FC',
          orgAdmin: true,
          permissions,
          teams: [{ id: teamId, name: 'U12 Falcons', permissions: [] }],
          academyEnabled: false,
          customRegistrationEnabled: false,
        },
      ],
    }),
    'GET /rest-api/organization/details/{orgId}': details,
    [LIST]: { ...listed, ...given },
    [INVITE]: { ...(listed.invitations[0] as Listed['invitations'][number]) },
    [CHANGE]: { id: 'user-2', name: 'Dick Advocaat', avatarUrl: null, permissions: ['canEditBilling'] },
    [REMOVE]: {},
    [WITHDRAW]: {},
  })
  return showInShell(<SettingsScreen />, { path: '/settings/:id/:page', at: `/settings/${unit}/administrators` })
}
const menu = async (user: ReturnType<typeof open>['user'], of: string, item: RegExp) => {
  await user.click(await screen.findByRole('button', { name: `Actions for ${of}` }))
  return screen.findByRole('menuitem', { name: item, hidden: true })
}

it('invites by email with a preset of rights, limited to the user’s own', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Invite administrator' }))
  const form = within(await screen.findByRole('dialog', { name: 'Invite administrator' }))
  await user.click(form.getByRole('button', { name: 'Send invitation' }))
  await form.findByText('Required.')
  await form.findByText('Rights: Please select one.')
  await user.type(form.getByLabelText(/^E-mail/), 'ines@club.example')
  await user.click(form.getByRole('button', { name: 'Coach' }))
  await user.click(form.getByLabelText('Edit billing'))
  await user.click(form.getByRole('button', { name: 'Send invitation' }))
  await screen.findByText('The invitation is on its way.')
  expect(server.asked(INVITE).map(({ params, body }) => [params['orgUnitId'], body])).toEqual([
    [
      organizationId,
      { part: expect.stringMatching(/^i[0-9a-z]{11}$/), email: 'ines@club.example', permissions: ['canEditEvents'] },
    ],
  ])
})

it('invites once when the response was lost and the request is retried', async () => {
  const { user } = open()
  server.answers({
    [INVITE]: () => {
      throw new NoResponse()
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Invite administrator' }))
  const form = within(await screen.findByRole('dialog', { name: 'Invite administrator' }))
  await user.type(form.getByLabelText(/^E-mail/), 'ines@club.example')
  await user.click(form.getByRole('button', { name: 'Coach' }))
  for (const times of [1, 2]) {
    await user.click(form.getByRole('button', { name: 'Send invitation' }))
    await waitFor(() => expect(server.asked(INVITE)).toHaveLength(times))
    await waitFor(() => expect(form.getByRole('button', { name: 'Send invitation' })).toBeEnabled())
  }
  const [first, again] = server.asked(INVITE).map(({ body }) => body)
  expect(again).toEqual(first)
})

it('changes rights, and leaves rights alone that the user does not have', async () => {
  const { user } = open()
  await user.click(await menu(user, 'Dick Advocaat', /^Edit rights/))
  const form = within(await screen.findByRole('dialog', { name: 'Rights of Dick Advocaat' }))
  await user.click(form.getByRole('button', { name: 'Treasurer' }))
  await user.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText('Updated')
  expect(server.asked(CHANGE).map(({ params, body }) => [params['userId'], body])).toEqual([
    ['user-2', { permissions: ['canEditBilling'], before: ['canEditEvents', 'canEditBilling'] }],
  ])
})

it('lets a right be taken that no administrator has any more, and says why', async () => {
  const { user } = open({ administrators: listed.administrators.slice(0, 2) })
  await user.click(await menu(user, 'Ann Jean Jacques', /^Edit rights/))
  const form = within(await screen.findByRole('dialog', { name: 'Rights of Ann Jean Jacques' }))
  const fees = form.getByLabelText(/^Edit fees/)
  expect(fees).toHaveAccessibleDescription(
    'None of the club’s administrators has this right any more. You can give it to anyone, including yourself.',
  )
  expect(form.getByLabelText(/^Edit billing/)).toHaveAccessibleDescription(/rights you have yourself/)
  await user.click(fees)
  await user.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText('Updated')
  expect(server.asked(CHANGE).map(({ body }) => body)).toEqual([
    {
      permissions: ['canEditAdministrators', 'canEditEvents', 'canEditFees'],
      before: ['canEditAdministrators', 'canEditEvents'],
    },
  ])
})

it('asks before removing an administrator; the last one who can edit administrators cannot leave', async () => {
  const { user } = open()
  const last = await menu(user, 'Ann Jean Jacques', /^Leave/)
  expect(last.textContent).toContain('At least one person has to keep the right to edit administrators.')
  await user.click(last)
  await user.keyboard('{Escape}')
  await user.click(await menu(user, 'Dick Advocaat', /^Remove(?! from the club)/))
  const question = within(await screen.findByRole('dialog', { name: 'Remove Dick Advocaat?' }))
  await user.click(question.getByRole('button', { name: 'Remove' }))
  await screen.findByText('Removed')
  expect(server.asked(REMOVE).map(({ params }) => params['userId'])).toEqual(['user-2'])
})

it('asks before the user leaves', async () => {
  const [own, other] = listed.administrators
  if (!own || !other) throw new Error('Fewer than two are listed.')
  const { user } = open({ administrators: [own, { ...other, permissions: ['canEditAdministrators'] }] })
  await user.click(await menu(user, 'Ann Jean Jacques', /^Leave/))
  const question = within(await screen.findByRole('dialog', { name: 'Leave Riverside FC?' }))
  await user.click(question.getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(server.asked(REMOVE).map(({ params }) => params['userId'])).toEqual(['user-1']))
})

it('withdraws an invitation', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }))
  await screen.findByText('Invitation withdrawn.')
  expect(server.asked(WITHDRAW)[0]?.params).toEqual({ invitationId: `${organizationId}.i0000000000a` })
})

it('resends an invitation as a new one with the same rights, once even when retried', async () => {
  const { user } = open()
  const [invitation] = listed.invitations
  let sent = 0
  server.answers({
    [INVITE]: () => {
      sent += 1
      if (sent === 1 || !invitation) throw new Problem('busy')
      return invitation
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Send again ines@club.example' }))
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('The invitation is on its way.')
  const asked = { part: expect.stringMatching(/^i[0-9a-z]{11}$/) as string, permissions: ['canEditEvents'] }
  const [first, second] = server.asked(INVITE).map(({ body }) => body)
  expect([first, second]).toEqual([{ ...asked, email: 'ines@club.example' }, first])
  expect(server.asked(WITHDRAW).map(({ params }) => params)).toEqual([{ invitationId: invitation?.id }])
})

it('shows an empty state for a team without coaches', async () => {
  open({ name: 'U12 Falcons', administrators: [], invitations: [] }, teamId)
  expect(await screen.findByText('This team has no coaches yet')).toBeDefined()
})

it('shows a team’s administrators without club rights', async () => {
  const { user } = open({ name: 'U12 Falcons' }, teamId)
  await screen.findByRole('heading', { level: 1, name: 'Settings of U12 Falcons' })
  await user.click(await screen.findByRole('button', { name: 'Invite administrator' }))
  const form = within(await screen.findByRole('dialog'))
  expect(form.getByLabelText('Edit events')).toBeDefined()
  expect(form.queryByLabelText('Edit billing')).toBeNull()
  expect(screen.getAllByRole('tab', { hidden: true }).map(({ textContent }) => textContent)).toEqual(['Administrators'])
  expect(server.asked(LIST)[0]?.params).toEqual({ orgUnitId: teamId })
})

const SHOW = 'GET /rest-api/organization/invitation/{invitationId}'
const ACCEPT = 'POST /rest-api/organization/invitation/{invitationId}/accept'
const invitationId = `${teamId}.i0000000000a`
const join = () => showInShell(<JoinScreen />, { path: '/join/:invitationId', at: `/join/${invitationId}` })

it('shows what an invitation grants, and opens the team once it is accepted', async () => {
  server.answers({
    [SHOW]: { id: invitationId, name: 'U12 Falcons', invitedBy: 'Ann Jean Jacques', permissions: ['canEditEvents'] },
    [ACCEPT]: { orgUnitId: teamId },
  })
  const { user } = join()
  await screen.findByText('Ann Jean Jacques invites you to help run U12 Falcons.')
  expect(screen.getByRole('listitem').textContent).toBe('Edit events')
  await user.click(screen.getByRole('button', { name: 'Accept' }))
  await screen.findByText('Welcome! You can start right away.')
  expect(address()).toBe(`/${organizationId}/${teamId}/teams`)
})

it('says that an invitation was sent to another email', async () => {
  server.answers({
    [SHOW]: () => {
      throw new Problem('other_address')
    },
  })
  const { user } = join()
  expect(
    await screen.findByText('This invitation was sent to another address. Sign in with that address to accept it.'),
  ).toBeDefined()
  // A retry would have the same result.
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Use a different account' }))
  expect(address()).toBe(`/logout?redirectUri=${encodeURIComponent(`/join/${invitationId}`)}`)
})

it('says that an invitation is no longer open when that changed since it was opened', async () => {
  const gone = () => {
    throw new Problem('not_found')
  }
  server.answers({
    [SHOW]: { id: invitationId, name: 'U12 Falcons', invitedBy: 'Ann', permissions: ['canEditEvents'] },
    [ACCEPT]: gone,
  })
  const { user } = join()
  await user.click(await screen.findByRole('button', { name: 'Accept' }))
  await screen.findByText(/^It has already been answered, or it was withdrawn/)
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
})

it('says that an invitation is no longer open, with a link to Today', async () => {
  server.answers({
    [SHOW]: () => {
      throw new Problem('not_found')
    },
  })
  join()
  await screen.findByText('This invitation is no longer open')
  expect(screen.getByRole('link', { name: 'Go to Today' }).getAttribute('href')).toBe('/today')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

describe('the second factor for administrators', () => {
  const SAVE = 'PATCH /rest-api/organization/settings/{orgId}'
  const named = 'Require two-step verification for administrators'
  it('is required after a confirmation that says whom it locks out', async () => {
    const { user } = open({}, organizationId, ['canEditAdministrators', 'canEditTeam'])
    server.answers({ [SAVE]: { ...details, adminSecondFactor: true, revision: 2 } })
    await user.click(await screen.findByRole('switch', { name: named }))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(server.asked(SAVE)).toEqual([])
    await user.click(screen.getByRole('switch', { name: named }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Require two-step verification?' }))
    await user.click(dialog.getByRole('button', { name: 'Require it' }))
    await waitFor(() => expect(screen.getByRole('switch', { name: named })).toBeChecked())
    expect(server.asked(SAVE).map(({ body }) => body)).toEqual([{ revision: 1, adminSecondFactor: true }])
  })

  it('is rejected with a message for an administrator without one', async () => {
    const { user } = open({}, organizationId, ['canEditAdministrators', 'canEditTeam'])
    server.answers({
      [SAVE]: () => {
        throw new Problem('factor_first')
      },
    })
    await user.click(await screen.findByRole('switch', { name: named }))
    await user.click(await screen.findByRole('button', { name: 'Require it' }))
    await screen.findByText('First set up two-step verification for yourself in My Profile, and sign in with it.')
    expect(screen.getByRole('switch', { name: named })).not.toBeChecked()
  })

  it('is not a team’s setting, and its disabled switch says why', async () => {
    const { unmount } = open({}, teamId)
    await screen.findByText('Dick Advocaat')
    expect(screen.queryByRole('switch', { name: named })).toBeNull()
    unmount()
    open()
    expect(await screen.findByRole('switch', { name: named })).toHaveAccessibleDescription(/Edit team/)
  })
})

import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Flag, flags } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import SettingsScreen from '#web/settings/SettingsScreen.tsx'
import { standInServer } from '../fakeServer.tsx'
import { clubDetails } from '../clubDetails.ts'
import { organizationId, playersAndTeams } from '../people.ts'
import { showInShell } from './inShell.tsx'

const server = standInServer()
const LIST = 'GET /rest-api/organization/administrators/{orgUnitId}'
const CHANGE = 'PUT /rest-api/organization/administrators/{orgUnitId}/{userId}'

const all = [...flags] as Flag[]
const withDick = (permissions: Flag[]) => ({
  name: 'Riverside FC',
  administrators: [
    { id: 'user-1', name: 'Ann Jean Jacques', avatarUrl: null, permissions: all },
    { id: 'user-2', name: 'Dick Advocaat', avatarUrl: null, permissions },
  ],
  invitations: [],
})

it('rejects rights based on a stale state, shows the current ones and gives none back', async () => {
  server.answers({
    'GET /api/v1/playersAndTeams': playersAndTeams({
      organizations: [
        {
          ...{ id: organizationId, name: 'Riverside FC', orgAdmin: true, permissions: all, teams: [] },
          ...{ academyEnabled: false, customRegistrationEnabled: false },
        },
      ],
    }),
    'GET /rest-api/organization/details/{orgId}': {
      ...clubDetails,
      ...{ name: 'Riverside FC', permissions: all, revision: 1 },
    },
    [LIST]: withDick(['canEditEvents', 'canEditFees']),
    [CHANGE]: () => {
      throw new Problem('conflict')
    },
  })
  const at = `/settings/${organizationId}/administrators`
  const { user } = showInShell(<SettingsScreen />, { path: '/settings/:id/:page', at })
  await user.click(await screen.findByRole('button', { name: 'Actions for Dick Advocaat' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Edit rights/, hidden: true }))
  const form = within(await screen.findByRole('dialog', { name: 'Rights of Dick Advocaat' }))
  await user.click(form.getByLabelText('Edit billing'))
  // Meanwhile another administrator removes a right.
  server.answers({ [LIST]: withDick(['canEditEvents']) })
  await user.click(form.getByRole('button', { name: 'Save' }))
  await form.findByText(/^Someone else has changed this in the meantime/)
  expect(form.getByLabelText('Edit billing')).toBeChecked()
  await user.click(form.getByRole('button', { name: 'Continue with the other version' }))
  expect(form.getByLabelText('Edit fees')).not.toBeChecked()
  await user.click(form.getByLabelText('Edit billing'))
  server.answers({ [CHANGE]: withDick(['canEditEvents', 'canEditBilling']).administrators[1] })
  await user.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText('Updated')
  expect(server.asked(CHANGE).map(({ body }) => body)).toEqual([
    { permissions: ['canEditEvents', 'canEditFees', 'canEditBilling'], before: ['canEditEvents', 'canEditFees'] },
    { permissions: ['canEditEvents', 'canEditBilling'], before: ['canEditEvents'] },
  ])
})

import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import AuditScreen from '#web/audit/AuditScreen.tsx'
import type { Flag } from '#shared/permissions.ts'
import { standInServer } from '../answering.tsx'
import { coachOf, organizationId, playersAndTeams } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'

const server = standInServer()
const LIST = 'GET /rest-api/audit/{orgId}'
const open = () => showInShell(<AuditScreen />, { path: '/audit/:orgId', at: `/audit/${organizationId}` })
const running = (...permissions: Flag[]) => {
  const [organization] = coachOf().organizations
  return playersAndTeams({ organizations: organization ? [{ ...organization, orgAdmin: true, permissions }] : [] })
}
const entry = {
  id: 'e1',
  when: '2026-11-20T18:00:00.000Z',
  who: { id: 'u1', name: 'Anders Admin' },
  through: null,
  kind: 'Team',
  change: 'changed' as const,
  about: [organizationId],
  subjects: ['U12 Falcons'],
  changes: [
    { name: 'name', before: 'Falcons', after: 'Eagles' },
    { name: 'phone', before: null, after: null },
  ],
}

it('lists who changed what, and narrows it by person and kind', async () => {
  server.answers({
    'GET /api/v1/playersAndTeams': running('canEditAdministrators'),
    [LIST]: ({ query }) => ({ entries: query['kind'] ? [] : [entry], cursor: null }),
  })
  const { user } = open()
  const table = within(await screen.findByRole('table', { name: 'Who changed what' }))
  table.getByText('Eagles')
  table.getByText('U12 Falcons')
  table.getByText('1 thing that is not shown here')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Who' }), 'Anders Admin')
  await user.selectOptions(screen.getByRole('combobox', { name: 'What' }), 'Venue')
  await screen.findByText('Nothing found')
  expect(server.asked(LIST).at(-1)?.query).toEqual({ person: 'u1', kind: 'Venue' })
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  await screen.findByText('Eagles')
})

it('is not for who may not appoint administrators', async () => {
  server.answers({ 'GET /api/v1/playersAndTeams': running('canEditTeam') })
  open()
  expect(await screen.findByText('Only for who appoints administrators')).toBeDefined()
  expect(server.asked(LIST)).toEqual([])
})

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import UsersScreen from '#web/staff/UsersScreen.tsx'
import { showScreen, standInServer } from './fakeServer.tsx'
import { profile } from './people.ts'

const server = standInServer()
const paula = { id: 'user-2', name: 'Paula Moreno', email: 'paula@family.example' }
const staff = { 'GET /rest-api/users/profile': { ...profile(), roles: ['ROLE_ADMIN' as const] } }
const at = { path: '/user/index', at: '/user/index' }

test('a list whose first page is empty is not empty while there are more pages', async () => {
  server.answers({
    ...staff,
    'POST /rest-api/staff/users/search': ({ body }) =>
      (body as { cursor?: string }).cursor === undefined
        ? { users: [], cursor: 'second' }
        : { users: [paula], cursor: null },
  })
  showScreen(<UsersScreen />, at)
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('Paula Moreno')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('a list without items on any page says so', async () => {
  server.answers({ ...staff, 'POST /rest-api/staff/users/search': { users: [], cursor: null } })
  showScreen(<UsersScreen />, at)
  expect(await screen.findByText('Nobody found')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

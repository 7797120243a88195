import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { AnswerOf } from '#web/api.ts'
import PlayerScreen from '#web/teams/PlayerScreen.tsx'
import { show, standInServer } from '../answering.tsx'
import { person, playersAndTeams, teamId } from '../people.ts'

const server = standInServer()
const READ = 'GET /rest-api/teams/player/{playerId}'
const CHANGE = 'PUT /rest-api/teams/player/{playerId}'
type Player = AnswerOf<typeof READ>

const asked = { choices: [], required: false, value: '' }
const danley = (given: Partial<Player> = {}): Player => ({
  ...person('danley'),
  bornOn: '2015-04-01',
  contacts: [],
  medical: null,
  fields: [
    { ...asked, id: 'school', name: 'School', type: 'TEXT', required: true, value: 'Lincoln' },
    { ...asked, id: 'shirt', name: 'Shirt', type: 'CHOICE', choices: ['S', 'M'] },
    { ...asked, id: 'rides', name: 'May ride along', type: 'YES_NO', value: 'yes' },
  ],
  teams: [{ id: teamId, name: 'Curaçao', archived: false, number: '7', position: '' }],
  tags: [],
  family: [],
  events: [],
  answered: null,
  permissions: [],
  ...given,
})
const open = (given?: Partial<Player>) => {
  server.answers({
    'GET /api/v1/playersAndTeams': playersAndTeams(),
    [READ]: danley(given),
    [CHANGE]: { id: person('danley').id },
  })
  const { id } = person('danley')
  return show(<PlayerScreen />, { path: '/dashboard/player/:playerId', at: `/dashboard/player/${id}?o=${teamId}` })
}

it('shows what the club asks of its players, as far as it is said', async () => {
  open()
  const more = within(await screen.findByRole('region', { name: 'More about the player' }))
  expect(more.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'SchoolLincoln',
    'May ride alongYes',
  ])
  const family = screen.getByRole('link', { name: 'Family' })
  expect(family.getAttribute('href')).toBe(`/family/${person('danley').id}?o=${teamId}`)
})

it('takes the answers with the rest of the form, each by its kind', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await user.clear(screen.getByRole('textbox', { name: /School/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(server.asked(CHANGE)).toEqual([])
  await user.type(screen.getByRole('textbox', { name: /School/ }), 'North')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Shirt' }), 'M')
  await user.selectOptions(screen.getByRole('combobox', { name: 'May ride along' }), 'Not said')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Edit' })
  expect(server.asked(CHANGE).map(({ body }) => (body as { fields: unknown }).fields)).toEqual([
    { school: 'North', shirt: 'M', rides: '' },
  ])
})

it('has nothing of it for who may not know it', async () => {
  open({ fields: null })
  await screen.findByRole('heading', { level: 1, name: 'Danley Jean Jacques' })
  expect(screen.queryByRole('region', { name: 'More about the player' })).toBeNull()
})

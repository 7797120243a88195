import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import ClubScreen from '#web/teams/ClubScreen.tsx'
import { type Answering, show, standInServer } from '../answering.tsx'
import { organizationId } from '../people.ts'
import { admin, falcons, given, search } from './club.ts'

const server = standInServer()
const open = () => {
  server.answers({
    'GET /api/v1/playersAndTeams': admin,
    'GET /api/v1/orgOverview/{orgId}': given(),
    'GET /rest-api/teams/search/{orgId}': search,
  })
  return show(<ClubScreen />, { path: '/:orgId/teams/:menu?', at: `/${organizationId}/teams` })
}

type User = ReturnType<typeof open>['user']
async function choose(user: User, team: string, act: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${team}` }))
  await user.click(await screen.findByRole('menuitem', { name: act, hidden: true }))
}

const archive = async (user: User) => {
  await choose(user, 'Falcons', 'Archive')
  await user.click((await screen.findAllByRole('button', { name: 'Archive' })).at(-1) as HTMLElement)
}
async function bringBack(user: User) {
  await user.click(await screen.findByRole('radio', { name: 'All' }))
  await choose(user, 'Otters', 'Bring back')
}

it('archives a team once that is confirmed, and the list reloads; brings it back, and says either', async () => {
  const { user } = open()
  let teams = given().teams
  server.answers({
    'GET /api/v1/orgOverview/{orgId}': () => given({ teams }),
    'POST /o/{orgUnitId}/archive': () => {
      teams = []
      return { success: true, message: 'Successfully archived team' }
    },
    'POST /o/{orgUnitId}/unarchive': () => broughtBack(true),
  })
  await archive(user)
  await screen.findByText('Successfully archived team')
  expect(server.asked('POST /o/{orgUnitId}/archive').map(({ params }) => params)).toEqual([{ orgUnitId: falcons }])
  await screen.findByText('No teams yet')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Successfully unarchived team')
})

it.each([
  ['archived', 'POST /o/{orgUnitId}/archive', archive],
  ['brought back', 'POST /o/{orgUnitId}/unarchive', bringBack],
] as const)('says what the server says when a team cannot be %s', async (_, route, act) => {
  const { user } = open()
  server.answers({ [route]: () => Promise.reject(new Problem('conflict')) })
  await act(user)
  const said = await screen.findByText('Someone changed this at the same time. Please try again.')
  expect(said.closest('[role="alert"]')).not.toBeNull()
})

function broughtBack(hasLicence: boolean) {
  if (!hasLicence) throw new Problem('no_licence')
  return { success: true as const, message: 'Successfully unarchived team' }
}
it('keeps a team pending that finds no licence, and brings it back as soon as there is one', async () => {
  let left = 0
  const { user } = open()
  server.answers({
    'GET /api/v1/orgOverview/{orgId}': () => given({ licenses: { given: 1, used: 1, licensesRemaining: left } }),
    'POST /o/{orgUnitId}/unarchive': () => broughtBack(left > 0),
  })
  await bringBack(user)
  const dialog = await screen.findByRole('dialog', { name: 'No license left' })
  left = 1
  await user.click(within(dialog).getByRole('button', { name: 'Try again' }))
  await screen.findByText('Successfully unarchived team')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

const BUY = 'GET /rest-api/payments/purchase/team/license/{teamId}'
const oneMore: Answering = {
  'GET /rest-api/payments/createteam/subscriptioninfo/{orgId}': {
    licensesRemaining: { licensesRemaining: 0 },
    subscriptionId: 'sub_1',
    plan: 'monthly',
    nowInCents: 350,
    monthlyInCents: 699,
    trialEnd: null,
    canBuy: true,
  },
}
it('brings a team back that found no licence, once one is bought for it', async () => {
  let bought = false
  const { user } = open()
  server.answers({
    ...oneMore,
    [BUY]: () => {
      bought = true
      return { success: true, licensesRemaining: 1 }
    },
    'POST /o/{orgUnitId}/unarchive': () => broughtBack(bought),
  })
  await bringBack(user)
  const dialog = within(await screen.findByRole('dialog', { name: 'No license left' }))
  expect(await dialog.findByText(/\$3\.50/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Get one more license' }))
  await screen.findByText('Successfully unarchived team')
  expect(server.asked(BUY)).toMatchObject([{ query: { subscriptionId: 'sub_1' } }])
})

it.each(['license_not_added', 'no_card', 'busy'] as const)('says that a licence was not added: %s', async (code) => {
  const { user } = open()
  server.answers({
    ...oneMore,
    [BUY]: () => Promise.reject(new Problem(code)),
    'POST /o/{orgUnitId}/unarchive': () => broughtBack(false),
  })
  await bringBack(user)
  await user.click(await screen.findByRole('button', { name: 'Get one more license' }))
  const said = await screen.findByText('Unable to add license')
  expect(said.closest('[role="alert"]')).not.toBeNull()
  expect(screen.getByRole('dialog', { name: 'No license left' })).toBeVisible()
})

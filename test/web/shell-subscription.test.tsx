import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { setSubscriptionNotice } from '#web/shell/subscriptionNotice.ts'
import { flags } from '#shared/permissions.ts'
import type { AnswerOf } from '#web/api.ts'
import { standInServer } from './fakeServer.tsx'
import { clubOf, coachOf, organizationId as orgId, playersAndTeams, profile, teamId, today } from './people.ts'
import { open } from './shell-open.tsx'

const server = standInServer()
const ACCESS = 'GET /rest-api/organization/billing-access/{orgId}'
const fine: AnswerOf<typeof ACCESS> = {
  allowed: true,
  canRenew: true,
  state: 'ACTIVE',
  graceUntil: null,
  limitedFunctionality: false,
}
type PlayersAndTeams = AnswerOf<'GET /api/v1/playersAndTeams'>
const coachWhere = (club: Partial<PlayersAndTeams['organizations'][number]>): PlayersAndTeams => {
  const { organizations, ...rest } = coachOf()
  return { ...rest, organizations: organizations.map((each) => ({ ...each, ...club })) }
}
const parent: PlayersAndTeams = {
  ...playersAndTeams(),
  players: [{ id: `${orgId}.p0000000000a`, name: 'Ana', orgUnits: [] }],
}

beforeEach(() => {
  setSubscriptionNotice(orgId, true)
  server.answers({
    'GET /rest-api/users/profile': profile(),
    'GET /api/v1/today': today(),
    'GET /api/v1/playersAndTeams': coachOf(),
    'GET /api/v1/teamEventsByMonth/{orgUnitId}': { events: [], cursor: null },
    'GET /api/v1/orgOverview/{orgId}': clubOf([[teamId, 'U12 Falcons']]),
    [ACCESS]: fine,
  })
})
const calendar = `/${orgId}/${teamId}/calendar`
const issue = /There is an issue with your subscription\./
const banner = async () => (await screen.findByText(issue)).closest('[role=status]') as HTMLElement
const mainLinks = async () => {
  const navigation = await screen.findByRole('navigation', { name: 'Main' })
  await within(navigation).findByRole('link', { name: /^Calendar/ })
  return within(navigation)
    .getAllByRole('link', { hidden: true })
    .map(({ textContent }) => textContent)
}

describe('the banner of an expired subscription', () => {
  test('has a renewal link for users who may pay, and can be closed', async () => {
    server.answers({ [ACCESS]: { ...fine, state: 'EXPIRED', limitedFunctionality: true } })
    const { user } = open(calendar)
    const told = within(await banner())
    expect(told.getByText(/you can view everything but not add anything/)).toBeDefined()
    expect(told.getByRole('link', { name: 'Renew' })).toHaveAttribute('href', `/${orgId}/subscriptions/licenses`)
    await user.click(told.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText(issue)).toBeNull()
  })

  test('is shown for a club although it was closed for another, without the other’s message', async () => {
    server.answers({ [ACCESS]: { ...fine, state: 'EXPIRED', limitedFunctionality: true } })
    const other = orgId.replace(/.$/, (last) => (last === 'z' ? 'y' : 'z'))
    setSubscriptionNotice(other, true, { code: 'limited_functionality', message: 'The other club has not paid.' })
    setSubscriptionNotice(other, false)
    open(calendar)
    expect((await banner()).textContent).not.toContain('The other club')
  })

  test('tells other users whom to contact, without a link', async () => {
    server.answers({ [ACCESS]: { ...fine, canRenew: false, state: 'EXPIRED', limitedFunctionality: true } })
    open(calendar)
    const told = await banner()
    expect(told.textContent).toContain('Please contact your administrator.')
    expect(within(told).queryByRole('link')).toBeNull()
  })

  test.each([
    ['calendar', `/${orgId}/${teamId}/calendar`, 'New event'],
    ['teams', `/${orgId}/teams`, 'New team'],
    ['email', `/${orgId}/${teamId}/email`, 'Write an email'],
    ['registrations', `/${orgId}/registrations`, 'Create a registration'],
    ['assignments', `/academy/assignment/${orgId}/${teamId}/organization`, 'New assignment'],
  ])('comes with a disabled button in the %s that says why', async (_, at, name) => {
    const mayAll = { orgAdmin: true, permissions: [...flags], customRegistrationEnabled: true, academyEnabled: true }
    server.answers({
      'GET /api/v1/playersAndTeams': coachWhere(mayAll),
      [ACCESS]: { ...fine, state: 'EXPIRED', limitedFunctionality: true },
    })
    open(at)
    const why = 'You cannot add anything until the club’s subscription is renewed.'
    await waitFor(() => expect(screen.getAllByRole('button', { name })[0]).toHaveAccessibleDescription(why))
  })

  test('comes with archiving without Undo, which the server would reject', async () => {
    const ARCHIVE = 'POST /o/{orgUnitId}/archive'
    server.answers({
      'GET /api/v1/playersAndTeams': coachWhere({ orgAdmin: true, permissions: [...flags] }),
      [ARCHIVE]: { success: true, message: 'Successfully archived team' },
    })
    for (const limitedFunctionality of [false, true]) {
      server.answers({ [ACCESS]: { ...fine, limitedFunctionality } })
      const { user, unmount } = open(`/${orgId}/teams`)
      await user.click(await screen.findByRole('button', { name: 'Actions for U12 Falcons' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Archive', hidden: true }))
      await user.click((await screen.findAllByRole('button', { name: 'Archive' })).at(-1) as HTMLElement)
      await screen.findByText('Successfully archived team')
      expect(screen.queryByRole('button', { name: 'Undo' }) === null).toBe(limitedFunctionality)
      unmount()
    }
  })

  const refused = { code: 'limited_functionality', message: 'Your club has not paid since May.' }
  test('shows the server’s message to users who may pay, and the default to others', async () => {
    server.answers({ [ACCESS]: { ...fine, state: 'EXPIRED', limitedFunctionality: true } })
    setSubscriptionNotice(orgId, true, refused)
    const { unmount } = open(calendar)
    const told = await screen.findByText(/^Your club has not paid since May\./)
    expect(within(told).getByRole('link', { name: 'Renew' })).toBeVisible()
    expect(screen.queryByText(issue)).toBeNull()
    unmount()
    server.answers({ [ACCESS]: { ...fine, canRenew: false, state: 'EXPIRED', limitedFunctionality: true } })
    open(calendar)
    expect((await banner()).textContent).toContain('Please contact your administrator.')
  })

  test('in the grace period leads users who may pay to their cards, and is not shown to others', async () => {
    const grace = { ...fine, state: 'GRACE_PERIOD', graceUntil: '2026-12-01T00:00:00Z' } as const
    server.answers({ [ACCESS]: grace })
    const { unmount } = open(calendar)
    const link = within(await banner()).getByRole('link', { name: 'Pay with another card' })
    expect(link).toHaveAttribute('href', `/${orgId}/billing`)
    unmount()
    server.answers({ [ACCESS]: { ...grace, canRenew: false } })
    open(calendar)
    await waitFor(() => expect(server.asked(ACCESS)).toHaveLength(2))
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByText(issue)).toBeNull()
  })

  test('is absent for a club that pays, and not requested for families', async () => {
    const { unmount } = open(calendar)
    await waitFor(() => expect(server.asked(ACCESS)).toHaveLength(1))
    expect(screen.queryByText(issue)).toBeNull()
    unmount()
    server.answers({ 'GET /api/v1/playersAndTeams': parent, [ACCESS]: { ...fine, limitedFunctionality: true } })
    open('/today')
    await screen.findByText(/all caught up/)
    expect(server.asked(ACCESS)).toHaveLength(1)
  })
})

describe('creating a club', () => {
  test('starts in the account menu and on Today', async () => {
    const { user } = open('/today')
    expect(await screen.findByRole('link', { name: 'Have your own team?' })).toHaveAttribute(
      'href',
      '/subscriptions/signup',
    )
    await user.click(await screen.findByRole('button', { name: /^Account/ }))
    expect((await screen.findByText('Create New Organization')).closest('a')).toHaveAttribute(
      'href',
      '/subscriptions/signup',
    )
  })

  test('is not offered to a child, whose account cannot do it', async () => {
    server.answers({ 'GET /api/v1/playersAndTeams': { ...parent, child: true } })
    const { user } = open('/today')
    await screen.findByRole('link', { name: 'View Upcoming Events' })
    expect(screen.queryByRole('link', { name: 'Have your own team?' })).toBeNull()
    await user.click(await screen.findByRole('button', { name: /^Account/ }))
    await screen.findByText('My Profile')
    expect(screen.queryByText('Create New Organization')).toBeNull()
  })

  test('is left to a guardian where a child opens it by its address', async () => {
    server.answers({ 'GET /api/v1/playersAndTeams': { ...parent, child: true } })
    open('/subscriptions/signup')
    const button = await screen.findByRole('button', { name: 'Next' })
    await waitFor(() => expect(button).toHaveAccessibleDescription('A parent or guardian has to do this.'))
  })
})

describe('the main navigation', () => {
  test('has Chat in the bottom bar of a phone and Email behind More', async () => {
    server.answers({ 'GET /api/v1/playersAndTeams': parent })
    open('/today', 'phone')
    expect(await mainLinks()).toEqual(['Today', 'Players', 'Calendar', 'Chat', 'Email', 'Payments', 'Academy'])
    const more = screen.getByRole('button', { name: 'More' }).closest('li') as HTMLElement
    expect(more.querySelector('a')?.textContent).toBe('Email')
  })

  test('leads to the organization’s calendar where that is selected', async () => {
    const organizations = coachWhere({}).organizations.map((club) => ({ ...club, orgAdmin: true }))
    server.answers({ 'GET /api/v1/playersAndTeams': playersAndTeams({ organizations }) })
    open(`/${orgId}/calendar`)
    const link = await screen.findByRole('link', { name: 'Calendar' })
    expect(link).toHaveAttribute('href', `/${orgId}/calendar`)
  })
})

describe('navigation links of optional features', () => {
  test('include Academy only if the club has it turned on', async () => {
    for (const academyEnabled of [false, true]) {
      server.answers({ 'GET /api/v1/playersAndTeams': coachWhere({ academyEnabled }) })
      const { unmount } = open(calendar)
      expect((await mainLinks()).includes('Academy')).toBe(academyEnabled)
      unmount()
    }
  })

  test('include Registration only if turned on and the user may manage it', async () => {
    const may = ['canManageRegistration' as const]
    for (const [permissions, customRegistrationEnabled, leads] of [
      [may, true, true],
      [may, false, false],
      [['canEditEvents' as const], true, false],
    ] as const) {
      server.answers({
        'GET /api/v1/playersAndTeams': coachWhere({ permissions: [...permissions], customRegistrationEnabled }),
      })
      const { unmount } = open(calendar)
      expect((await mainLinks()).includes('Registration')).toBe(leads)
      unmount()
    }
  })

  test('show the number of unread emails', async () => {
    server.answers({
      'GET /api/v1/playersAndTeams': parent,
      'GET /api/v1/today': { ...today(), unreadMessagesCount: 3 },
    })
    open('/today')
    const link = await screen.findByRole('link', { name: 'Email 3 unread emails', hidden: true })
    expect(link).toHaveAttribute('href', '/email')
  })
})

test('an administrator whose club requires a second factor sees a banner that links to its setup', async () => {
  const clubs = [{ id: orgId, name: 'Riverside FC' }]
  server.answers({ 'GET /api/v1/playersAndTeams': { ...parent, heldBackIn: clubs } })
  open('/today')
  expect(await screen.findByText(/^Administrators of Riverside FC need two-step verification\./)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Set up two-step verification' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/user\/edit\/[\w-]+$/),
  )
})

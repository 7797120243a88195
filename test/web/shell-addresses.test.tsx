import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { address, standInServer } from './answering.tsx'
import { coachOf, organizationId as orgId, playersAndTeams, profile, teamId, today } from './people.ts'
import { details, registrar } from './registrations/registrar.ts'
import { open } from './shell-open.tsx'

const server = standInServer()
beforeEach(() => {
  server.answers({
    'GET /rest-api/users/profile': profile(),
    'GET /api/v1/today': today(),
    'GET /api/v1/playersAndTeams': playersAndTeams(),
  })
})

describe('addresses', () => {
  test.each(['/', '/dashboard'])('%s leads to Today', async (at) => {
    open(at)
    await screen.findByRole('heading', { level: 1, name: 'Today' })
    expect(address()).toBe('/today')
  })
  test.each([
    '/nowhere/at/all',
    '/join/unknown',
    '/academy/task/form/unknown',
    '/unknown/calendar',
    '/links/unknown',
    '/agreements/unknown',
    '/agreements/unknown/proof/nobody',
    '/settings/unknown/settings',
    '/family/unknown',
  ])('one that leads nowhere says so, and the way back: %s', async (at) => {
    const { user } = open(at)
    await screen.findByRole('heading', { level: 1, name: 'Page not found' })
    await user.click(screen.getByRole('link', { name: 'Go to Today' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  })
  test('that strangers may open keep no room at the foot for the links that only members have', async () => {
    const shown = open('/nowhere/at/all')
    await screen.findByRole('link', { name: 'Go to Today' })
    expect(document.querySelector('[data-no-foot]')).toBeNull()
    shown.unmount()
    localStorage.clear()
    open('/nowhere/at/all')
    await screen.findByRole('heading', { level: 1, name: 'Page not found' })
    expect(document.querySelector('main[data-no-foot]')).not.toBeNull()
    // Instead of the navigation they read whose page it is.
    expect(screen.getByText('Touchline')).toBeVisible()
  })
  const registrationOf = (registrationType: 'TEAM' | 'EVENT') => ({
    'GET /api/v1/playersAndTeams': registrar(),
    'GET /rest-api/registration/step-details/{registrationId}': { ...details(), registrationType },
  })
  test.each([
    ['an event', 'hidden', `/${orgId}/${teamId}/event-registration/${teamId}.r00000000000`, registrationOf('EVENT')],
    ['a team', 'shown', `/${orgId}/${teamId}/team-registration/${teamId}.r00000000000`, registrationOf('TEAM')],
  ])('of the registration of %s: the navigation is %s', async (_, is, at, answers) => {
    server.answers(answers)
    open(at)
    await screen.findByRole('heading', { level: 1, name: 'Spring season' })
    const main = () => screen.queryByRole('navigation', { name: 'Main' })
    if (is === 'shown') await waitFor(() => expect(main()).not.toBeNull())
    else expect(main()).toBeNull()
  })
  test('of a link to pay have no navigation, for who is signed in either', async () => {
    server.answers({
      'GET /rest-api/pay/{payId}': () => {
        throw new Problem('pay_link_gone')
      },
    })
    open('/pay/abcdefghijklmnopqrstuvwx')
    await screen.findByText(/This payment link has been revoked/)
    expect(screen.queryByRole('navigation')).toBeNull()
  })
  test('that name an event by a query lead to it, and without one to the calendar', async () => {
    server.answers({
      'GET /rest-api/calendar/event/{eventId}': () => {
        throw new Problem('not_found')
      },
    })
    const eventId = `${teamId}.e00000000001`
    const { unmount } = open(`/connect?eventId=${eventId}`)
    await expect.poll(address).toBe(`/calendar/event/${eventId}`)
    await expect
      .poll(() => server.asked('GET /rest-api/calendar/event/{eventId}'))
      .toMatchObject([{ params: { eventId } }])
    unmount()
    open(`/connect?eventId=${teamId}`)
    await expect.poll(address).toBe('/calendar')
  })
  test.each([
    ['', `/${orgId}/${teamId}/organization?view=recent`],
    [`/${orgId}.s0000000000a`, `/${orgId}/organization/${orgId}.s0000000000a?view=recent`],
  ])('that name no club lead to its library as their query asks for it: %s', async (folder, to) => {
    server.answers({ 'GET /api/v1/playersAndTeams': coachOf() })
    open(`/academy/storage/organization${folder}?view=recent`)
    await expect.poll(address).toBe(`/academy/storage${to}`)
  })
  test('a refusal leads to Forbidden', async () => {
    server.answers({
      'GET /api/v1/team/{teamId}': () => {
        throw new Problem('not_allowed')
      },
      'GET /api/v1/playersAndTeams': coachOf(),
    })
    open(`/${orgId}/${teamId}/teams`)
    await screen.findByRole('heading', { level: 1, name: 'Forbidden' })
    expect(address()).toBe('/forbidden')
  })
  test('that name a club lead a coach to what is there of their team: its venues, and an email to their teams', async () => {
    const VENUES = 'GET /rest-api/organization/venues/{orgUnitId}'
    const { organizations, ...rest } = coachOf()
    const teams = [
      { id: teamId, name: 'U12 Falcons', permissions: ['canEditEvents' as const, 'canSendMessages' as const] },
    ]
    server.answers({
      'GET /api/v1/playersAndTeams': { ...rest, organizations: organizations.map((each) => ({ ...each, teams })) },
      [VENUES]: { venues: [], fieldLabel: 'Field', country: '' },
    })
    const { unmount } = open(`/venues/${orgId}`)
    await screen.findByText('No venues yet')
    expect(server.asked(VENUES).map(({ params }) => params)).toEqual([{ orgUnitId: teamId }])
    unmount()
    open(`/email-teams/${orgId}?teams=${teamId}`)
    await screen.findByRole('heading', { name: 'New email' })
    expect(screen.queryByRole('heading', { name: 'Forbidden' })).toBeNull()
  })
})

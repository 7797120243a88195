import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { address, standInServer } from './fakeServer.tsx'
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
  test.each(['/', '/dashboard'])('redirects %s to Today', async (at) => {
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
  ])('shows Page not found with a link to Today: %s', async (at) => {
    const { user } = open(at)
    await screen.findByRole('heading', { level: 1, name: 'Page not found' })
    await user.click(screen.getByRole('link', { name: 'Go to Today' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  })
  test('reserve no space for the bottom navigation for visitors without a session', async () => {
    const shown = open('/nowhere/at/all')
    await screen.findByRole('link', { name: 'Go to Today' })
    expect(document.querySelector('[data-no-foot]')).toBeNull()
    shown.unmount()
    localStorage.clear()
    open('/nowhere/at/all')
    await screen.findByRole('heading', { level: 1, name: 'Page not found' })
    expect(document.querySelector('main[data-no-foot]')).not.toBeNull()
    // In place of the navigation there is the product's name.
    expect(screen.getByText('Touchline')).toBeVisible()
  })
  const registrationOf = (registrationType: 'TEAM' | 'EVENT') => ({
    'GET /api/v1/playersAndTeams': registrar(),
    'GET /rest-api/registration/step-details/{registrationId}': { ...details(), registrationType },
  })
  test.each([
    ['an event', 'hidden', `/${orgId}/${teamId}/event-registration/${teamId}.r00000000000`, registrationOf('EVENT')],
    ['a team', 'shown', `/${orgId}/${teamId}/team-registration/${teamId}.r00000000000`, registrationOf('TEAM')],
  ])('in the registration of %s have the navigation %s', async (_, is, at, answers) => {
    server.answers(answers)
    open(at)
    await screen.findByRole('heading', { level: 1, name: 'Spring season' })
    const main = () => screen.queryByRole('navigation', { name: 'Main' })
    if (is === 'shown') await waitFor(() => expect(main()).not.toBeNull())
    else expect(main()).toBeNull()
  })
  test('of payment links show no navigation, even to signed-in users', async () => {
    server.answers({
      'GET /rest-api/pay/{payId}': () => {
        throw new Problem('pay_link_gone')
      },
    })
    open('/pay/abcdefghijklmnopqrstuvwx')
    await screen.findByText(/This payment link has been revoked/)
    expect(screen.queryByRole('navigation')).toBeNull()
  })
  test('of the form /connect?eventId= open the event, or else the calendar', async () => {
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
  ])('of the library without a club lead a coach to their team’s, with the query: %s', async (folder, to) => {
    server.answers({ 'GET /api/v1/playersAndTeams': coachOf() })
    open(`/academy/storage/organization${folder}?view=recent`)
    await expect.poll(address).toBe(`/academy/storage${to}`)
  })
  test('open Forbidden when the server answers 403', async () => {
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
  test('of a club open a coach’s own team: its venues, and an email to the coached teams', async () => {
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

import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { AnswerOf } from '#web/api.ts'
import CalendarLinksScreen from '#web/feeds/CalendarLinksScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { organizationId, playerId, teamId } from '../people.ts'

const server = standInServer()
const LIST = 'GET /rest-api/feeds'
type Feed = AnswerOf<typeof LIST>['feeds'][number]

const phone: Feed = {
  feedId: 'a'.repeat(22),
  scope: 'family',
  about: null,
  name: null,
  label: 'Phone',
  madeAt: '2026-11-01T18:00:00Z',
  fetchedOn: '2026-11-20',
}
const team: Feed = {
  ...phone,
  feedId: 'b'.repeat(22),
  scope: 'team',
  about: teamId,
  name: 'Curaçao',
  label: '',
  fetchedOn: null,
}
const path = `/rest-api/calendar/feed/${'c'.repeat(22)}.${'s'.repeat(43)}.ics`

function open(feeds: Feed[], width: 'phone' | 'laptop' = 'laptop') {
  let standing = feeds
  server.answers({
    [LIST]: () => ({ feeds: standing }),
    'GET /rest-api/calendar/mails': { on: false },
    'GET /api/v1/playersAndTeams': {
      players: [{ id: playerId('danley'), name: 'Danley Jean Jacques', orgUnits: [] }],
      following: [],
      organizations: [
        {
          id: organizationId,
          name: 'World Cup 2026',
          orgAdmin: true,
          permissions: ['canEditEvents'],
          teams: [{ id: teamId, name: 'Curaçao', permissions: [] }],
          academyEnabled: false,
          customRegistrationEnabled: false,
        },
      ],
    },
    'POST /rest-api/feeds/family': ({ body }) => ({ feedId: (body as { feedId: string }).feedId, path }),
    'POST /rest-api/feeds/team/{teamId}': ({ body }) => ({ feedId: (body as { feedId: string }).feedId, path }),
    'DELETE /rest-api/feeds/{feedId}': ({ params }) => {
      standing = standing.filter(({ feedId }) => feedId !== params['feedId'])
      return { feedId: params['feedId'] ?? '' }
    },
  })
  return showScreen(<CalendarLinksScreen />, { width })
}

it('offers the family, each player, teams and clubs, and shows a new link once', async () => {
  const { user } = open([])
  await screen.findByText('No calendar links yet')
  const what = await screen.findByRole('combobox', { name: 'What to show' })
  expect(
    within(what)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['All my players', 'Danley Jean Jacques', 'Curaçao', 'World Cup 2026'])
  await user.selectOptions(what, 'Curaçao')
  await user.type(screen.getByRole('textbox', { name: 'For which device or app' }), 'Phone')
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Your link is ready' }))
  const opening = dialog.getByRole('link', { name: 'Open in the calendar app' })
  expect(opening.getAttribute('href')).toBe(`webcal://${window.location.host}${path}`)
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value).toBe(window.location.origin + path)
  expect(dialog.getByRole('img', { name: 'The link as a QR code' })).toBeDefined()
  expect(server.asked('POST /rest-api/feeds/team/{teamId}')).toMatchObject([
    { params: { teamId }, body: { label: 'Phone', language: 'en', feedId: expect.stringMatching(/^[\w-]{22}$/) } },
  ])
  await user.click(dialog.getByRole('button', { name: 'Done' }))
})

it('creates one link when the response was lost', async () => {
  const { user } = open([])
  server.answers({ 'POST /rest-api/feeds/family': () => Promise.reject(new Problem('busy')) })
  await user.click(await screen.findByRole('button', { name: 'Create link' }))
  await screen.findByText('Touchline is busy. Please try again in a moment.')
  server.answers({ 'POST /rest-api/feeds/family': () => ({ feedId: 'x', path }) })
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  await screen.findByRole('dialog', { name: 'Your link is ready' })
  const ids = server.asked('POST /rest-api/feeds/family').map(({ body }) => (body as { feedId: string }).feedId)
  expect(new Set(ids).size).toBe(1)
  expect(ids.length).toBeGreaterThan(1)
})

it('creates another link when the selection changes after a lost response, and lists both', async () => {
  const { user } = open([])
  const made: Feed[] = []
  const FAMILY = 'POST /rest-api/feeds/family'
  const TEAM = 'POST /rest-api/feeds/team/{teamId}'
  const idOf = ({ body }: { body?: unknown }) => (body as { feedId: string }).feedId
  server.answers({
    [LIST]: () => ({ feeds: made }),
    [FAMILY]: ({ body }) => {
      made.push({ ...phone, feedId: idOf({ body }) })
      throw new Problem('busy')
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Create link' }))
  await screen.findByText('Touchline is busy. Please try again in a moment.')
  await screen.findByRole('button', { name: 'Revoke: All my players · Phone' })
  await user.selectOptions(screen.getByRole('combobox', { name: 'What to show' }), 'Curaçao')
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Done' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'What to show' }), 'All my players')
  server.answers({ [FAMILY]: ({ body }) => ({ feedId: idOf({ body }), path }) })
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  await screen.findByRole('dialog', { name: 'Your link is ready' })
  const family = new Set(server.asked(FAMILY).map(idOf))
  const [ofTeam] = server.asked(TEAM).map(idOf)
  expect(family.size).toBe(1)
  expect(family).not.toContain(ofTeam)
})

it('lists links with their last use, and revokes one after confirmation', async () => {
  const { user } = open([phone, team])
  const [first, second] = await screen.findAllByRole('listitem')
  expect(first?.textContent).toContain('All my players · PhoneLast updated on 11/20/2026 · Created on 11/01/2026')
  expect(second?.textContent).toContain('CuraçaoNot used yet')
  await user.click(screen.getByRole('button', { name: 'Revoke: All my players · Phone' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }))
  await screen.findByText('Link revoked.')
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Revoke: All my players · Phone' })).toBeNull())
  expect(screen.getByRole('button', { name: 'Revoke: Curaçao' })).toBeDefined()
  expect(server.asked('DELETE /rest-api/feeds/{feedId}')).toMatchObject([{ params: { feedId: phone.feedId } }])
})

it('replaces the secret of a link', async () => {
  const { user } = open([team])
  await user.click(await screen.findByRole('button', { name: 'Replace: Curaçao' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Replace' }))
  await screen.findByRole('dialog', { name: 'Your link is ready' })
  expect(server.asked('POST /rest-api/feeds/team/{teamId}')).toMatchObject([{ body: { feedId: team.feedId } }])
})

it('shows no QR code on a phone', async () => {
  const { user } = open([], 'phone')
  await user.click(await screen.findByRole('button', { name: 'Create link' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Your link is ready' }))
  expect(dialog.queryByRole('img')).toBeNull()
})

it('says why a user without players and teams cannot create a link', async () => {
  server.answers({ [LIST]: { feeds: [] }, 'GET /rest-api/calendar/mails': { on: false } })
  showScreen(<CalendarLinksScreen />)
  const button = await screen.findByRole('button', { name: 'Create link' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText(/There is nothing to show yet/)).toBeDefined()
})

it('turns on calendar invitations by email', async () => {
  const { user } = open([])
  server.answers({ 'PUT /rest-api/calendar/mails': { on: true } })
  await user.click(await screen.findByRole('switch', { name: 'Get events as calendar invitations' }))
  await screen.findByText('saved successfully')
  expect(server.asked('PUT /rest-api/calendar/mails')).toMatchObject([{ body: { on: true } }])
  expect(screen.getByRole('switch', { name: 'Get events as calendar invitations' })).toBeChecked()
})

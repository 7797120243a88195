import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import AdminScreen from '#web/staff/AdminScreen.tsx'
import ClubsReportScreen from '#web/staff/ClubsReportScreen.tsx'
import HealthcheckScreen from '#web/staff/HealthcheckScreen.tsx'
import HealthReviewScreen from '#web/staff/HealthReviewScreen.tsx'
import MailsScreen from '#web/staff/MailsScreen.tsx'
import StatsScreen from '#web/staff/StatsScreen.tsx'
import SubscriptionsReportScreen from '#web/staff/SubscriptionsReportScreen.tsx'
import UseScreen from '#web/staff/UseScreen.tsx'
import UserScreen from '#web/staff/UserScreen.tsx'
import UsersScreen from '#web/staff/UsersScreen.tsx'
import { AccountItems } from '#web/shell/AccountItems.tsx'
import { Problem } from '#shared/problems.ts'
import type { StaffRole } from '#shared/permissions.ts'
import { address, showScreen, signIn, standInServer } from '../fakeServer.tsx'
import { profile } from '../people.ts'

const server = standInServer()
const me = (...roles: StaffRole[]) => ({ 'GET /rest-api/users/profile': { ...profile(), roles } })
const stella = { id: 'user-2', name: 'Paula Moreno', email: 'paula@family.example' }

it('has links in the account menu for product admins only', async () => {
  server.answers(me('ROLE_ADMIN'))
  const menu = <AccountItems userId="user-1" close={() => undefined} startTour={undefined} showShortcuts={undefined} />
  showScreen(
    <>
      <AdminScreen />
      {menu}
    </>,
    { path: '/admin', at: '/admin' },
  )
  const hrefs = async (name: string) =>
    (await screen.findAllByRole('link', { name })).map((a) => a.getAttribute('href'))
  expect(await hrefs('Users')).toEqual(['/user/index', '/user/index'])
  expect(await hrefs('Reports')).toEqual(['/admin/reports/stats'])
  expect(await hrefs('Mail delivery')).toEqual(['/admin/mail-delivery', '/admin/mail-delivery'])
})

it('sends users who are not staff to Forbidden, and shows sales only the reports', async () => {
  server.answers(me())
  const { unmount } = showScreen(<AdminScreen />, { path: '/admin', at: '/admin' })
  await waitFor(() => expect(address()).toBe('/forbidden'))
  unmount()
  server.answers(me('ROLE_SALES'))
  showScreen(<AdminScreen />, { path: '/admin', at: '/admin' })
  await screen.findByRole('link', { name: 'Statistics' })
  expect(screen.queryByRole('link', { name: 'Users' })).toBeNull()
})

it('lists pending and overdue erasures by their receipts only', async () => {
  const due = (day: string, late: boolean) => ({
    receiptId: `receipt-${day}`,
    due: `2026-11-${day}T10:00:00.000Z`,
    late,
  })
  server.answers({
    ...me('ROLE_ADMIN'),
    'GET /rest-api/staff/erasures': { erasures: [due('20', true), due('28', false)] },
  })
  const { unmount } = showScreen(<AdminScreen />, { path: '/admin', at: '/admin' })
  await screen.findByText('2 accounts are waiting to be deleted')
  expect(screen.getByText('1 is overdue')).toBeVisible()
  const links = screen.getAllByRole('link', { hidden: true }).map((link) => link.getAttribute('href'))
  expect(links).toContain('/erasure/receipt-20')
  unmount()
  server.answers({ 'GET /rest-api/staff/erasures': { erasures: [] } })
  showScreen(<AdminScreen />, { path: '/admin', at: '/admin' })
  await screen.findByRole('link', { name: 'Users' })
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Deletions' })).toBeNull())
})

it('shows errors when waiting questions or erasures fail to load, also for a refresh', async () => {
  const due = { receiptId: 'receipt-20', due: '2026-11-20T10:00:00.000Z', late: true }
  const fails = () => {
    throw new Problem('not_found')
  }
  server.answers({
    ...me('ROLE_ADMIN'),
    'GET /rest-api/staff/erasures': fails,
    'GET /rest-api/staff/support-waiting': fails,
  })
  const { user } = showScreen(<AdminScreen />, { path: '/admin', at: '/admin' })
  const erasures = within((await screen.findByText('The deletions could not be loaded.')).closest('li') as HTMLElement)
  const inbox = within(
    (await screen.findByText('The number of people waiting could not be loaded.')).closest('li') as HTMLElement,
  )
  server.answers({
    'GET /rest-api/staff/erasures': { erasures: [due] },
    'GET /rest-api/staff/support-waiting': { waiting: 2 },
  })
  await user.click(erasures.getByRole('button', { name: 'Try again' }))
  await user.click(inbox.getByRole('button', { name: 'Try again' }))
  await screen.findByText('2 people are waiting for an answer')
  const late = await screen.findByText('1 is overdue')
  const stale = () => screen.queryAllByText('This could not be refreshed and may be out of date.')
  expect(stale()).toHaveLength(0)
  server.answers({ 'GET /rest-api/staff/erasures': fails, 'GET /rest-api/staff/support-waiting': fails })
  window.dispatchEvent(new Event('focus'))
  await waitFor(() => expect(stale()).toHaveLength(2))
  expect(late).toBeVisible()
})

it('searches accounts while typing', async () => {
  server.answers({
    ...me('ROLE_ADMIN'),
    'POST /rest-api/staff/users/search': ({ body }) => ({
      users: (body as { search?: string }).search === 'nobody' ? [] : [stella],
      cursor: null,
    }),
  })
  const { user } = showScreen(<UsersScreen />, { path: '/user/index', at: '/user/index' })
  const link = await screen.findByRole('link', { name: /Paula Moreno/ })
  expect(link.getAttribute('href')).toBe('/admin/user/user-2')
  await user.type(screen.getByRole('searchbox'), 'nobody')
  await screen.findByText('Nobody found')
})

it('searches accounts page by page, with the search in the body', async () => {
  const SEARCH = 'POST /rest-api/staff/users/search'
  server.answers({
    ...me('ROLE_ADMIN'),
    [SEARCH]: ({ body }) =>
      (body as { cursor?: string }).cursor
        ? { users: [{ ...stella, id: 'user-3', name: 'Petra Moreno' }], cursor: null }
        : { users: [stella], cursor: 'more' },
  })
  const { user } = showScreen(<UsersScreen />, { path: '/user/index', at: '/user/index' })
  await user.type(await screen.findByRole('searchbox'), 'Moreno')
  await waitFor(() => expect(server.asked(SEARCH).at(-1)?.body).toEqual({ search: 'Moreno' }))
  await user.click(await screen.findByRole('button', { name: 'Show more' }))
  await screen.findByRole('link', { name: /Petra Moreno/ })
  expect(server.asked(SEARCH).at(-1)?.body).toEqual({ search: 'Moreno', cursor: 'more' })
  expect(server.asked(SEARCH).every(({ query }) => Object.keys(query).length === 0)).toBe(true)
})

it('blocks an account with a reason', async () => {
  let disabled = false
  server.answers({
    ...me('ROLE_ADMIN'),
    'GET /rest-api/staff/user/{userId}': () => ({
      user: stella,
      clubs: [{ id: 'o1', name: 'Riverside FC', permissions: ['canEditFees'], teams: [] }],
      players: 2,
      following: 1,
      sessions: { disabled, endedAt: null },
      actions: [],
    }),
    'PUT /rest-api/staff/user/{userId}/disabled': ({ body }) => {
      ;({ disabled } = body as { disabled: boolean })
      return { disabled, endedAt: null }
    },
  })
  const { user } = showScreen(<UserScreen />, { path: '/admin/user/:userId', at: '/admin/user/user-2' })
  await screen.findByText('Has 2 players')
  await user.click(await screen.findByRole('button', { name: 'Block' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Block this account?' }))
  await user.type(dialog.getByLabelText(/^Reason/), 'Spam')
  await user.click(dialog.getByRole('button', { name: 'Block' }))
  await dialog.findByText('Min Characters: 10')
  await user.type(dialog.getByLabelText(/^Reason/), ' to many families')
  await user.click(dialog.getByRole('button', { name: 'Block' }))
  await screen.findByText('This account is blocked.')
  expect(server.asked('PUT /rest-api/staff/user/{userId}/disabled').map(({ body }) => body)).toEqual([
    { disabled: true, reason: 'Spam to many families' },
  ])
})

it('lists mails with their delivery state', async () => {
  const mail = { id: 'm', letter: 'fee', to: 'a@b.test', from: '', wantedAt: '2026-11-21T18:00:00.000Z', why: '' }
  server.answers({
    ...me('ROLE_ORG_ADMIN'),
    'GET /api/v1/mail-delivery': ({ query }) => ({
      mails: [{ ...mail, subject: query['subject'] ?? 'Season', state: 'sent' as const }],
      cursor: null,
    }),
  })
  const { user } = showScreen(<MailsScreen />, { path: '/admin/mail-delivery', at: '/admin/mail-delivery' })
  await screen.findByText('Season')
  await user.type(screen.getByLabelText(/^Subject/), 'Winter')
  await user.click(screen.getByRole('button', { name: 'Search' }))
  await screen.findByText('Winter')
  expect(server.asked('GET /api/v1/mail-delivery').at(-1)?.query).toEqual({ subject: 'Winter', daysBack: '7' })
})

it('shows the reports: clubs, licenses and daily figures', async () => {
  const day = { day: '2026-11-21', clubs: 2, people: 80, teams: 51, licences: 55 }
  server.answers({
    ...me('ROLE_SALES'),
    'GET /rest-api/report/org-list': {
      clubs: [
        {
          id: 'o1',
          name: 'Riverside FC',
          sport: 'Soccer',
          timezone: 'America/Chicago',
          country: 'US',
          academyEnabled: true,
          customRegistrationEnabled: false,
        },
      ],
      cursor: null,
    },
    'GET /rest-api/report/organization-subscriptions': {
      clubs: [{ id: 'o1', name: 'Riverside FC', sport: 'Soccer', given: 5, used: 3 }],
      cursor: null,
    },
    'GET /rest-api/report/stats': ({ query }) => ({
      days: query['show'] === 'year' ? [] : [day],
      sports: [{ sport: 'Soccer', clubs: 2 }],
    }),
  })
  const clubs = showScreen(<ClubsReportScreen />, { path: '/admin/reports/org-list', at: '/admin/reports/org-list' })
  await screen.findByText('Riverside FC')
  clubs.unmount()
  const subscriptions = showScreen(<SubscriptionsReportScreen />, { path: '/x', at: '/x' })
  const numbers = await screen.findByRole('table', { name: 'Teams of the largest clubs', hidden: true })
  expect(
    within(numbers)
      .getAllByRole('cell', { hidden: true })
      .map(({ textContent }) => textContent),
  ).toEqual(['3', '2'])
  subscriptions.unmount()
  const { user } = showScreen(<StatsScreen />, { path: '/y', at: '/y' })
  const people = await screen.findByRole('table', { name: 'People with an account', hidden: true })
  within(people).getByText('80')
  await user.click(screen.getByRole('radio', { name: 'Year' }))
  await screen.findByText('No figures yet')
})

it('shows the use of screens to the role that tracks it, and no other report', async () => {
  server.answers({
    ...me('ROLE_TRACK'),
    'GET /rest-api/report/use': ({ query }) =>
      query['show'] === 'week'
        ? { days: [], screens: [] }
        : {
            days: [{ day: '2026-11-21', opened: 6 }],
            screens: [
              { screen: 'today', opened: 5 },
              { screen: 'noScreenAnyMore', opened: 4 },
              { screen: 'inbox', opened: 1 },
            ],
          },
  })
  const { user } = showScreen(<UseScreen />, { path: '/x', at: '/x' })
  const table = await screen.findByRole('table', { name: 'Most opened screens', hidden: true })
  const shown = within(table).getAllByRole('row', { hidden: true })
  expect(shown.slice(1).map(({ textContent }) => textContent)).toEqual(['/today5', '/email1'])
  expect(screen.queryByRole('link', { name: 'Costs' })).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'Week' }))
  await screen.findByText('No data yet')
})

it('shows the health of the system', async () => {
  server.answers({
    ...me('ROLE_ADMIN'),
    'GET /rest-api/healthcheck': { status: 'UP', now: '2026-11-21T18:00:00.000Z' },
    'GET /rest-api/healthreview': { parts: [{ part: 'mail', state: 'DOWN', since: null, tookMs: 12 }] },
  })
  // The simple page is public.
  localStorage.clear()
  const simple = showScreen(<HealthcheckScreen />, { path: '/healthcheck', at: '/healthcheck' })
  expect(await screen.findByText(/^Touchline is up\./)).toBeDefined()
  simple.unmount()
  signIn()
  showScreen(<HealthReviewScreen />, { path: '/healthreview', at: '/healthreview' })
  expect((await screen.findByText('Down')).closest('tr, li')?.textContent).toContain('12 ms')
})

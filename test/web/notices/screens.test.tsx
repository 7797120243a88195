import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { AnswerOf } from '#web/api.ts'
import NoticesScreen from '#web/notices/NoticesScreen.tsx'
import UnsubscribeScreen from '#web/notices/UnsubscribeScreen.tsx'
import type { Flag } from '#shared/permissions.ts'
import { NoResponse, setTimeZone, showScreen, standInServer } from '../fakeServer.tsx'
import { coachOf, teamId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'

const server = standInServer()
const READ = 'GET /rest-api/mail/notices'
const CHOOSE = 'PUT /rest-api/mail/notices'
type Told = AnswerOf<typeof READ>
const told = (given: Partial<Told> = {}): Told => ({
  choices: [
    { notice: 'news', channel: 'mail', state: 'on' },
    { notice: 'news', channel: 'push', state: 'off' },
    { notice: 'fees', channel: 'mail', state: 'always' },
  ],
  quiet: null,
  timezone: null,
  language: 'en',
  address: { email: 'paula@club.example', stopped: null },
  ...given,
})

it('shows each kind of notice with its channels, saves changes, and says what is always on', async () => {
  server.answers({
    [READ]: told(),
    [CHOOSE]: told({ choices: [{ notice: 'news', channel: 'mail', state: 'off' }] }),
  })
  const { user } = showScreen(<NoticesScreen />)
  const news = await screen.findByRole('group', { name: 'Emails from coaches and clubs' })
  expect(within(news).getByRole('switch', { name: 'On this phone or computer' })).not.toBeChecked()
  const fees = within(screen.getByRole('group', { name: 'Fees' })).getByRole('switch', { name: 'Email' })
  expect(fees).toBeChecked()
  expect(fees).toHaveAccessibleDescription(/Always on/)
  await user.click(fees)
  await user.click(within(news).getByRole('switch', { name: 'Email' }))
  await waitFor(() => expect(server.asked(CHOOSE)).toHaveLength(1))
  // Only the change is sent, as others may have been made on another device; no time zone is stored yet.
  expect(server.asked(CHOOSE)[0]?.body).toEqual({
    choices: [{ notice: 'news', channel: 'mail', on: false }],
    timezone: 'America/Chicago',
  })
  await waitFor(() => expect(within(news).getByRole('switch', { name: 'Email' })).not.toBeChecked())
})

it('rolls a failed change back with an error', async () => {
  server.answers({
    [READ]: told(),
    [CHOOSE]: () => {
      throw new Problem('bad_request')
    },
  })
  const { user } = showScreen(<NoticesScreen />)
  const news = await screen.findByRole('group', { name: 'Emails from coaches and clubs' })
  await user.click(within(news).getByRole('switch', { name: 'Email' }))
  expect(await screen.findByText('That could not be saved. Nothing has changed.')).toBeVisible()
  expect(within(news).getByRole('switch', { name: 'Email' })).toBeChecked()
})

it('rejects quiet hours that start and end at the same time', async () => {
  server.answers({
    [READ]: told({ quiet: { from: '22:00', to: '07:00' }, timezone: 'America/Chicago' }),
    [CHOOSE]: told(),
  })
  showScreen(<NoticesScreen />)
  fireEvent.change(await screen.findByLabelText('From'), { target: { value: '07:00' } })
  expect(await screen.findByText(/^Both times are the same, so the quiet hours/)).toBeVisible()
  expect(server.asked(CHOOSE)).toEqual([])
})

const quiet = { from: '22:00', to: '07:00' }
const bodies = () => server.asked(CHOOSE).map(({ body }) => body)

it('shows the stored time zone when traveling, and changes it only on request', async () => {
  setTimeZone('Europe/Berlin')
  let timezone = 'America/Chicago'
  server.answers({
    [READ]: () => told({ quiet, timezone }),
    [CHOOSE]: ({ body }) => {
      timezone = (body as { timezone?: string }).timezone ?? timezone
      return told({ quiet, timezone })
    },
  })
  const { user } = showScreen(<NoticesScreen />)
  expect(await screen.findByText('Time zone: America/Chicago.')).toBeVisible()
  const news = screen.getByRole('group', { name: 'Emails from coaches and clubs' })
  await user.click(within(news).getByRole('switch', { name: 'Email' }))
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '21:00' } })
  await waitFor(() => expect(bodies()).toHaveLength(2))
  for (const body of bodies()) expect(body).not.toHaveProperty('timezone')
  expect(screen.getByText('Time zone: America/Chicago.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Use Europe/Berlin' }))
  expect(await screen.findByText('Time zone: Europe/Berlin.')).toBeVisible()
  await waitFor(() => expect(bodies()[2]).toEqual({ choices: [], timezone: 'Europe/Berlin' }))
  expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull()
})

it('stores the device’s time zone when quiet hours are set, or when none is stored', async () => {
  server.answers({
    [READ]: told({ timezone: 'Europe/Berlin' }),
    [CHOOSE]: told({ quiet, timezone: 'America/Chicago' }),
  })
  const { user, unmount } = showScreen(<NoticesScreen />)
  await user.click(await screen.findByRole('switch', { name: 'No notifications at night' }))
  await waitFor(() => expect(bodies()[0]).toMatchObject({ quiet, timezone: 'America/Chicago' }))
  expect(await screen.findByText('Time zone: America/Chicago.')).toBeVisible()
  unmount()
  server.answers({ [READ]: told(), [CHOOSE]: told() })
  showScreen(<NoticesScreen />)
  const news = await screen.findByRole('group', { name: 'Emails from coaches and clubs' })
  await user.click(within(news).getByRole('switch', { name: 'Email' }))
  await waitFor(() => expect(bodies()[1]).toMatchObject({ timezone: 'America/Chicago' }))
})

it('says that mail bounced, and resumes sending to the email', async () => {
  const stopped = { because: 'bounced', since: '2025-11-20T10:00:00Z' } as const
  server.answers({
    [READ]: told({ address: { email: 'paula@club.example', stopped } }),
    'POST /rest-api/mail/notices/mend': told(),
  })
  const { user } = showScreen(<NoticesScreen />)
  expect(await screen.findByText(/^An email to paula@club.example bounced on Thu 20 Nov 2025,/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Send email there again' }))
  expect(await screen.findByText('Email goes to paula@club.example.')).toBeVisible()
})

it('unsubscribes by a link only when its button is pressed, with a way to resubscribe', async () => {
  history.replaceState(null, '', '/#token.signature')
  let on = true
  server.answers({
    'POST /rest-api/mail/unsubscribe': ({ body }) => {
      on = (body as { on?: boolean }).on ?? on
      return { notice: 'news', on }
    },
  })
  const { user, unmount } = showScreen(<UnsubscribeScreen />, { path: '/', at: '/#token.signature' })
  expect(await screen.findByText('You get emails of this kind: “Emails from coaches and clubs”.')).toBeVisible()
  expect(window.location.hash).toBe('')
  await user.click(screen.getByRole('button', { name: 'Unsubscribe' }))
  expect(await screen.findByText(/^Unsubscribed from “Emails from coaches and clubs”/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Subscribe again' }))
  expect(await screen.findByText(/^You get these emails again: “/)).toBeVisible()
  unmount()
  showScreen(<UnsubscribeScreen />)
  expect(await screen.findByText('You get emails of this kind: “Emails from coaches and clubs”.')).toBeVisible()
  expect(screen.getByText(/To change this, open the link from the email/)).toBeVisible()
  history.replaceState(null, '')
})

it('can be retried after a failed request, because a reload would lose the link’s token', async () => {
  history.replaceState(null, '', '/#token.signature')
  server.answers({
    'POST /rest-api/mail/unsubscribe': () => {
      throw new NoResponse()
    },
  })
  const { user } = showScreen(<UnsubscribeScreen />, { path: '/', at: '/#token.signature' })
  expect(await screen.findByText(/^No connection/)).toBeVisible()
  server.answers({ 'POST /rest-api/mail/unsubscribe': { notice: 'news', on: true } })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Unsubscribe' })).toBeVisible()
  expect(server.asked('POST /rest-api/mail/unsubscribe').at(-1)?.body).toEqual({ token: 'token.signature' })
  history.replaceState(null, '')
})

it('shows the notices about family answers only to users who receive them', async () => {
  const choices = [
    { notice: 'availability' as const, channel: 'mail' as const, state: 'on' as const },
    ...told().choices,
  ]
  const open = (permissions: Flag[]) => {
    server.answers({ 'GET /api/v1/playersAndTeams': coachOf(teamId, permissions), [READ]: told({ choices }) })
    return showInShell(<NoticesScreen />, { path: '/notices', at: '/notices' })
  }
  const name = 'Late answers'
  const { unmount } = open(['canReceiveAvailabilityEmails'])
  await screen.findByRole('group', { name })
  unmount()
  open(['canEditEvents'])
  await screen.findByRole('group', { name: 'Fees' })
  expect(screen.queryByRole('group', { name })).toBeNull()
})

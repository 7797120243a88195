import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BrowserRouter, Route, Routes } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { expect, it, vi } from 'vitest'
import type { Flag } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import DeliveryScreen from '#web/email/DeliveryScreen.tsx'
import EmailScreen from '#web/email/EmailScreen.tsx'
import { useApi } from '#web/api.ts'
import WriteScreen from '#web/email/WriteScreen.tsx'
import { Snackbars } from '#web/kit/Snackbar.tsx'
import { address, advanceTime, clockFrom, showScreen, standInServer } from '../fakeServer.tsx'
import { answersTo, clubOf, event, organizationId, playersAndTeams, teamId } from '../people.ts'

const server = standInServer()
const rights = (permissions: Flag[], ofClub: boolean) =>
  playersAndTeams({
    organizations: [
      {
        id: organizationId,
        name: 'Riverside FC',
        orgAdmin: ofClub,
        permissions: ofClub ? permissions : [],
        teams: [{ id: teamId, name: 'U12 Falcons', permissions: ofClub ? [] : permissions }],
        academyEnabled: false,
        customRegistrationEnabled: false,
      },
    ],
  })
const preview = {
  recipients: [{ id: 'u1', name: 'Paula Moreno', players: ['Danley'], hasAddress: true, comesBack: false }],
  without: [],
  timezone: 'America/Chicago',
}
const text = (words: string) => ({
  type: 'doc' as const,
  content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
})
const tagId = `${organizationId}.g0000000000a`
const templateId = `${teamId}.m0000000000t`
const closed = text('The field is closed.')
const tags = [{ id: tagId, name: 'Keepers' }]
const templates = [{ id: templateId, name: 'Rain', subject: 'No practice', revision: 3, ofClub: false }]
const SEND = 'POST /rest-api/mail/email/{emailId}/send'
const answers = (...permissions: Flag[]) =>
  ({
    'GET /api/v1/playersAndTeams': rights(permissions, false),
    'POST /rest-api/mail/team/recipients/{orgUnitId}': preview,
    'PUT /rest-api/mail/email/{emailId}': { state: 'draft', time: '2026-11-21T18:00:00Z', revision: 1 },
    'GET /rest-api/tag/names/{orgId}/{orgUnitId}': { tags },
    'GET /rest-api/mail/templates/{orgUnitId}': { templates },
    'GET /rest-api/mail/templates/{orgUnitId}/{templateId}': {
      name: 'Rain',
      subject: 'No practice',
      content: closed,
    },
    [SEND]: { state: 'waiting', time: '2026-11-21T18:00:10Z' },
  }) as const
/** Reads the event as the event's screen, where the user comes from, has done. */
function Seen() {
  const { data } = useApi('GET /rest-api/calendar/event/{eventId}', { eventId: event().id })
  return <p>{data && 'The event is there'}</p>
}

it('preselects those who have not answered the event in the address, with the event as the subject', async () => {
  server.answers({ ...answers('canSendMessages'), 'GET /rest-api/calendar/event/{eventId}': answersTo([]) })
  const both = (
    <>
      <Seen />
      <WriteScreen />
    </>
  )
  showScreen(both, { path: '/email-event/:eventId', at: `/email-event/${event().id}?invited=notAnswered` })
  await screen.findByText('The event is there')
  expect(await screen.findByRole('radio', { name: 'Everyone who has not answered' })).toBeChecked()
  expect(screen.getByRole('textbox', { name: 'Subject' })).toHaveValue('Training, Sat 21 Nov 6:30 PM')
  const asked = server.asked('POST /rest-api/mail/team/recipients/{orgUnitId}').map(({ body }) => body)
  expect(asked).toEqual([{ to: { eventId: event().id, invited: 'notAnswered' } }])
})

it.each([
  ['No practice', 'No practice'],
  ['', 'Training, Sat 21 Nov 6:30 PM'],
])(
  'a template with the subject “%s” fills an unwritten email about an event without asking',
  async (subject, called) => {
    server.answers({
      ...answers('canSendMessages'),
      'GET /rest-api/calendar/event/{eventId}': answersTo([]),
      'GET /rest-api/mail/templates/{orgUnitId}/{templateId}': { name: 'Rain', subject, content: closed },
    })
    const both = (
      <>
        <Seen />
        <WriteScreen />
      </>
    )
    const { user } = showScreen(both, { path: '/email-event/:eventId', at: `/email-event/${event().id}` })
    await user.click(await screen.findByRole('button', { name: 'Templates' }))
    await user.click(await screen.findByRole('button', { name: 'Start with “Rain”' }))
    await screen.findByText('The field is closed.')
    expect(screen.getByRole('textbox', { name: 'Subject' })).toHaveValue(called)
  },
)

const write = () => showScreen(<WriteScreen />, { path: '/email-team/:teamId', at: `/email-team/${teamId}` })

it('a club selects all active teams by one checkbox', async () => {
  const [club] = rights(['canSendMessages'], true).organizations
  const teams = ['Falcons', 'Hawks', 'Owls', 'Juniors of 2019'].map((name, i) => ({
    id: `${organizationId}.t0000000000${i}`,
    name,
    permissions: [],
  }))
  const organizations = club ? [{ ...club, teams }] : []
  const overview = clubOf(teams.map(({ id, name }): [string, string] => [id, name]))
  const ofClub = overview.teams.map((team) => ({ ...team, archived: team.name === 'Juniors of 2019' }))
  server.answers({
    ...answers(),
    'GET /api/v1/playersAndTeams': playersAndTeams({ organizations }),
    'GET /api/v1/orgOverview/{orgId}': { ...overview, teams: ofClub },
  })
  const { user } = showScreen(<WriteScreen />, { path: '/email-teams/:orgId', at: `/email-teams/${organizationId}` })
  const all = await screen.findByRole('checkbox', { name: 'All 3 teams' })
  await user.click(all)
  expect(screen.getByRole('checkbox', { name: 'Hawks' })).toBeChecked()
  expect(screen.queryByRole('checkbox', { name: 'Juniors of 2019' })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Owls' }))
  expect(all).not.toBeChecked()
  await screen.findByText('Goes to 1 person')
  const asked = server.asked('POST /rest-api/mail/team/recipients/{orgUnitId}')
  expect(asked.at(-1)?.body).toEqual({ to: { teamIds: teams.slice(0, 2).map(({ id }) => id) } })
})

it('uses a template, recipients by tag, and urgency', async () => {
  server.answers(answers('canSendMessages', 'canEditPlayers', 'canEditEvents'))
  const { user } = write()
  await user.click(await screen.findByRole('radio', { name: /By tag/ }))
  await user.click(await screen.findByRole('checkbox', { name: 'Keepers' }))
  await user.click(screen.getByRole('button', { name: 'Templates' }))
  await user.click(await screen.findByRole('button', { name: 'Start with “Rain”' }))
  await screen.findByText('The field is closed.')
  await user.click(screen.getByRole('checkbox', { name: 'Urgent' }))
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText('Email has been sent successfully')
  expect(server.asked(SEND)).toMatchObject([
    { body: { subject: 'No practice', to: { tagIds: [tagId], among: teamId }, urgent: true } },
  ])
  // Opened directly, there is no previous screen to go back to.
  await waitFor(() => expect(address()).toMatch(new RegExp(`^/email/${teamId}[.]m`)))
})

it('replaces a template of the same name after confirmation, based on its revision', async () => {
  const KEEP = 'PUT /rest-api/mail/template/{templateId}'
  server.answers({ ...answers('canSendMessages'), [KEEP]: {} })
  const { user } = write()
  await user.click(await screen.findByRole('button', { name: 'Templates' }))
  await user.click(await screen.findByRole('button', { name: 'Start with “Rain”' }))
  await screen.findByText('The field is closed.')
  await user.click(screen.getByRole('button', { name: 'Templates' }))
  await user.type(await screen.findByRole('textbox', { name: 'Template name' }), 'Rain')
  await user.click(screen.getByRole('button', { name: 'Save as template' }))
  await user.click(await screen.findByRole('button', { name: 'Replace' }))
  await screen.findByText('Saved as a template')
  expect(server.asked(SEND)).toEqual([])
  expect(server.asked(KEEP)).toMatchObject([
    { params: { templateId }, body: { name: 'Rain', subject: 'No practice', revision: 3 } },
  ])
})

it('saves a template once when the response was lost', async () => {
  const KEEP = 'PUT /rest-api/mail/template/{templateId}'
  let lost = true
  const keep = () => {
    if (!lost) return {}
    lost = false
    throw new Problem('busy')
  }
  server.answers({ ...answers('canSendMessages'), [KEEP]: keep })
  const { user } = write()
  await user.click(await screen.findByRole('button', { name: 'Templates' }))
  await user.click(await screen.findByRole('button', { name: 'Start with “Rain”' }))
  await screen.findByText('The field is closed.')
  await user.click(screen.getByRole('button', { name: 'Templates' }))
  await user.type(await screen.findByRole('textbox', { name: 'Template name' }), 'Snow')
  for (const times of [1, 2]) {
    await user.click(screen.getByRole('button', { name: 'Save as template' }))
    await waitFor(() => expect(server.asked(KEEP)).toHaveLength(times))
  }
  await screen.findByText('Saved as a template')
  const [first, again] = server.asked(KEEP).map(({ params }) => params['templateId'])
  expect(again).toBe(first)
})

it('offers no tags without the right to edit players, and no urgency without the right to edit events', async () => {
  server.answers(answers('canSendMessages'))
  write()
  await screen.findByText('Goes to 1 person')
  expect(screen.queryByRole('radio', { name: /By tag/ })).toBeNull()
  const urgent = screen.getByRole('checkbox', { name: 'Urgent' })
  expect(urgent.getAttribute('aria-disabled')).toBe('true')
})

const TAKE = 'POST /rest-api/mail/email/{emailId}/take-back'
/** An email scheduled for 10 December at 9:00, and the draft it becomes when undone. */
const waiting = {
  ...{ id: `${teamId}.m0000000000d`, orgUnit: { id: teamId, name: 'U12 Falcons' }, from: 'Carmen Coach' },
  ...{ subject: 'Bus', urgent: false, content: text('At nine.'), files: [], pictures: [], timezone: 'America/Chicago' },
  ...{ time: '2026-12-10T15:00:00.000Z', revision: 3, replyTo: null, received: null },
  sent: {
    to: { teamIds: [teamId] },
    tally: { people: 0, unmailed: 0, delivered: 0, opened: 0, failed: 0 },
    own: true,
  },
}
const waits = () =>
  server.answers({
    ...answers('canSendMessages'),
    'GET /rest-api/mail/email/{emailId}': () => ({
      ...waiting,
      state: server.asked(TAKE).length > 0 ? 'draft' : 'waiting',
    }),
    [TAKE]: { state: 'draft', time: '2026-11-21T18:00:00Z' },
  })

it('a scheduled email that was undone keeps its time', async () => {
  waits()
  const { user, unmount } = showScreen(<EmailScreen />, { path: '/email/:emailId', at: `/email/${waiting.id}` })
  await screen.findByRole('button', { name: 'Undo send' })
  await waitFor(() => expect(screen.getByRole('button', { name: 'Undo send' })).not.toHaveAttribute('aria-disabled'))
  await user.click(screen.getByRole('button', { name: 'Undo send' }))
  await waitFor(() => expect(server.asked(TAKE)).toHaveLength(1))
  await screen.findByRole('link', { name: 'Continue writing' })
  unmount()
  showScreen(<WriteScreen />, { path: '/email-team/:teamId', at: `/email-team/${teamId}?email=${waiting.id}` })
  expect(await screen.findByRole('checkbox', { name: 'Send later' })).toBeChecked()
  expect(screen.getByRole('textbox', { name: /^Day/ })).toHaveValue('12/10/2026')
  expect(screen.getByLabelText(/^Time/)).toHaveValue('09:00')
})

it('undoing as the author stays on the email’s page with a message', async () => {
  waits()
  history.replaceState(null, '', `/email/${waiting.id}`)
  const went = vi.spyOn(history, 'go')
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <BrowserRouter>
        <Routes>
          <Route path="/email/:emailId" element={<EmailScreen />} />
        </Routes>
      </BrowserRouter>
      <Snackbars closeLabel="Close" />
    </SWRConfig>,
  )
  await waitFor(() => expect(screen.getByRole('button', { name: 'Undo send' })).not.toHaveAttribute('aria-disabled'))
  await userEvent.click(screen.getByRole('button', { name: 'Undo send' }))
  await screen.findByRole('link', { name: 'Continue writing' })
  expect(screen.getByText('Sending stopped. It is a draft again.')).toBeVisible()
  // history.go would be a reload.
  expect(went).not.toHaveBeenCalled()
})

it('finds a club’s emails to an address, and says why the address no longer receives any', async () => {
  const FIND = 'POST /rest-api/mail/delivery/{orgId}/search'
  const mail = { id: 'm1', kind: 'news', subject: 'Saturday', time: '2026-11-21T15:00:00Z', state: 'bounced' } as const
  server.answers({
    'GET /api/v1/playersAndTeams': rights(['canSendMessages'], true),
    [FIND]: {
      mails: [mail, { ...mail, id: 'm2', kind: 'fees', subject: null, state: 'delivered' }],
      stopped: { because: 'bounced', since: '2025-11-20T15:00:00Z' },
      cursor: null,
    },
  })
  const { user } = showScreen(<DeliveryScreen />, {
    path: '/:orgId/mail-delivery',
    at: `/${organizationId}/mail-delivery`,
  })
  await user.type(await screen.findByRole('textbox', { name: /Email address of the family/ }), 'paula@family.example')
  await user.click(screen.getByRole('button', { name: 'Find' }))
  const table = within(await screen.findByRole('table', { name: 'Find an email' }))
  expect(table.getByText('Bounced')).toBeDefined()
  expect(table.getByText('Fees')).toBeDefined()
  expect(screen.getByText(/^Email to this address has bounced since Thu 20 Nov 2025,/)).toBeDefined()
  await waitFor(() =>
    expect(server.asked(FIND)).toMatchObject([{ body: { to: 'paula@family.example', daysBack: '7' } }]),
  )
})

it('restores a new email after a reload once it is saved', async () => {
  server.answers(answers('canSendMessages'))
  clockFrom(Date.now())
  history.replaceState({ key: 'default' }, '', `/email-team/${teamId}?from=${teamId}.m0000000000c`)
  const { user } = write()
  await user.type(await screen.findByRole('textbox', { name: 'Subject' }), 'Away game')
  await advanceTime(1500)
  await screen.findByText('Draft saved')
  const [put] = server.asked('PUT /rest-api/mail/email/{emailId}')
  expect(location.pathname + location.search).toBe(`/email-team/${teamId}?email=${put?.params.emailId}`)
  expect(history.state).toEqual({ key: 'default' })
  expect(screen.getByRole('textbox', { name: 'Subject' })).toHaveValue('Away game')
})

it('sends a draft to its selected families, not to the whole team of its address', async () => {
  const emailId = `${teamId}.m0000000000b`
  const to = { playerIds: [`${organizationId}.p0000000000a`] }
  server.answers({
    ...answers('canSendMessages'),
    'GET /rest-api/fee/players/{orgUnitId}': { players: [] },
    'GET /rest-api/mail/email/{emailId}': {
      ...{ id: emailId, orgUnit: { id: teamId, name: 'U12 Falcons' }, from: 'Carmen Coach', subject: 'About Danley' },
      ...{ urgent: false, content: text('He was tired.'), files: [], pictures: [], time: '2026-11-21T18:00:00Z' },
      ...{ timezone: 'America/Chicago', state: 'draft', revision: 1, replyTo: null, received: null },
      sent: { to, tally: { people: 0, unmailed: 0, delivered: 0, opened: 0, failed: 0 }, own: true },
    },
  })
  const { user } = showScreen(<WriteScreen />, {
    path: '/email-team/:teamId',
    at: `/email-team/${teamId}?email=${emailId}`,
  })
  await screen.findByText('Goes to 1 person')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(server.asked(SEND)[0]?.body).toMatchObject({ subject: 'About Danley', to }))
})

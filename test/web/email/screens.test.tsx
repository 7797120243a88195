import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { RichText } from '#shared/rules/richText.ts'
import type { AnswerOf } from '#web/api.ts'
import EmailScreen from '#web/email/EmailScreen.tsx'
import InboxScreen from '#web/email/InboxScreen.tsx'
import TeamEmailScreen from '#web/email/TeamEmailScreen.tsx'
import WriteScreen from '#web/email/WriteScreen.tsx'
import { screenAt } from '#web/paths.ts'
import { advanceTime, clockFrom, showScreen, standInServer } from '../fakeServer.tsx'
import { organizationId, playersAndTeams, teamId } from '../people.ts'

const server = standInServer()
const emailId = `${teamId}.m0000000000a`
const text = (...marks: object[]): RichText => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Be there at nine.', marks }] }],
})

type Line = AnswerOf<'GET /rest-api/mail/getEmails'>['emails'][number]
const line = (given: Partial<Line> = {}): Line => ({
  id: emailId,
  subject: 'Saturday',
  beginning: 'Be there at nine.',
  from: 'Carmen Coach',
  orgUnit: 'U12 Falcons',
  time: '2026-11-21T15:00:00Z',
  read: false,
  urgent: false,
  players: ['Danley'],
  ...given,
})
const inbox = (...emails: Line[]) => ({ emails, cursor: null })

type Email = AnswerOf<'GET /rest-api/mail/email/{emailId}'>
const email = (given: Partial<Email> = {}): Email => ({
  id: emailId,
  orgUnit: { id: teamId, name: 'U12 Falcons' },
  from: 'Carmen Coach',
  subject: 'Saturday',
  urgent: false,
  content: text(),
  files: [],
  pictures: [],
  time: '2026-11-21T15:00:00Z',
  timezone: 'America/Chicago',
  state: 'sent',
  revision: 1,
  replyTo: 'coach@club.example',
  received: { read: false, players: ['Danley'] },
  sent: null,
  ...given,
})
const writer = playersAndTeams({
  organizations: [
    {
      id: organizationId,
      name: 'Riverside FC',
      orgAdmin: false,
      permissions: [],
      teams: [{ id: teamId, name: 'U12 Falcons', permissions: ['canSendMessages'] }],
      academyEnabled: false,
      customRegistrationEnabled: false,
    },
  ],
})
const tally = { people: 2, unmailed: 0, delivered: 1, opened: 1, failed: 0 }

it('lists received emails, marks unread ones, and searches', async () => {
  const others = ['One', 'Two', 'Three', 'Four', 'Five'].map((subject, i) =>
    line({ id: `${teamId}.m0000000000${i}`, subject, read: true }),
  )
  server.answers({ 'GET /rest-api/mail/getEmails': inbox(line(), ...others) })
  const { user } = showScreen(<InboxScreen />)
  const list = within(await screen.findByRole('list', { name: 'Email' }))
  expect(list.getAllByRole('listitem')).toHaveLength(6)
  expect(list.getAllByText(/Unread/)).toHaveLength(1)
  expect(list.getByRole('link', { name: /Saturday/ }).getAttribute('href')).toBe(`/email/${emailId}`)
  await user.type(screen.getByRole('searchbox', { name: 'Search emails' }), 'satur')
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1))
})

it('shows an empty state, and a load error that can be retried', async () => {
  let broken = true
  server.answers({
    'GET /rest-api/mail/getEmails': () => {
      if (broken) throw new Problem('busy')
      return inbox()
    },
  })
  const { user } = showScreen(<InboxScreen />)
  await screen.findByText('We could not load your emails.')
  broken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No emails yet')).toBeDefined()
})

it('says why a file was removed', async () => {
  const file = { fileId: 'f1', name: 'Plan.pdf', type: 'application/pdf', size: 1000, url: null }
  server.answers({ 'GET /rest-api/mail/email/{emailId}': email({ files: [file] }) })
  showScreen(<EmailScreen />, { path: '/email/:emailId', at: `/email/${emailId}` })
  expect(await screen.findByText('Plan.pdf was removed: it contained malware.')).toBeVisible()
  expect(screen.queryByRole('link', { name: /Plan/ })).toBeNull()
})

it('marks an opened email as read once', async () => {
  server.answers({
    'GET /rest-api/mail/email/{emailId}': email(),
    'GET /rest-api/mail/mark-open/{emailId}': {},
  })
  showScreen(<EmailScreen />, { path: '/email/:emailId', at: `/email/${emailId}` })
  await screen.findByRole('heading', { level: 1, name: 'Saturday' })
  expect(screen.getByText('Be there at nine.')).toBeDefined()
  expect(screen.getByText('About Danley')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Reply' })).toBeDefined()
  await waitFor(() => expect(server.asked('GET /rest-api/mail/mark-open/{emailId}')).toHaveLength(1))
})

it('does not mark a read email again, and shows the host of a link with misleading text', async () => {
  const content = text({ type: 'bold' }, { type: 'link', attrs: { href: 'https://evil.example/x' } })
  const words = content.content[0] as { content: { text: string }[] }
  if (words.content[0]) words.content[0].text = 'mybank.com'
  server.answers({
    'GET /rest-api/mail/email/{emailId}': email({ content, received: { read: true, players: [] } }),
    'GET /rest-api/mail/mark-open/{emailId}': {},
  })
  const { container } = showScreen(<EmailScreen />, { path: '/email/:emailId', at: `/email/${emailId}` })
  const link = await screen.findByRole('link', { name: 'mybank.com' })
  expect(link.getAttribute('href')).toBe('https://evil.example/x')
  expect(container.textContent).toContain('mybank.com (evil.example)')
  expect(server.asked('GET /rest-api/mail/mark-open/{emailId}')).toEqual([])
})

it('shows the author the delivery state of each recipient', async () => {
  const now = { since: '2026-11-21T16:00:00Z', until: null }
  server.answers({
    'GET /rest-api/mail/email/{emailId}': email({
      received: null,
      replyTo: null,
      sent: { to: { teamIds: [teamId] }, tally, own: true },
    }),
    'GET /rest-api/mail/team/email-recipients/{emailId}': {
      recipients: [
        { id: 'u1', name: 'Paula Moreno', players: ['Danley'], state: 'opened', ...now },
        { id: 'u2', name: 'Peter Okafor', players: ['Roshon'], state: 'bounced', ...now },
        { id: 'u3', name: 'Lea Lang', players: [], state: 'held', ...now, until: '2026-11-22T13:00:00Z' },
        { id: 'u4', name: 'Noa Novak', players: [], state: 'stopped', ...now },
      ],
    },
  })
  showScreen(<EmailScreen />, { path: '/email/:emailId', at: `/email/${emailId}` })
  const table = within(await screen.findByRole('table', { name: 'Recipients' }))
  expect(table.getByText('Opened')).toBeDefined()
  expect(table.getByText('Bounced')).toBeDefined()
  expect(table.getByText(/^Held until .*:00/)).toBeDefined()
  expect(table.getByText('Not sent: this address does not accept email')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Answer' })).toBeNull()
})

it('polls until an email has been sent', async () => {
  clockFrom(Date.now())
  let state: Email['state'] = 'waiting'
  let became: 'waiting' | 'bounced' = 'waiting'
  const own = { received: null, replyTo: null, sent: { to: { teamIds: [teamId] }, tally, own: true } }
  const peter = { id: 'u2', name: 'Peter Okafor', players: ['Roshon'], since: '2026-11-21T16:00:00Z', until: null }
  server.answers({
    'GET /api/v1/playersAndTeams': writer,
    'GET /rest-api/mail/email/{emailId}': () => email({ state, time: new Date().toISOString(), ...own }),
    'GET /rest-api/mail/team/email-recipients/{emailId}': () => ({
      recipients: state === 'sent' ? [{ ...peter, state: became }] : [],
    }),
  })
  showScreen(<EmailScreen />, { path: '/email/:emailId', at: `/email/${emailId}` })
  await screen.findByRole('button', { name: 'Undo send' })
  state = 'sending'
  await advanceTime(10_000)
  await screen.findByText('It is being sent.')
  state = 'sent'
  await advanceTime(10_000)
  await screen.findByText('Being sent')
  became = 'bounced'
  await advanceTime(10_000)
  await screen.findByText('Bounced')
  expect(await screen.findByRole('link', { name: 'Start a new email from this one' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo send' })).toBeNull()
})

it('lets a coach read the club’s email to their team, but not undo it', async () => {
  const fromClub = `${organizationId}.m0000000000a`
  const given = { id: fromClub, state: 'waiting', time: '2026-12-01T15:00:00Z', received: null, replyTo: null } as const
  server.answers({
    'GET /api/v1/playersAndTeams': writer,
    'GET /rest-api/mail/email/{emailId}': email({ ...given, sent: { to: { teamIds: [teamId] }, tally, own: false } }),
  })
  showScreen(<EmailScreen />, { path: '/email/:emailId', at: `/email/${fromClub}` })
  const takeBack = await screen.findByRole('button', { name: 'Undo send' })
  await waitFor(() => expect(takeBack).toHaveAccessibleDescription(/right/))
  expect(takeBack.getAttribute('aria-disabled')).toBe('true')
})

it('lists a team’s sent emails, with a link to write', async () => {
  const { read: _read, players: _players, ...sent } = line()
  server.answers({
    'GET /api/v1/playersAndTeams': writer,
    'GET /rest-api/mail/team/getEmails/{orgUnitId}': {
      emails: [
        { ...sent, state: 'sent', tally },
        { ...sent, id: `${teamId}.m0000000000b`, subject: '', state: 'draft', tally },
      ],
      cursor: null,
      timezone: 'America/Chicago',
    },
  })
  showScreen(<TeamEmailScreen />, {
    path: '/:orgId/:teamId/email',
    at: `/${organizationId}/${teamId}/email`,
  })
  const list = within(await screen.findByRole('list', { name: 'Email' }))
  expect(list.getByText('To 2 people')).toBeDefined()
  expect(list.getByRole('link', { name: /No subject/ }).getAttribute('href')).toBe(
    `/email-team/${teamId}?email=${teamId}.m0000000000b`,
  )
  expect(screen.getByRole('link', { name: 'Write an email' }).getAttribute('href')).toBe(`/email-team/${teamId}`)
})

it('links a draft of the club to its editor', async () => {
  const { read: _read, players: _players, ...sent } = line()
  const id = `${organizationId}.m0000000000b`
  server.answers({
    'GET /api/v1/playersAndTeams': {
      ...writer,
      organizations: writer.organizations.map((each) => ({
        ...each,
        orgAdmin: true,
        permissions: ['canSendMessages'],
      })),
    },
    'GET /rest-api/mail/team/getEmails/{orgUnitId}': {
      emails: [{ ...sent, id, state: 'draft', tally }],
      cursor: null,
      timezone: 'America/Chicago',
    },
  })
  showScreen(<TeamEmailScreen />, { path: '/:orgId/email', at: `/${organizationId}/email` })
  const list = within(await screen.findByRole('list', { name: 'Email' }))
  expect(list.getByRole('link').getAttribute('href')).toBe(`/email-teams/${organizationId}?email=${id}`)
})

const preview = {
  recipients: [{ id: 'u1', name: 'Paula Moreno', players: ['Danley'], hasAddress: false, comesBack: false }],
  without: ['Roshon van Eijma'],
  timezone: 'America/Chicago',
}
const draft = () =>
  ({
    'GET /api/v1/playersAndTeams': writer,
    'POST /rest-api/mail/team/recipients/{orgUnitId}': preview,
    'PUT /rest-api/mail/email/{emailId}': { state: 'draft', time: '2026-11-21T18:00:00Z', revision: 1 },
    'GET /rest-api/mail/email/{emailId}': email({
      state: 'draft',
      received: null,
      replyTo: null,
      sent: { to: { teamIds: [teamId] }, tally, own: true },
    }),
  }) as const

it('shows the recipients before sending, sends, and offers undo', async () => {
  server.answers({
    ...draft(),
    'POST /rest-api/mail/email/{emailId}/send': { state: 'waiting', time: '2026-11-21T18:00:10Z' },
    'POST /rest-api/mail/email/{emailId}/take-back': { state: 'draft', time: '2026-11-21T18:00:05Z' },
  })
  const { user } = showScreen(<WriteScreen />, {
    path: '/email-team/:teamId',
    at: `/email-team/${teamId}?email=${emailId}`,
  })
  await screen.findByText('Goes to 1 person')
  expect(screen.getByText(/they only see it in Touchline: Paula Moreno/)).toBeDefined()
  expect(screen.getByText(/No adult of the family is in Touchline: Roshon van Eijma/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText('Email has been sent successfully')
  expect(server.asked('POST /rest-api/mail/email/{emailId}/send')).toMatchObject([
    { params: { emailId }, body: { subject: 'Saturday', content: text(), to: { teamIds: [teamId] } } },
  ])
  await user.click(screen.getByRole('button', { name: 'Undo send' }))
  await waitFor(() => expect(server.asked('POST /rest-api/mail/email/{emailId}/take-back')).toHaveLength(1))
})

it('reports that no team was selected, and closes', async () => {
  server.answers({ 'GET /api/v1/playersAndTeams': writer })
  showScreen(<WriteScreen />, { path: '/email-teams/:orgId', at: `/email-teams/${organizationId}?teams=` })
  expect(await screen.findByText('Please select at least one team to send email to.')).toBeDefined()
})

it('has an address per team, and none for another club’s team', () => {
  expect(screenAt(`/email-team/${teamId}`).screen).toBe('emailTeam')
  expect(screenAt(`/${organizationId}/${teamId}/email`).screen).toBe('teamEmail')
  expect(screenAt(`/o99999999999/${teamId}/email`).screen).toBe('notFound')
  expect(screenAt('/email-team/anything').screen).toBe('notFound')
})

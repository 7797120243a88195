import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import WriteScreen from '#web/email/WriteScreen.tsx'
import { advanceTime, type FakeAnswers, clockFrom, showScreen, standInServer } from '../fakeServer.tsx'
import { coachOf, organizationId, playersAndTeams, teamId } from '../people.ts'

/** Changes by others while a user writes an email. */

const server = standInServer()
const coaching = (permissions: readonly ['canSendMessages'] | readonly []) =>
  playersAndTeams({
    organizations: [
      {
        id: organizationId,
        name: 'Riverside FC',
        orgAdmin: false,
        permissions: [],
        teams: [{ id: teamId, name: 'U12 Falcons', permissions: [...permissions] }],
        academyEnabled: false,
        customRegistrationEnabled: false,
      },
    ],
  })
const SEND = 'POST /rest-api/mail/email/{emailId}/send'
const emailId = `${teamId}.m0000000000b`
const begun = {
  'GET /api/v1/playersAndTeams': coaching(['canSendMessages']),
  'POST /rest-api/mail/team/recipients/{orgUnitId}': {
    recipients: [{ id: 'u1', name: 'Paula Moreno', players: ['Danley'], hasAddress: true, comesBack: false }],
    without: [],
    timezone: 'America/Chicago',
  },
  'PUT /rest-api/mail/email/{emailId}': { state: 'draft' as const, time: '2026-11-21T18:00:00Z', revision: 2 },
} satisfies FakeAnswers
const content = {
  type: 'doc' as const,
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'He was tired.' }] }],
}
const tally = { people: 0, unmailed: 0, delivered: 0, opened: 0, failed: 0 }
const draft = (subject: string) => ({
  ...{ id: emailId, orgUnit: { id: teamId, name: 'U12 Falcons' }, from: 'Carmen Coach', subject, content },
  ...{ urgent: false, files: [], pictures: [], time: '2026-11-21T18:00:00Z', timezone: 'America/Chicago' },
  ...{ state: 'draft' as const, revision: 1, replyTo: null, received: null },
  sent: { to: { teamIds: [teamId] }, tally, own: true },
})
const write = (query = '') =>
  showScreen(<WriteScreen />, { path: '/email-team/:teamId', at: `/email-team/${teamId}${query}` })

it('does not send over another tab’s version, and continues with either one', async () => {
  let theirs = 'About Danley'
  server.answers({
    ...begun,
    'GET /rest-api/mail/email/{emailId}': () => draft(theirs),
    [SEND]: () => {
      throw new Problem('conflict')
    },
  })
  const { user } = write(`?email=${emailId}`)
  await screen.findByText('Goes to 1 person')
  theirs = 'About Roshon'
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText(/This draft was changed in another tab/)
  expect(server.asked(SEND)[0]?.body).toMatchObject({ revision: 1 })
  expect(screen.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true')
  expect(screen.getByRole('textbox', { name: 'Subject' })).toHaveValue('About Danley')
  await user.click(screen.getByRole('button', { name: 'Continue with the other version' }))
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Continue with the other version' }),
  )
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Subject' })).toHaveValue('About Roshon'))
  expect(screen.queryByText(/This draft was changed in another tab/)).toBeNull()
})

it('tells an author who loses the right that they can no longer send, and keeps the text', async () => {
  let isCoach = true
  server.answers({
    ...begun,
    'GET /api/v1/playersAndTeams': () => coaching(isCoach ? ['canSendMessages'] : []),
    'PUT /rest-api/mail/email/{emailId}': () => {
      throw new Problem('not_allowed')
    },
  })
  clockFrom(Date.now())
  const { user } = write()
  await user.type(await screen.findByRole('textbox', { name: 'Subject' }), 'Away game')
  isCoach = false
  await advanceTime(1500)
  expect(await screen.findByText(/You can no longer send emails for this team/)).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Away game' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Copy my text' }))
  expect(await navigator.clipboard.readText()).toBe('Away game')
  expect(screen.queryByText(/You can still send it/)).toBeNull()
})

it('tells a user whose right was revoked and who has written nothing that they may not write', async () => {
  let isCoach = true
  server.answers({ ...begun, 'GET /api/v1/playersAndTeams': () => coaching(isCoach ? ['canSendMessages'] : []) })
  write()
  await screen.findByRole('textbox', { name: 'Subject' })
  isCoach = false
  window.dispatchEvent(new Event('focus'))
  expect(await screen.findByText('You are not allowed to write emails here', {}, { timeout: 5000 })).toBeVisible()
})

it('says why a draft with malware is not saved', async () => {
  server.answers({
    ...begun,
    'PUT /rest-api/mail/email/{emailId}': () => {
      throw new Problem('file_harmful')
    },
  })
  clockFrom(Date.now())
  const { user } = write()
  await user.type(await screen.findByRole('textbox', { name: 'Subject' }), 'Away game')
  await advanceTime(1500)
  expect(await screen.findByText(/^A file or picture in this email contains/)).toBeVisible()
})

it('names some families without an email of a large club, and renders the first 100 recipients', async () => {
  const one = begun['POST /rest-api/mail/team/recipients/{orgUnitId}'].recipients[0]
  const recipients = Array.from({ length: 1240 }, (_, i) => ({ ...one, id: `u${i}`, hasAddress: i > 30 }))
  const many = recipients.map((each) => ({ name: 'Paula Moreno', players: ['Danley'], comesBack: false, ...each }))
  const without = Array.from({ length: 2030 }, (_, i) => `Player ${i}`)
  server.answers({
    ...begun,
    'POST /rest-api/mail/team/recipients/{orgUnitId}': { recipients: many, without, timezone: 'America/Chicago' },
  })
  write()
  expect(await screen.findByText(/^No adult .* Player 28, Player 29, and 2,000 more$/)).toBeVisible()
  expect(screen.getByText(/^No confirmed email address.* Paula Moreno, and one more$/)).toBeVisible()
  expect(screen.getAllByText('Paula Moreno, for Danley')).toHaveLength(100)
  expect(screen.getByText('100 of 1,240')).toBeInTheDocument()
})

it.each([
  ['who may edit players', ['canSendMessages', 'canEditPlayers'] as const, [`/o/${teamId}/inviteFamilies`]],
  ['who may not', ['canSendMessages'] as const, []],
])('links players without a family to inviting it, or not, for a coach %s', async (_, permissions, leads) => {
  const preview = begun['POST /rest-api/mail/team/recipients/{orgUnitId}']
  server.answers({
    ...begun,
    'GET /api/v1/playersAndTeams': coachOf(teamId, [...permissions]),
    'POST /rest-api/mail/team/recipients/{orgUnitId}': { ...preview, without: ['Roshon van Eijma'] },
  })
  write()
  await screen.findByText(/^No adult .* Roshon van Eijma$/)
  const links = screen.queryAllByRole('link', { name: 'Invite families' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(leads)
})

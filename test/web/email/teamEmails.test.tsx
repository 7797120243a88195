import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import TeamEmailScreen from '#web/email/TeamEmailScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { coachOf, organizationId, teamId } from '../people.ts'

const server = standInServer()
const LIST = 'GET /rest-api/mail/team/getEmails/{orgUnitId}'

it('can load more after a page with only other users’ drafts, and shows the empty state after the last page', async () => {
  const timezone = 'America/Chicago'
  const sent = {
    ...{ id: `${teamId}.m0000000000a`, subject: 'Saturday', beginning: 'Be there', from: 'Carmen Coach' },
    ...{ orgUnit: 'U12 Falcons', time: '2026-11-21T15:00:00Z', state: 'sent' as const },
    tally: { people: 2, unmailed: 0, delivered: 2, opened: 0, failed: 0 },
  }
  const open = (second: (typeof sent)[]) => {
    server.answers({
      'GET /api/v1/playersAndTeams': coachOf(teamId, ['canSendMessages']),
      [LIST]: ({ query }) =>
        query['cursor'] ? { emails: second, cursor: null, timezone } : { emails: [], cursor: 'next', timezone },
    })
    return showScreen(<TeamEmailScreen />, { path: '/:orgId/:teamId/email', at: `/${organizationId}/${teamId}/email` })
  }
  const { user, unmount } = open([sent])
  await user.click(await screen.findByRole('button', { name: 'Show more' }))
  const list = within(screen.getByRole('list', { name: 'Email' }))
  expect(await list.findByRole('link', { name: /Saturday/ })).toBeVisible()
  expect(screen.queryByText('No emails yet')).toBeNull()
  unmount()
  const again = open([])
  await again.user.click(await screen.findByRole('button', { name: 'Show more' }))
  await screen.findByText('No emails yet')
})

it('deletes a draft after confirmation, but no sent email', async () => {
  const line = {
    ...{ beginning: 'Be there', from: 'Carmen Coach', orgUnit: 'U12 Falcons', time: '2026-11-21T15:00:00Z' },
    tally: { people: 2, unmailed: 0, delivered: 2, opened: 0, failed: 0 },
  }
  const draft = { ...line, id: `${teamId}.m0000000000b`, subject: 'Sunday', state: 'draft' as const }
  const sent = { ...line, id: `${teamId}.m0000000000a`, subject: 'Saturday', state: 'sent' as const }
  const DELETE = 'DELETE /rest-api/mail/email/{emailId}'
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(teamId, ['canSendMessages']),
    [LIST]: () => ({
      emails: server.asked(DELETE).length > 0 ? [sent] : [draft, sent],
      cursor: null,
      timezone: 'America/Chicago',
    }),
    [DELETE]: {},
  })
  const { user } = showScreen(<TeamEmailScreen />, {
    path: '/:orgId/:teamId/email',
    at: `/${organizationId}/${teamId}/email`,
  })
  const buttons = await screen.findAllByRole('button', { name: /^Delete draft/ })
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Delete draft Sunday'])
  await user.click(screen.getByRole('button', { name: 'Delete draft Sunday' }))
  const question = await screen.findByRole('dialog', { name: 'Delete this draft?' })
  expect(server.asked(DELETE)).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Delete draft' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: /Sunday/ })).toBeNull())
  expect(server.asked(DELETE)).toMatchObject([{ params: { emailId: draft.id } }])
  expect(screen.getByRole('link', { name: /Saturday/ })).toBeVisible()
})

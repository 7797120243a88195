import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import ChatScreen from '#web/chat/ChatScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { coachOf, organizationId, teamId } from '../people.ts'
import { at, chat, LIST, conversationSummary, message, path } from './talk.ts'

const server = standInServer()

it('marks an archived team’s conversation beside one of the same name', async () => {
  const next = `${organizationId}.t0000000000b`
  const unit = { name: 'U12 Falcons', isOrganization: false }
  const orgUnits = [
    { ...unit, id: teamId, dateArchived: '2026-06-30T12:00:00Z' },
    { ...unit, id: next, dateArchived: null },
  ]
  const mia = { id: `${organizationId}.p0000000000a`, name: 'Mia', orgUnits }
  const [club] = coachOf().organizations.map((each) => ({
    ...each,
    teams: each.teams.map((team) => ({ ...team, archived: true })),
  }))
  const family = { players: [mia], following: [], organizations: [] }
  for (const mine of [family, { players: [], following: [], organizations: club ? [club] : [] }]) {
    server.answers({
      ...chat([message(1, 'Hello')]),
      'GET /api/v1/playersAndTeams': mine,
      [LIST]: {
        conversations: [conversationSummary(), conversationSummary({ conversationSid: `${next}.c0000000000a` })],
        noChatIn: [],
      },
    })
    const { unmount } = showScreen(<ChatScreen />, { path, at })
    expect(await screen.findByText('This team is archived: its former members can still read here')).toBeVisible()
    const rows = screen.getAllByRole('link', { name: /U12 Falcons/ })
    expect(rows.map((row) => within(row).queryByText('Archived') !== null)).toEqual([true, false])
    unmount()
  }
})

it('shows its messages, and why nobody can write any more', async () => {
  server.answers(chat([message(1, 'See you')], { stopped: 'chat_archived' }))
  showScreen(<ChatScreen />, { path, at })
  const why = 'This team is archived. Nobody can write here any more.'
  expect(await screen.findByText(why)).toBeVisible()
  expect(within(screen.getByRole('log')).getByText('See you')).toBeVisible()
  expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
})

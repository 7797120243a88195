import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import ChatScreen from '#web/chat/ChatScreen.tsx'
import { InspectDialog } from '#web/chat/InspectDialog.tsx'
import { Notifications } from '#web/chat/Notifications.tsx'
import { ReadAlong } from '#web/chat/ReadAlong.tsx'
import { SentEvent } from '#web/chat/SentEvent.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { coachOf, organizationId, playerId, teamId } from '../people.ts'
import { at, chat, conversationSid, conversationSummary, message, participant, participants, path } from './talk.ts'

const server = standInServer()
const LOOK = 'POST /rest-api/chat/looks/{orgId}'
const LOOKED = 'GET /rest-api/chat/looks/{orgId}/{conversationSid}'
const REPORT = 'POST /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/report'
const ALONG = 'GET /rest-api/chat/read-along/{playerId}/{conversationSid}'

it('lets guardians read their child’s conversations and report messages, but not write', async () => {
  server.answers({
    'GET /rest-api/chat/read-along': {
      children: [
        {
          playerId: playerId('a'),
          name: 'Mia',
          conversations: [conversationSummary({ type: 'group', friendlyName: 'Drivers' })],
        },
        { playerId: playerId('b'), name: 'Noa', conversations: [] },
      ],
    },
    [ALONG]: {
      friendlyName: 'Drivers',
      people: [{ userId: 'carmen', name: 'Carmen Coach' }],
      messages: [message(1, 'Who drives?'), message(2, '', { deletedAt: '2026-11-21T17:05:00Z' })],
      cursor: null,
    },
    [REPORT]: { told: 'club' },
  })
  const { user } = showScreen(<ReadAlong />)
  const section = within(await screen.findByRole('region', { name: /Mia/ }))
  expect(screen.queryByRole('region', { name: /Noa/ })).toBeNull()
  await user.click(section.getByRole('button', { name: 'Drivers' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Drivers' }))
  expect(await dialog.findByText('Who drives?')).toBeVisible()
  expect(dialog.getAllByText(/Carmen Coach/)[0]).toBeVisible()
  expect(dialog.queryByRole('textbox')).toBeNull()
  // A deleted message cannot be reported.
  await user.click(dialog.getByRole('button', { name: 'Report' }))
  const report = within(await screen.findByRole('dialog', { name: 'Report this message?' }))
  await user.click(report.getByRole('radio', { name: 'Someone may be in danger' }))
  await user.click(report.getByRole('button', { name: 'Report' }))
  await waitFor(() => expect(server.asked(REPORT)).toHaveLength(1))
  expect(server.asked(REPORT)[0]).toMatchObject({
    params: { conversationSid, messageSid: 'message-1' },
    body: { reason: 'danger' },
  })
  expect(server.asked(ALONG)[0]?.params).toEqual({ playerId: playerId('a'), conversationSid })
})

it('shows an error when conversations of a child fail to load, and can be retried', async () => {
  let isBusy = true
  server.answers({
    'GET /rest-api/chat/read-along': () => {
      if (isBusy) throw new Problem('busy')
      return {
        children: [{ playerId: playerId('a'), name: 'Mia', conversations: [conversationSummary({ type: 'group' })] }],
      }
    },
  })
  const { user } = showScreen(<ReadAlong />)
  expect(await screen.findByText('We could not load the conversations you can read as a guardian.')).toBeVisible()
  isBusy = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('region', { name: /Mia/ })
  expect(screen.queryByText(/^We could not load/)).toBeNull()
})

it('shows a conversation to an administrator who gives a reason, with edited and deleted messages', async () => {
  server.answers({
    [LOOK]: { endsAt: '2026-11-22T18:00:00Z' },
    [LOOKED]: {
      people: [{ userId: 'carmen', name: 'Carmen Coach' }],
      messages: [message(1, '', { deletedAt: '2026-11-21T17:05:00Z' })],
      traces: [
        {
          messageSid: 'message-1',
          text: 'You are a loser',
          files: [],
          became: 'takenBack',
          changedAt: '2026-11-21T17:05:00Z',
        },
      ],
      cursor: null,
    },
  })
  const { user } = showScreen(
    <InspectDialog orgId={organizationId} conversationSid={conversationSid} close={() => undefined} />,
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Read the conversation' }))
  const now = dialog.getByRole('button', { name: 'Notify them and read' })
  expect(now).toHaveAccessibleDescription('Give a reason of at least ten characters.')
  await user.click(now)
  expect(server.asked(LOOK)).toEqual([])
  const reason = 'A parent has asked us to'
  fireEvent.change(dialog.getByRole('textbox', { name: 'Why do you need to read it?' }), { target: { value: reason } })
  await user.click(dialog.getByRole('button', { name: 'Notify them and read' }))
  expect(await dialog.findByText('You are a loser', { exact: false })).toBeVisible()
  expect(server.asked(LOOK)[0]?.body).toEqual({ conversationSid, reason })
})

it('suggests members after an @, except for the user', async () => {
  server.answers(chat([message(1, 'Who drives?')]))
  const { user } = showScreen(<ChatScreen />, { path, at })
  await screen.findByRole('log')
  const field = screen.getByRole('textbox')
  await user.type(field, 'Thank you, @c')
  const offered = within(await screen.findByRole('list', { name: 'Mention someone' }))
  expect(offered.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['@Carmen Coach'])
  await user.click(offered.getByRole('button', { name: '@Carmen Coach' }))
  expect(field).toHaveValue('Thank you, @Carmen Coach ')
  await user.type(field, 'and @A')
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Mention someone' })).toBeNull())
})

it('says why a browser does not support notifications, and links to their settings', async () => {
  server.answers({ 'GET /rest-api/push/devices': { publicKey: 'B', devices: [] } })
  showScreen(<Notifications close={() => undefined} />)
  const dialog = within(await screen.findByRole('dialog', { name: 'Notifications on this device' }))
  expect(await dialog.findByText(/This browser does not support notifications\. On an iPhone/)).toBeVisible()
  expect(dialog.getByText(/someone messages you or adds you to a group/)).toBeVisible()
  const [on] = dialog.getAllByRole('switch')
  expect(on).toHaveAccessibleDescription(/This browser does not support notifications\./)
  const link = dialog.getByRole('link', { name: 'Choose your notifications and quiet hours' })
  expect(link.getAttribute('href')).toBe('/notices')
})

it('shows only the name of an event that the user may not see', async () => {
  const EVENT = 'GET /rest-api/calendar/event/{eventId}'
  server.answers({
    'GET /api/v1/playerEvents': { events: [] },
    [EVENT]: () => {
      throw new Problem('not_allowed')
    },
  })
  showScreen(<SentEvent event={{ eventId: `${teamId}.e0000000000a`, name: 'Final' }} />)
  await waitFor(() => expect(server.asked(EVENT)).toHaveLength(1))
  await waitFor(() => expect(screen.getByText('Final')).toBeVisible())
  expect(screen.queryByRole('link')).toBeNull()
})

it('keeps selected people visible when the team or the search changes', async () => {
  const other = `${organizationId}.t0000000000b`
  server.answers({
    ...chat([]),
    'GET /api/v1/playersAndTeams': {
      ...coachOf(),
      organizations: coachOf().organizations.map((club) => ({
        ...club,
        permissions: ['chatEnabled'],
        teams: [...club.teams, { id: other, name: 'U14 Otters', permissions: [] }],
      })),
    },
    'GET /rest-api/chat-user/available-orgs': [{ orgId: organizationId, orgName: 'Riverside FC' }],
    'GET /rest-api/chat-user/available-participants/teams': ({ query }) =>
      participants(
        query['teamIds'] === other ? participant('anders', 'Anders Berg') : participant('lea', 'Lea Moreno'),
      ),
  })
  const { user } = showScreen(<ChatScreen />, { path, at: `/${organizationId}/${teamId}/chat` })
  await user.click(await screen.findByRole('button', { name: 'New conversation' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('checkbox', { name: /Lea Moreno/ }))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Team' }), 'U14 Otters')
  await dialog.findByRole('checkbox', { name: /Anders Berg/ })
  expect(dialog.getByRole('checkbox', { name: /Lea Moreno/ })).toBeChecked()
  await user.type(dialog.getByRole('searchbox'), 'Anders')
  await user.click(dialog.getByRole('checkbox', { name: /Lea Moreno/ }))
  expect(dialog.queryByRole('checkbox', { name: /Lea Moreno/ })).toBeNull()
})

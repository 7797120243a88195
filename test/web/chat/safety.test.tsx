import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { AnswerOf } from '#web/api.ts'
import ChatScreen from '#web/chat/ChatScreen.tsx'
import { Report } from '#web/chat/Report.tsx'
import { Safety } from '#web/chat/Safety.tsx'
import { startTexts } from '#web/i18n.ts'
import { address, showScreen, standInServer } from '../fakeServer.tsx'
import { organizationId, teamId } from '../people.ts'
import { at, chat, conversationSid, message, path } from './talk.ts'

const server = standInServer()
const REPORT = 'POST /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/report'
const REPORTS = 'GET /rest-api/chat/reports/{orgId}'
const SETTLE = 'POST /rest-api/chat/reports/{orgId}/settle'
const RULES = 'GET /rest-api/chat/rules/{orgId}'
const SAVE = 'PUT /rest-api/chat/rules/{orgId}'
const open = () => showScreen(<ChatScreen />, { path, at })

it('reports another user’s message with a reason, and says where to get help', async () => {
  server.answers({ ...chat([message(1, 'You are a loser')]), [REPORT]: { told: 'club' } })
  const { user } = open()
  const log = await screen.findByRole('log')
  await user.click(await within(log).findByRole('button', { name: /Actions for/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Report', hidden: true }))
  const dialog = await screen.findByRole('dialog', { name: 'Report this message?' })
  expect(within(dialog).getByText('Choose what is wrong with it.')).toBeVisible()
  await user.click(within(dialog).getByRole('radio', { name: 'Someone may be in danger' }))
  expect(within(dialog).getByText(/call the police or your local emergency number/)).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Report' }))
  await screen.findByText('Reported. The people who run the club can see it.')
  expect(server.calls).toContainEqual(
    expect.objectContaining({
      key: REPORT,
      params: { conversationSid, messageSid: 'message-1' },
      body: { reason: 'danger' },
    }),
  )
})

it('says who receives the report when the club’s only administrator wrote the message', async () => {
  server.answers({ [REPORT]: { told: 'touchline' } })
  const close = vi.fn<() => void>()
  const reported = { conversationSid, messageSid: 'message-1', text: 'Tell nobody' }
  const { user } = showScreen(<Report {...reported} close={close} />, { path, at })
  await user.click(await screen.findByLabelText('Something else'))
  await user.click(screen.getByText('Report', { selector: 'button, button *' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reported to Touchline staff' }))
  expect(dialog.getByText(/nobody in the club was notified/)).toBeVisible()
  expect(dialog.getByText(/emergency number now, or tell an adult you trust/)).toBeVisible()
  expect(screen.queryByText(/The people who run the club can see it/)).toBeNull()
  expect(close).not.toHaveBeenCalled()
  await user.click(dialog.getByRole('button', { name: 'I have read this' }))
  expect(close).toHaveBeenCalledOnce()
})

it('shows in the user’s language why a message cannot be reported', async () => {
  const refused = () => {
    throw new Problem('conflict')
  }
  server.answers({ [REPORT]: refused })
  const reported = { conversationSid, messageSid: 'message-1', text: 'You are a loser' }
  const { user } = showScreen(<Report {...reported} close={() => undefined} />, { path, at })
  await user.click(await screen.findByLabelText('Someone may be in danger'))
  await act(() => startTexts(['es-MX']))
  await user.click(screen.getByText('Report', { selector: 'button, button *' }))
  expect(await screen.findByText('Alguien cambió esto al mismo tiempo. Vuelve a intentarlo.')).toBeVisible()
  await act(() => startTexts(['en-US']))
})

it('shows that the club has hidden a message', async () => {
  server.answers(chat([message(1, '', { deletedAt: '2026-11-21T17:05:00Z', hidden: true })]))
  open()
  expect(await screen.findByText('This message was hidden by the club.')).toBeVisible()
})

type Report = AnswerOf<typeof REPORTS>['reports'][number]
it('lets administrators hide a reported message and turn chat off', async () => {
  let settled: Report['settled'] = null
  let rules = { offTeams: [] as string[], directOff: false, readAlongUntil: 16, keepMonths: 0 }
  server.answers({
    ...chat([message(1, 'Hello')]),
    'GET /api/v1/playersAndTeams': {
      players: [],
      following: [],
      organizations: [
        {
          id: organizationId,
          name: 'Riverside',
          orgAdmin: true,
          permissions: ['canEditAdministrators'],
          teams: [
            { id: teamId, name: 'U12 Falcons', permissions: [] },
            { id: `${organizationId}.t0000000000b`, name: 'U10 Otters', permissions: [], archived: true },
          ],
          academyEnabled: false,
          customRegistrationEnabled: false,
        },
      ],
    } as never,
    [REPORTS]: () => ({
      reports: [
        {
          conversationSid,
          messageSid: 'message-7',
          text: 'You are a loser',
          files: [],
          sentAt: '2026-11-21T17:00:00Z',
          author: 'Lea Moreno',
          reportedBy: 'Paula Moreno',
          reportedAt: '2026-11-21T17:10:00Z',
          reason: 'bullying' as const,
          note: 'To my child',
          settled,
          authorWas: null,
        },
      ],
      blocked: [],
    }),
    [SETTLE]: ({ body }) => {
      settled = (body as { settled: 'hidden' }).settled
      return { settled }
    },
    [RULES]: () => rules,
    [SAVE]: ({ body }) => {
      const { team, ...more } = body as Partial<typeof rules> & { team?: { id: string; off: boolean } }
      return (rules = { ...rules, ...more, ...(team && { offTeams: team.off ? [team.id] : [] }) })
    },
  })
  // The address in the mail about a report.
  const { user } = showScreen(<ChatScreen />, { path, at: `/chat?safety=${organizationId}` })
  const dialog = await screen.findByRole('dialog', { name: 'Chat safety' })
  await within(dialog).findByText(/Reported by Paula Moreno: Bullying or insults\. “To my child”/)
  await user.click(within(dialog).getByRole('button', { name: 'Hide' }))
  await within(dialog).findByText('Hidden')
  await user.click(await within(dialog).findByRole('switch', { name: 'Chat of U12 Falcons' }))
  // In an archived team nobody can write, whatever the setting.
  expect(within(dialog).queryByRole('switch', { name: 'Chat of U10 Otters' })).toBeNull()
  // Only the changed setting is sent, as the others may have changed meanwhile.
  await waitFor(() => expect(server.asked(SAVE).map(({ body }) => body)).toEqual([{ team: { id: teamId, off: true } }]))
  await waitFor(() => expect(within(dialog).getByRole('switch', { name: 'Chat of U12 Falcons' })).not.toBeChecked())
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(address()).toBe('/chat')
  await user.click(await screen.findByRole('button', { name: 'Actions for Chat' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Chat safety', hidden: true }))
  await screen.findByRole('dialog', { name: 'Chat safety' })
})

it('says that a message was hidden meanwhile to an administrator who keeps it', async () => {
  let settled: 'hidden' | null = null
  server.answers({
    [REPORTS]: () => ({
      reports: [
        {
          ...{ conversationSid, messageSid: 'message-7', text: 'You are a loser', files: [] },
          ...{ sentAt: '2026-11-21T17:00:00Z', author: 'Lea Moreno', authorWas: null, settled },
          ...{ reportedBy: 'Paula Moreno', reportedAt: '2026-11-21T17:10:00Z', reason: 'bullying', note: '' },
        },
      ],
      blocked: [],
    }),
    // Another administrator was faster.
    [SETTLE]: () => ({ settled: (settled = 'hidden') }),
    [RULES]: { offTeams: [], directOff: false, readAlongUntil: 16, keepMonths: 0 },
  })
  const club = { id: organizationId, name: 'Riverside', teams: [] } as never
  const { user } = showScreen(<Safety clubs={[club]} first={null} close={() => undefined} />)
  await user.click(await screen.findByRole('button', { name: 'Keep message' }))
  await screen.findByText('It has been hidden in the meantime and stays hidden.')
  await screen.findByText('Hidden')
  expect(screen.queryByText('Message kept.')).toBeNull()
})

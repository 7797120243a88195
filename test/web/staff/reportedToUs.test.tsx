import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import SupportThreadScreen from '#web/staff/SupportThreadScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { profile } from '../people.ts'

const server = standInServer()

it('lists messages reported to staff, with links to their author and reporter', async () => {
  const threadId = 'v0123456789abcdef'
  const sentAt = '2026-11-21T18:01:00.000Z'
  server.answers({
    'GET /rest-api/users/profile': { ...profile(), roles: ['ROLE_ADMIN'] },
    'GET /rest-api/staff/support/{threadId}': {
      messages: [{ messageId: 'message-1', seq: 1, from: 'person', text: 'A message was reported.', sentAt }],
      ...{ earlier: false, lastSeq: 1, readSeq: 1 },
      thread: {
        ...{ threadId, name: '', email: '', isVisitor: true, state: 'waiting', registrationId: null },
        ...{ lastAt: sentAt, lastText: 'A message was reported.' },
      },
      reported: [
        {
          text: 'Tell nobody, Mia',
          files: ['photo.jpg'],
          sentAt,
          author: { userId: 'user-7', name: 'Anders Berg' },
          reportedBy: { userId: 'user-8', name: '' },
          reportedAt: sentAt,
          reason: 'danger',
          note: 'She is nine',
          settled: null,
        },
      ],
    },
  })
  showScreen(<SupportThreadScreen />, { path: '/admin/support/:threadId', at: `/admin/support/${threadId}` })
  const list = within(await screen.findByRole('list', { name: 'Chat messages reported to us' }))
  expect(list.getByText('Tell nobody, Mia · photo.jpg')).toBeVisible()
  expect(list.getByText(/Someone may be in danger “She is nine”/)).toBeVisible()
  const links = list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Anders Berg', '/admin/user/user-7'],
    ['Someone', '/admin/user/user-8'],
  ])
})

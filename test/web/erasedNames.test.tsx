import { screen, within } from '@testing-library/react'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { formerName } from '#shared/rules/names.ts'
import ProofScreen from '#web/agreements/ProofScreen.tsx'
import ChatScreen from '#web/chat/ChatScreen.tsx'
import InboxScreen from '#web/email/InboxScreen.tsx'
import { nameText, startTexts } from '#web/i18n.ts'
import { showScreen, standInServer } from './fakeServer.tsx'
import * as talk from './chat/talk.ts'
import { organizationId, person, playerId, teamId } from './people.ts'

const server = standInServer()
beforeEach(() => startTexts(['es-MX']))
afterAll(() => startTexts(['en-US']))

it('translates the placeholder name of an erased person, and no other name', async () => {
  expect([nameText(formerName), nameText('Ana Former')]).toEqual(['Antiguo miembro', 'Ana Former'])
  await startTexts(['en-US'])
  expect(nameText(formerName)).toBe('Former member')
})

it('shows the translated placeholder in chat: list, messages and staff views', async () => {
  const sentAt = '2026-11-21T17:00:00Z'
  const people = [talk.person('user-1', 'Ann Jean Jacques'), talk.person('carmen', formerName)]
  const looks = [{ name: formerName, reason: 'Bullying', begunAt: sentAt }]
  server.answers({
    ...talk.chat([talk.message(1, 'See you')], { type: 'direct', friendlyName: formerName, people, looks }),
    [talk.LIST]: {
      conversations: [
        talk.conversationSummary({
          type: 'direct',
          friendlyName: formerName,
          lastMessage: { text: 'See you', from: formerName, mine: false, sentAt },
        }),
      ],
      noChatIn: [],
    },
  })
  showScreen(<ChatScreen />, { path: talk.path, at: talk.at })
  const log = within(await screen.findByRole('log'))
  expect(await log.findByText('Antiguo miembro')).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'Antiguo miembro' })).toBeVisible()
  expect(screen.getByText('Antiguo miembro: See you')).toBeVisible()
  expect(screen.getByText(/Antiguo miembro.*Bullying/)).toBeVisible()
  expect(document.body).not.toHaveTextContent(formerName)
})

it('shows the translated placeholder in emails and agreement proofs', async () => {
  const email = { subject: 'Saturday', beginning: 'Be there at nine.', orgUnit: 'U12 Falcons', players: ['Danley'] }
  const when = { time: '2026-11-21T15:00:00Z', read: false, urgent: false }
  const proof = 'GET /rest-api/agreements/agreement/{agreementId}/proof/{playerId}'
  const signed = { textVersion: 1, by: formerName, signedAt: '2026-11-21T18:00:00.000Z', from: '', ofAge: false }
  server.answers({
    'GET /rest-api/mail/getEmails': {
      emails: [{ id: `${teamId}.m0000000000a`, from: formerName, ...email, ...when }],
      cursor: null,
    },
    [proof]: {
      clubName: 'Riverside FC',
      timezone: 'America/Chicago',
      player: person('danley'),
      signatures: [{ ...signed, title: 'Code of conduct', text: 'We play fair.' }],
    },
  })
  const { unmount } = showScreen(<InboxScreen />)
  expect(await screen.findByText(/Antiguo miembro · U12 Falcons/)).toBeVisible()
  unmount()
  showScreen(<ProofScreen />, {
    path: '/agreements/:agreementId/proof/:playerId',
    at: `/agreements/${organizationId}.w0000000000a/proof/${playerId('a')}?o=${teamId}`,
  })
  expect(await screen.findByText('Antiguo miembro')).toBeVisible()
})

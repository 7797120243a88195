// apart: the configuration is read once per page
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { problems } from '#shared/sentences.ts'
import type { AnswerOf } from '#web/api.ts'
import { names } from '#web/session/stored.ts'
import SupportScreen from '#web/staff/SupportScreen.tsx'
import SupportThreadScreen from '#web/staff/SupportThreadScreen.tsx'
import type { ScreenRecord } from '#web/screenRecord.ts'
import { screens } from '#web/screens.ts'
import { SupportChat } from '#web/support/SupportChat.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { organizationId, profile } from '../people.ts'
import { open } from '../shell-open.tsx'

const server = standInServer()
const MINE = 'GET /rest-api/support'
const ASK = 'POST /rest-api/support'
const READ = 'GET /rest-api/staff/support/{threadId}'
const ANSWER = 'POST /rest-api/staff/support/{threadId}'
const pathname = `/register/${organizationId}.r0000000000a`

type Message = AnswerOf<typeof MINE>['messages'][number]
const message = (seq: number, from: Message['from'], text: string): Message => ({
  messageId: `message-${seq}`,
  seq,
  from,
  text,
  sentAt: `2026-11-21T18:0${seq}:00.000Z`,
})
const thread = (readSeq: number, ...messages: Message[]) => ({
  messages,
  earlier: false,
  lastSeq: messages.length,
  readSeq,
})
const panel = (userId: string) =>
  showScreen(<SupportChat userId={userId} pathname={pathname} />, { path: '*', at: pathname })

it('says that staff are notified by mail only where the stage has an address', async () => {
  server.answers({ [MINE]: thread(0) })
  const stage = { region: 'us-east-1', userPoolId: 'pool', userPoolClientId: 'client' }
  // The stored configuration is used until the current one has loaded, once per page.
  const answer = Promise.withResolvers<Response>()
  const asked = globalThis.fetch
  vi.stubGlobal('fetch', (...sent: Parameters<typeof fetch>) =>
    sent[0] === '/config.json' ? answer.promise : asked(...sent),
  )
  localStorage.setItem(names.config, JSON.stringify(stage))
  const { user } = panel('user-1')
  await user.click(screen.getByRole('button', { name: 'Help' }))
  expect(await screen.findByText(/^We answer here\. Answers you miss are emailed/)).toBeVisible()
  answer.resolve(Response.json({ ...stage, supportEmail: 'help@touchline.test' }))
  expect(await screen.findByText(/minutes, our team is notified; answers you/)).toBeVisible()
})

it('sends a question once, keeps the input after an error and a reload, and names the registration', async () => {
  const kept: Message[] = []
  let fails = true
  server.answers({
    [MINE]: () => thread(kept.length, ...kept),
    [ASK]: ({ body }) => {
      if (fails) throw new Problem('too_many_questions')
      const said = message(1, 'person', (body as { text: string }).text)
      kept.push(said)
      return said
    },
  })
  const before = panel('user-1')
  await before.user.click(screen.getByRole('button', { name: 'Help' }))
  const typed = await screen.findByRole('textbox', { name: /Your question/ })
  await before.user.type(typed, 'How do I pay?')
  await before.user.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText(problems.too_many_questions[1])
  before.unmount()
  const { user } = panel('user-1')
  await user.click(screen.getByRole('button', { name: 'Help' }))
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Your question/ })
  expect(field.value).toBe('How do I pay?')
  fails = false
  await user.click(screen.getByRole('button', { name: 'Send' }))
  const log = await screen.findByRole('log')
  await within(log).findByText('How do I pay?')
  const sent = server.calls.filter(({ key }) => key === ASK).map(({ body }) => body as Record<string, string>)
  expect(sent.map(({ text, registrationId }) => [text, registrationId])).toEqual([
    ['How do I pay?', `${organizationId}.r0000000000a`],
    ['How do I pay?', `${organizationId}.r0000000000a`],
  ])
  // The same id, so that it is stored once if the first request succeeded.
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(1)
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Your question/ })).value).toBe('')
})

it('sends a changed question after a lost response as a new one, an unchanged one with the same id', async () => {
  let lost = true
  const kept = new Map<string, Message>()
  server.answers({
    [MINE]: () => thread(kept.size, ...kept.values()),
    [ASK]: ({ body }) => {
      const { messageId, text } = body as { messageId: string; text: string }
      const said = kept.get(messageId) ?? { ...message(kept.size + 1, 'person', text), messageId }
      kept.set(messageId, said)
      if (lost) throw new Problem('busy')
      return said
    },
  })
  const { user } = panel('user-1')
  await user.click(screen.getByRole('button', { name: 'Help' }))
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Your question/ })
  await user.type(field, 'How do I pay?')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText(problems.busy[1])
  lost = false
  await user.type(field, ' For Mia.')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  const log = await screen.findByRole('log')
  await within(log).findByText('How do I pay? For Mia.')
  await waitFor(() => expect(field.value).toBe(''))
  // After a success the same text is a new message.
  for (const times of [3, 4]) {
    await user.type(field, 'Thank you')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(kept.size).toBe(times))
    await waitFor(() => expect(field.value).toBe(''))
  }
})

it('marks a new answer, and marks it as read once opened', async () => {
  localStorage.setItem(`${names.personal}user-1.support`, 'asked')
  server.answers({
    [MINE]: thread(1, message(1, 'person', 'How?'), message(2, 'staff', 'So.')),
    'POST /rest-api/support/read': {},
  })
  const { user } = panel('user-1')
  await user.click(await screen.findByRole('button', { name: 'Help 1 new' }))
  await screen.findByText('So.')
  await waitFor(() =>
    expect(server.calls).toContainEqual(
      expect.objectContaining({ key: 'POST /rest-api/support/read', body: { seq: 2 } }),
    ),
  )
})

const paula = {
  threadId: 'user-2',
  name: 'Paula Moreno',
  email: '',
  isVisitor: false,
  state: 'waiting' as const,
  registrationId: null,
  lastAt: '2026-11-21T18:01:00.000Z',
  lastText: 'Fourth',
}

it('loads earlier messages on request, and keeps them when new ones arrive', async () => {
  let fails = true
  server.answers({
    'GET /rest-api/users/profile': { ...profile(), roles: ['ROLE_ADMIN'] },
    [READ]: ({ query }) => {
      if (query['before'] === undefined)
        return {
          ...thread(4, message(3, 'person', 'Third'), message(4, 'person', 'Fourth')),
          earlier: true,
          thread: paula,
        }
      if (fails) throw new Problem('busy')
      return query['before'] === '3'
        ? { ...thread(4, message(2, 'person', 'Second')), earlier: true, thread: paula }
        : { ...thread(4, message(1, 'person', 'First')), thread: paula }
    },
  })
  const { user } = showScreen(<SupportThreadScreen />, {
    path: '/admin/support/:threadId',
    at: '/admin/support/user-2',
  })
  const texts = () => screen.getAllByRole('listitem').map((item) => item.textContent?.replace(/^.*(AM|PM)/, ''))
  const more = () => screen.findByRole('button', { name: 'Earlier messages' })
  await user.click(await more())
  await screen.findByText('Earlier messages could not be loaded.')
  fails = false
  await user.click(await more())
  await screen.findByText('Second')
  expect(screen.queryByText('Earlier messages could not be loaded.')).toBeNull()
  await user.click(await more())
  await screen.findByText('First')
  expect(texts()).toEqual(['First', 'Second', 'Third', 'Fourth'])
  expect(screen.queryByRole('button', { name: 'Earlier messages' })).toBeNull()
})

it('keeps the scroll position when earlier messages are inserted', async () => {
  server.answers({
    'GET /rest-api/users/profile': { ...profile(), roles: ['ROLE_ADMIN'] },
    [READ]: ({ query }) =>
      query['before'] === undefined
        ? { ...thread(2, message(2, 'person', 'Second')), earlier: true, thread: paula }
        : { ...thread(2, message(1, 'person', 'First')), thread: paula },
  })
  const { user } = showScreen(<SupportThreadScreen />, {
    path: '/admin/support/:threadId',
    at: '/admin/support/user-2',
  })
  const log = await screen.findByRole('log')
  // jsdom has no layout: each message is 100 pixels high.
  Object.defineProperty(log, 'scrollHeight', { get: () => 100 * screen.getAllByRole('listitem').length })
  log.scrollTop = 30
  await user.click(await screen.findByRole('button', { name: 'Earlier messages' }))
  await screen.findByText('First')
  expect(log.scrollTop).toBe(130)
  // The button is gone, so the focus moves to the log.
  expect(document.activeElement).toBe(log)
})

it('lists waiting questions to staff, and sends an answer', async () => {
  const read = Promise.withResolvers<undefined>()
  const waiting = {
    threadId: 'user-2',
    name: 'Paula Moreno',
    email: 'paula@family.example',
    isVisitor: false,
    state: 'waiting' as const,
    registrationId: `${organizationId}.r0000000000a`,
    lastAt: '2026-11-21T18:01:00.000Z',
    lastText: 'How?',
  }
  let meanwhile = true
  server.answers({
    'GET /rest-api/users/profile': { ...profile(), roles: ['ROLE_ADMIN'] },
    'GET /rest-api/staff/support': ({ query }) => ({
      threads: query['state'] === 'waiting' ? [waiting] : [],
      cursor: null,
    }),
    [READ]: () => read.promise.then(() => ({ ...thread(1, message(1, 'person', 'How?')), thread: waiting })),
    [ANSWER]: () => {
      if (meanwhile) throw new Problem('conflict')
      return message(2, 'staff', 'So.')
    },
    'POST /rest-api/staff/support/{threadId}/done': () => {
      throw new Problem('conflict')
    },
  })
  const { unmount } = showScreen(<SupportScreen />, { path: '/admin/support', at: '/admin/support' })
  const link = await screen.findByRole('link', { name: /Paula Moreno/ })
  expect(link.getAttribute('href')).toBe('/admin/support/user-2')
  unmount()
  const { user } = showScreen(<SupportThreadScreen />, {
    path: '/admin/support/:threadId',
    at: '/admin/support/user-2',
  })
  // The account is not reported as missing while it is loading.
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Support inbox')
  read.resolve(undefined)
  await within(await screen.findByRole('log')).findByText('How?')
  await user.type(screen.getByRole('textbox', { name: /Your answer/ }), 'So.')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText(/A colleague has answered in the meantime\./)
  expect(screen.getByRole('textbox', { name: /Your answer/ })).toHaveValue('So.')
  meanwhile = false
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(screen.getByRole('textbox', { name: /Your answer/ })).toHaveValue(''))
  await waitFor(() =>
    expect(server.calls).toContainEqual(
      expect.objectContaining({ key: ANSWER, body: expect.objectContaining({ text: 'So.' }) }),
    ),
  )
  await user.click(screen.getByRole('button', { name: 'Mark as done' }))
  await screen.findByText(/That did not work: they may have written/)
})

it('is shown on every registration screen, also to visitors', async () => {
  const helped = Object.entries<ScreenRecord>(screens).flatMap(([name, { support }]) => (support ? [name] : []))
  expect(new Set(helped)).toEqual(
    new Set([
      'registrations',
      'teamRegistration',
      'eventRegistration',
      'register',
      'registerPlayer',
      'registerUnit',
      'registerUnitPlayer',
    ]),
  )
  localStorage.clear()
  open(pathname)
  await screen.findByRole('button', { name: 'Help' })
})

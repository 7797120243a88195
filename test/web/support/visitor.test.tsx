import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { problems } from '#shared/sentences.ts'
import type { AnswerOf } from '#web/api.ts'
import { clearOtherUsers, clearPersonalData } from '#web/session/tokens.ts'
import { SupportChat } from '#web/support/SupportChat.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'

const server = standInServer()
const VISIT = 'POST /rest-api/support/visitor'
const VISITED = 'POST /rest-api/support/visitor/read'

const message = (text: string) =>
  ({ messageId: 'message-1', seq: 1, from: 'person', text, sentAt: '2026-11-21T18:01:00.000Z' }) as const
const thread = (text: string): AnswerOf<typeof VISITED> => ({
  messages: [message(text)],
  earlier: false,
  lastSeq: 1,
  readSeq: 1,
})
const panel = (userId?: string) => showScreen(<SupportChat userId={userId} pathname="/registrations" />)

it('asks a visitor for an email, and makes no request for one who has not asked', async () => {
  server.answers({
    [VISIT]: message('Is there a place left?'),
    [VISITED]: thread('Is there a place left?'),
  })
  const { user } = panel()
  await user.click(screen.getByRole('button', { name: 'Help' }))
  await user.type(await screen.findByRole('textbox', { name: /Your question/ }), 'Is there a place left?')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(server.calls).toEqual([])
  await user.type(screen.getByRole('textbox', { name: /Email/ }), 'new@family.example')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await within(await screen.findByRole('log')).findByText('Is there a place left?')
  const [sent] = server.calls
  expect(sent?.body).toMatchObject({ email: 'new@family.example', text: 'Is there a place left?' })
  expect(sent?.body).toMatchObject({ key: expect.stringMatching(/^[0-9a-f]{32}$/) })
})

/** Opens a visitor's panel and asks a question from an email. */
async function visit(email: string) {
  const shown = panel()
  const ask = async () => shown.user.click(screen.getByRole('button', { name: 'Send' }))
  await shown.user.click(screen.getByRole('button', { name: 'Help' }))
  await shown.user.type(await screen.findByRole('textbox', { name: /Your question/ }), 'Is there a place left?')
  await shown.user.type(screen.getByRole('textbox', { name: /Email/ }), email)
  await ask()
  return { ...shown, ask }
}
const sentTo = (key: typeof VISIT | typeof VISITED) =>
  server.asked(key).map(({ body }) => body as Record<'key' | 'messageId' | 'email', string>)

it.each([
  ['signs in', () => clearOtherUsers('user-1')],
  ['signs out', () => clearPersonalData()],
  ['is signed in by another tab', () => panel('user-1').unmount()],
])('shows a visitor’s questions in their tab only, until a user %s', async (_what, happens) => {
  server.answers({
    [VISIT]: message('Is there a place left?'),
    [VISITED]: thread('Is there a place left?'),
  })
  const { unmount } = await visit('first@family.example')
  await within(await screen.findByRole('log')).findByText('Is there a place left?')
  unmount()
  expect(Object.values({ ...localStorage })).not.toContain(sentTo(VISIT)[0]?.key)
  const again = panel()
  await again.user.click(screen.getByRole('button', { name: 'Help' }))
  await within(await screen.findByRole('log')).findByText('Is there a place left?')
  again.unmount()
  happens()
  const read = server.asked(VISITED).length
  const { user } = panel()
  await user.click(screen.getByRole('button', { name: 'Help' }))
  await screen.findByRole('textbox', { name: /Your question/ })
  expect(screen.queryByText('Is there a place left?')).toBeNull()
  expect(server.asked(VISITED)).toHaveLength(read)
})

it('starts a separate conversation for another email of a visitor', async () => {
  const emails: Record<string, string> = {}
  server.answers({
    [VISIT]: ({ body }) => {
      const { key, email } = body as { key: string; email: string }
      if ((emails[key] ??= email) !== email) throw new Problem('answered_elsewhere')
      return message('Is there a place left?')
    },
    [VISITED]: ({ body }) => thread(`Of ${emails[(body as { key: string }).key]}`),
  })
  const { unmount } = await visit('first@family.example')
  await screen.findByText('Of first@family.example')
  unmount()
  await visit('next@family.example')
  await screen.findByText('Of next@family.example')
  expect(screen.queryByText('Of first@family.example')).toBeNull()
  expect(Object.values(emails)).toEqual(['first@family.example', 'next@family.example'])
  const [, refused, taken] = sentTo(VISIT)
  expect(taken).toEqual({ ...refused, key: taken?.key })
})

it('sends a visitor’s question once in the same conversation after a lost response, also after a reload', async () => {
  let lost = true
  server.answers({
    [VISIT]: () => {
      if (lost) throw new Problem('busy')
      return message('Is there a place left?')
    },
    [VISITED]: thread('Is there a place left?'),
  })
  const { ask, unmount } = await visit('first@family.example')
  await screen.findByText(problems.busy[1])
  lost = false
  await ask()
  await within(await screen.findByRole('log')).findByText('Is there a place left?')
  const [first, again] = sentTo(VISIT)
  expect(again).toEqual(first)
  unmount()
  lost = true
  sessionStorage.clear()
  const next = await visit('next@family.example')
  await screen.findByText(problems.busy[1])
  next.unmount()
  const { user } = panel()
  await user.click(screen.getByRole('button', { name: 'Help' }))
  await within(await screen.findByRole('log')).findByText('Is there a place left?')
  expect(sentTo(VISITED).at(-1)?.key).toBe(sentTo(VISIT).at(-1)?.key)
})

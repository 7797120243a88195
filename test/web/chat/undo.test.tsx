import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import ChatScreen from '#web/chat/ChatScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { at, chat, type Message, MESSAGES, message, path, SEND } from './talk.ts'

const server = standInServer()
const EDIT = 'PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}'
const REMOVE = 'DELETE /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}'
const open = () => showScreen(<ChatScreen />, { path, at })

/** A conversation with one message of the reader, which can be unsent and restored. */
function withOwn(more: Partial<Message> = {}) {
  const sentAt = new Date().toISOString()
  let said = message(1, 'Who drives?', { userId: 'user-1', sentAt, ...more })
  server.answers({
    ...chat([]),
    [MESSAGES]: () => ({ messages: [said], cursor: null }),
    [REMOVE]: () => {
      said = { ...said, text: '', files: [], deletedAt: sentAt }
      return said
    },
    [EDIT]: ({ body }) => {
      said = { ...said, ...(body as { text: string }), deletedAt: null, editedAt: sentAt }
      return said
    },
  })
  return open()
}
async function unsend({ user }: ReturnType<typeof open>) {
  const log = await screen.findByRole('log')
  await user.click(await within(log).findByRole('button', { name: /Actions for/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Unsend', hidden: true }))
}

it('unsends a message without confirmation, and restores it by Undo', async () => {
  const shown = withOwn()
  await unsend(shown)
  await screen.findByText('This message was unsent.')
  await shown.user.click(screen.getByRole('button', { name: 'Undo' }))
  await within(screen.getByRole('log')).findByText('Who drives?')
  expect(server.asked(EDIT).map(({ body }) => body)).toEqual([{ text: 'Who drives?' }])
})

it('asks for confirmation before it unsends files, which cannot be restored', async () => {
  const file = { fileId: 'f1', name: 'Route.pdf', type: 'application/pdf', size: 1200, url: '/files/f1?signed' }
  const shown = withOwn({ files: [file] })
  await unsend(shown)
  const dialog = await screen.findByRole('dialog', { name: 'Unsend this message?' })
  expect(server.asked(REMOVE)).toEqual([])
  await shown.user.click(within(dialog).getByRole('button', { name: 'Unsend' }))
  await screen.findByText('Message unsent.')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

it('restores a discarded message by Undo', async () => {
  server.answers({
    ...chat([]),
    [SEND]: () => {
      throw new Problem('chat_off')
    },
  })
  const { user } = open()
  await user.type(await screen.findByRole('textbox', { name: 'Message' }), 'I drive')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByText('I drive')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  const unsent = within(screen.getByRole('list', { name: 'Not sent yet' }))
  expect(unsent.getByText('I drive')).toBeVisible()
  expect(unsent.getByRole('button', { name: 'Send again' })).toBeVisible()
})

it('previews an attached picture, and shows the size of files', async () => {
  const made: Blob[] = []
  vi.stubGlobal('createImageBitmap', async (blob: Blob) => {
    made.push(blob)
    return { width: 400, height: 300, close: () => undefined }
  })
  const drawing = { fillRect: () => undefined, drawImage: () => undefined }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(drawing as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/jpeg;base64,AAAA')
  server.answers({ ...chat([]), 'POST /rest-api/files/{orgId}': () => new Promise(() => undefined) })
  const { user } = open()
  const input = await screen.findByLabelText('Pictures and files')
  const picture = new File(['a picture'], 'route.png', { type: 'image/png' })
  await user.upload(input, [picture, new File(['all the rules'], 'rules.txt', { type: 'text/plain' })])
  const files = within(await screen.findByRole('list', { name: 'Attached files' }))
  await waitFor(() => expect(files.getByRole('presentation')).toHaveAttribute('src', 'data:image/jpeg;base64,AAAA'))
  expect(made).toEqual([picture])
  expect(files.getByText('0 bytes of 13 bytes')).toBeVisible()
})

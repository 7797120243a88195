import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import RegisterScreen from '#web/register/RegisterScreen.tsx'
import { address, showScreen, signIn, standInServer } from '../fakeServer.tsx'
import { filledDetails, firstStep, head, mia, registrationId, summary } from './family.ts'

const server = standInServer()
const card = {
  ...firstStep.questions[0]!,
  id: 'card',
  questionTitle: 'Vaccination card',
  answerType: 'FILE_ATTACHMENT' as const,
  optional: true,
}

it('an upload can be canceled, and submitting is disabled during it', async () => {
  server.answers({
    'GET /rest-api/register/{registrationId}/open': head,
    'GET /rest-api/register/{registrationId}/first-step': { ...firstStep, questions: [card] },
    'GET /rest-api/register/{registrationId}/my-players': { players: [], drafts: [], registered: [], signed: [] },
  })
  const { user } = showScreen(<RegisterScreen />, {
    path: '/register/:registrationId',
    at: `/register/${registrationId}`,
    width: 'phone',
  })
  const input = await screen.findByLabelText<HTMLInputElement>(/^Vaccination card/, { selector: 'input' })
  // jsdom cannot upload files; this upload succeeds after all, as if it had been canceled too late.
  const { promise: answer, resolve: end } = Promise.withResolvers<Response>()
  const fetched = vi.spyOn(globalThis, 'fetch').mockReturnValueOnce(answer)
  await user.upload(input, new File(['%PDF'], 'card.pdf', { type: 'application/pdf' }))
  const send = () => screen.getByRole('button', { name: 'Continue' })
  await waitFor(() => expect(send()).toHaveAccessibleDescription('A file is still being uploaded.'))
  await user.click(screen.getByRole('button', { name: 'Remove card.pdf' }))
  const [address, sending] = fetched.mock.calls[0] ?? []
  expect(address).toBe(`/rest-api/register/${registrationId}/file`)
  expect(sending?.signal?.aborted).toBe(true)
  end(Response.json({ fileId: 'f1' }))
  await waitFor(() => expect(send()).not.toHaveAccessibleDescription())
  expect(screen.queryByText('There is already a file.')).toBeNull()
})

it('asks before leaving the step during an upload, and cancels it on leaving', async () => {
  server.answers({
    'GET /rest-api/register/{registrationId}/open': head,
    'GET /rest-api/register/{registrationId}/first-step': { ...firstStep, questions: [card] },
    'GET /rest-api/register/{registrationId}/my-players': {
      players: [],
      drafts: [filledDetails],
      registered: [],
      signed: [],
    },
    'GET /rest-api/register/{registrationId}/summary': summary,
  })
  const { user } = showScreen(<RegisterScreen />, {
    path: '/register/:registrationId',
    at: `/register/${registrationId}`,
    width: 'phone',
  })
  await user.click(await screen.findByRole('button', { name: 'Add another player' }))
  const input = await screen.findByLabelText<HTMLInputElement>(/^Vaccination card/, { selector: 'input' })
  const { promise: answer, resolve: end } = Promise.withResolvers<Response>()
  const fetched = vi.spyOn(globalThis, 'fetch').mockReturnValueOnce(answer)
  await user.upload(input, new File(['%PDF'], 'card.pdf', { type: 'application/pdf' }))
  const isStopped = () => fetched.mock.calls[0]?.[1]?.signal?.aborted
  const back = () => screen.findByRole('button', { name: 'Back' })
  const asked = async () => within(await screen.findByRole('dialog', { name: 'Leave while a file is being uploaded?' }))
  await screen.findByText(/^Uploading/)
  // The browser shows its own dialog before the tab is closed.
  const closing = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(closing()).toBe(false)
  await user.click(await back())
  await user.click((await asked()).getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect([isStopped(), input.isConnected]).toEqual([false, true])
  await user.click(await back())
  await user.click((await asked()).getByRole('button', { name: 'Leave' }))
  await screen.findByRole('button', { name: 'Add another player' })
  expect(isStopped()).toBe(true)
  end(Response.json({ fileId: 'f1' }))
  await waitFor(() => expect(closing()).toBe(true))
})

const required = { ...card, optional: false }
const open = () =>
  showScreen(<RegisterScreen />, {
    path: '/register/:registrationId',
    at: `/register/${registrationId}`,
    width: 'phone',
  })

it('a required file does not keep a visitor from signing in, and is required after that', async () => {
  localStorage.clear()
  server.answers({
    'GET /rest-api/register/{registrationId}/open': { ...head, form: { ...head.form!, questions: [required] } },
    'GET /rest-api/register/{registrationId}/first-step': { ...firstStep, questions: [required] },
    'GET /rest-api/register/{registrationId}/my-players': { players: [], drafts: [], registered: [], signed: [] },
  })
  const { user, unmount } = open()
  const input = await screen.findByLabelText(/^Vaccination card/, { selector: 'input' })
  expect(input).toHaveAccessibleDescription('You can upload a file once you are signed in.')
  await user.click(screen.getByRole('button', { name: 'Sign in and continue' }))
  await waitFor(() => expect(address()).toBe(`/login?redirectUri=${encodeURIComponent(`/register/${registrationId}`)}`))
  unmount()
  signIn()
  const { user: signedIn } = open()
  await signedIn.click(await screen.findByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('Required.')).toBeVisible()
})

it('says why a required file was rejected', async () => {
  server.answers({
    'GET /rest-api/register/{registrationId}/open': head,
    'GET /rest-api/register/{registrationId}/first-step': { ...firstStep, questions: [required] },
    'GET /rest-api/register/{registrationId}/my-players': { players: [], drafts: [], registered: [], signed: [] },
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  await screen.findByText('Required.')
  const input = screen.getByLabelText<HTMLInputElement>(/^Vaccination card/, { selector: 'input' })
  await user.upload(input, new File(['a'.repeat(3_000_001)], 'card.pdf', { type: 'application/pdf' }))
  expect(await screen.findByText('card.pdf is larger than 3 MB.')).toBeVisible()
})

it('resizes a photo that is too large, and says when it cannot be decoded', async () => {
  server.answers({
    'GET /rest-api/register/{registrationId}/open': head,
    'GET /rest-api/register/{registrationId}/first-step': { ...firstStep, questions: [card] },
    'GET /rest-api/register/{registrationId}/my-players': { players: [], drafts: [], registered: [], signed: [] },
  })
  const bitmap = vi.fn<() => Promise<object>>(async () => ({ width: 4000, height: 3000, close: () => undefined }))
  vi.stubGlobal('createImageBitmap', bitmap)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    fillRect: () => undefined,
    drawImage: () => undefined,
  } as unknown as null)
  // At the first size it is still too large.
  const drawn = vi
    .spyOn(HTMLCanvasElement.prototype, 'toDataURL')
    .mockReturnValueOnce(`data:image/jpeg;base64,${'A'.repeat(4_000_008)}`)
    .mockReturnValueOnce(`data:image/jpeg;base64,${btoa('small')}`)
  const { user } = open()
  const input = await screen.findByLabelText<HTMLInputElement>(/^Vaccination card/, { selector: 'input' })
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(Response.json({ fileId: 'f1' }))
  const photo = new File(['a'.repeat(3_000_001)], 'IMG_1.HEIC.png', { type: 'image/png' })
  await user.upload(input, photo)
  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(1))
  const body = fetched.mock.calls[0]?.[1]?.body
  expect(body instanceof FormData && body.get('file')).toMatchObject({
    name: 'IMG_1.HEIC.jpg',
    type: 'image/jpeg',
    size: 5,
  })
  expect(drawn).toHaveBeenCalledTimes(2)
  bitmap.mockRejectedValueOnce(new Error('no picture'))
  await user.upload(input, photo)
  expect(await screen.findByText(/^We cannot show this file as a picture\. Please/)).toBeVisible()
  expect(fetched).toHaveBeenCalledTimes(1)
})

it('a file belongs to one child, and selecting another one cancels its upload', async () => {
  signIn()
  server.answers({
    'GET /rest-api/register/{registrationId}/open': head,
    'GET /rest-api/register/{registrationId}/first-step': { ...firstStep, questions: [card] },
    'GET /rest-api/register/{registrationId}/my-players': { players: [mia], drafts: [], registered: [], signed: [] },
  })
  const { user } = open()
  const input = () => screen.findByLabelText<HTMLInputElement>(/^Vaccination card/, { selector: 'input' })
  const choose = async (name: string) => user.click(await screen.findByRole('radio', { name }))
  await choose('Mia Moreno')
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(Response.json({ fileId: 'f1' }))
  await user.upload(await input(), new File(['%PDF'], 'mia.pdf', { type: 'application/pdf' }))
  await waitFor(() => expect(screen.queryByText(/^Uploading/)).toBeNull())
  expect(screen.getByText('mia.pdf')).toBeVisible()
  await choose('A new player')
  expect(screen.queryByText('mia.pdf')).toBeNull()
  expect(screen.queryByText('There is already a file.')).toBeNull()
  const { promise: answer, resolve: end } = Promise.withResolvers<Response>()
  fetched.mockReturnValueOnce(answer)
  await user.upload(await input(), new File(['%PDF'], 'new.pdf', { type: 'application/pdf' }))
  await screen.findByText(/^Uploading/)
  await choose('Mia Moreno')
  expect(fetched.mock.lastCall?.[1]?.signal?.aborted).toBe(true)
  end(Response.json({ fileId: 'f2' }))
  // Mia's file is shown again and can be removed.
  expect(await screen.findByText('There is already a file.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Remove The uploaded file' }))
  expect(screen.queryByText('There is already a file.')).toBeNull()
  await choose('A new player')
  expect(screen.queryByText('There is already a file.')).toBeNull()
})

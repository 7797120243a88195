import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { AnswerOf } from '#web/api.ts'
import { removeExpiredDrafts } from '#web/kit/form/draftFields.ts'
import RegisterScreen from '#web/register/RegisterScreen.tsx'
import { clearOtherUsers, clearPersonalData } from '#web/session/tokens.ts'
import { address, advanceTime, clockFrom, NoResponse, showScreen, signIn, standInServer } from '../fakeServer.tsx'
import { filledDetails, firstStep, head, mia, registrationId, summary } from './family.ts'

const server = standInServer()
const OPEN = 'GET /rest-api/register/{registrationId}/open'
const FIRST = 'GET /rest-api/register/{registrationId}/first-step'
const MINE = 'GET /rest-api/register/{registrationId}/my-players'
const DETAILS = 'POST /rest-api/register/{registrationId}/details'
const AVATAR = 'POST /rest-api/register/{registrationId}/avatar/{registrationPlayerId}'
const SUMMARY = 'GET /rest-api/register/{registrationId}/summary'
const nobodyYet = { players: [mia], drafts: [], registered: [], signed: [] }
const begun = { [OPEN]: head, [FIRST]: firstStep, [MINE]: nobodyYet }
const twoDays = 2 * 24 * 60 * 60_000

const open = () =>
  showScreen(<RegisterScreen />, {
    path: '/register/:registrationId',
    at: `/register/${registrationId}`,
    width: 'phone',
  })
type Opened = ReturnType<typeof open>
/** Closes the tab: only local storage survives. */
function closeTab({ unmount }: Opened): void {
  unmount()
  sessionStorage.clear()
}
const firstName = () => screen.findByLabelText<HTMLInputElement>(/^First name/)
/** Stored values that contain typed input; no name or default answer contains `Nora`. */
const onDevice = () =>
  Object.values({ ...localStorage, ...sessionStorage }).filter((text) => String(text).includes('Nora'))

/** A visitor without a session types a name. */
async function typed(): Promise<Opened> {
  localStorage.clear()
  server.answers({ [OPEN]: head })
  const opened = open()
  await opened.user.type(await firstName(), 'Nora')
  return opened
}

it('a visitor’s draft is restored after the tab was closed', async () => {
  closeTab(await typed())
  open()
  expect((await firstName()).value).toBe('Nora')
})

it('a visitor’s draft becomes the user’s once they sign in, also in another tab, and is deleted with theirs', async () => {
  const opened = await typed()
  await opened.user.type(screen.getByLabelText(/^Last name/), 'Falk')
  await opened.user.click(screen.getByRole('radio', { name: 'No' }))
  await opened.user.click(screen.getByRole('button', { name: 'Sign in and continue' }))
  await waitFor(() => expect(address()).toBe(`/login?redirectUri=${encodeURIComponent(`/register/${registrationId}`)}`))
  closeTab(opened)
  signIn()
  clearOtherUsers('user-1')
  server.answers(begun)
  const { unmount } = open()
  expect((await firstName()).value).toBe('Nora')
  // The visitor has typed a player who is not part of a family.
  expect(screen.getByRole('radio', { name: 'A new player' })).toHaveProperty('checked', true)
  unmount()
  clearPersonalData()
  expect(onDevice()).toEqual([])
})

/** Rosa types Nora while signed in; then a visitor without a session types Tom on the same device. */
async function typedTwice(): Promise<Opened> {
  server.answers(begun)
  const own = open()
  await own.user.type(await firstName(), 'Nora')
  closeTab(own)
  clearPersonalData(true)
  const strangers = open()
  await strangers.user.type(await firstName(), 'Tom')
  closeTab(strangers)
  signIn()
  return open()
}
const ask = async () => within(await screen.findByRole('dialog', { name: 'Which one do you want to continue with?' }))

it.each([
  ['The one typed while signed in', 'Nora'],
  ['The one typed before', 'Tom'],
])('a user with two drafts is asked which one to continue with: %s', async (said, name) => {
  const opened = await typedTwice()
  const question = await ask()
  expect(question.getByText('You typed something while you were signed in: Nora.')).toBeTruthy()
  expect(question.getByText(/before you signed in: Tom\.$/)).toBeTruthy()
  expect(screen.queryByLabelText(/^First name/)).toBeNull()
  await opened.user.click(question.getByRole('button', { name: said }))
  expect((await firstName()).value).toBe(name)
  expect(screen.getByRole('radio', { name: 'A new player' })).toHaveProperty('checked', name === 'Tom')
  closeTab(opened)
  open()
  expect((await firstName()).value).toBe(name)
  const other = name === 'Tom' ? 'Nora' : 'Tom'
  expect(Object.values({ ...localStorage }).filter((text) => String(text).includes(other))).toEqual([])
})

it('closing that question keeps both drafts, and it is asked again', async () => {
  const opened = await typedTwice()
  await opened.user.click((await ask()).getByRole('button', { name: 'Close' }))
  expect((await firstName()).value).toBe('Nora')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  closeTab(opened)
  const { user } = open()
  await user.click((await ask()).getByRole('button', { name: 'The one typed before' }))
  expect((await firstName()).value).toBe('Tom')
})

it('a visitor’s draft is deleted after two days, when the app starts', async () => {
  closeTab(await typed())
  removeExpiredDrafts(Date.now() + twoDays - 1000)
  expect(onDevice()).toHaveLength(1)
  removeExpiredDrafts(Date.now() + twoDays + 1000)
  expect(onDevice()).toEqual([])
})

it('a visitor’s draft is ignored after two days, even if the app was not restarted', async () => {
  closeTab(await typed())
  vi.setSystemTime(Date.now() + twoDays + 60_000)
  open()
  expect((await firstName()).value).toBe('')
})

it('a visitor can delete their draft', async () => {
  const { user } = await typed()
  await user.click(screen.getByRole('button', { name: 'Clear what I typed' }))
  await user.click(await screen.findByRole('button', { name: 'Clear' }))
  await waitFor(async () => expect((await firstName()).value).toBe(''))
  expect(onDevice()).toEqual([])
})

it('a signed-in user’s draft is restored after the tab was closed', async () => {
  server.answers(begun)
  const opened = open()
  await opened.user.click(await screen.findByRole('radio', { name: 'Mia Moreno' }))
  await opened.user.click(screen.getByRole('radio', { name: 'Yes' }))
  await opened.user.type(screen.getByLabelText(/^Which one/), 'Peanuts')
  closeTab(opened)
  open()
  expect(await screen.findByLabelText(/^Which one/)).toHaveProperty('value', 'Peanuts')
})

it('a draft can be opened and edited offline, and is sent when back online', async () => {
  let line = true
  const answered =
    <Answer,>(answer: Answer) =>
    () => {
      if (line) return answer
      throw new NoResponse()
    }
  const sent = { ...filledDetails, answers: { ...filledDetails.answers, first: ['Nora'] } }
  let drafts: AnswerOf<typeof MINE>['drafts'] = []
  server.answers({
    [OPEN]: answered(head),
    [FIRST]: answered(firstStep),
    [MINE]: () => answered({ ...nobodyYet, drafts })(),
    [DETAILS]: () => {
      drafts = [sent]
      return { registrationPlayerId: sent.registrationPlayerId }
    },
    [SUMMARY]: summary,
  })
  const first = open()
  await first.user.click(await screen.findByRole('radio', { name: 'Mia Moreno' }))
  await first.user.clear(await firstName())
  await first.user.type(await firstName(), 'Nora')
  await first.user.click(screen.getByRole('radio', { name: 'No' }))
  closeTab(first)

  line = false
  const { user } = open()
  expect((await firstName()).value).toBe('Nora')
  expect(screen.getByText(/^You are offline\. What you type is saved on/)).toBeTruthy()
  const send = () => screen.getByRole('button', { name: 'Continue' })
  expect(send()).toHaveAccessibleDescription('You cannot submit this while you are offline.')
  await user.type(screen.getByLabelText(/^Your signature/), 'Rosa Moreno')
  await user.click(send())
  expect(server.asked(DETAILS)).toEqual([])

  line = true
  const field = await firstName()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText(/^You are offline\. What you type is saved on/)).toBeNull())
  // The form was not remounted, so typing is not interrupted.
  expect(field.isConnected).toBe(true)
  await user.click(send())
  await screen.findByRole('button', { name: 'Register' })
  expect(server.asked(DETAILS).map(({ body }) => body)).toMatchObject([
    { answers: { first: ['Nora'], waiver: ['Rosa Moreno'] } },
  ])
  cleanup()
  expect(Object.keys(localStorage).filter((name) => name.includes('.draft.'))).toEqual([])
})

it('without input nothing is stored, and the registration does not open offline', async () => {
  server.answers(begun)
  const first = open()
  await firstName()
  closeTab(first)
  expect(Object.keys(localStorage).filter((name) => name.includes('.draft.'))).toEqual([])
  server.answers({ [OPEN]: () => Promise.reject(new NoResponse()) })
  open()
  expect(await screen.findByText('The registration could not be loaded.')).toBeTruthy()
})

it('a visitor’s draft can be opened offline as well', async () => {
  closeTab(await typed())
  server.answers({ [OPEN]: () => Promise.reject(new NoResponse()) })
  open()
  expect((await firstName()).value).toBe('Nora')
})

it('shows the draft after three seconds without a response, and keeps waiting for it', async () => {
  server.answers(begun)
  const first = open()
  await first.user.type(await firstName(), 'Nora')
  closeTab(first)
  const answer = Promise.withResolvers<void>()
  server.answers({ [MINE]: () => answer.promise.then(() => nobodyYet) })
  clockFrom(Date.now())
  const before = server.asked(MINE).length
  open()
  await waitFor(() => expect(server.asked(MINE).length).toBeGreaterThan(before))
  await advanceTime(2000)
  expect(screen.queryByLabelText(/^First name/)).toBeNull()
  await advanceTime(1000)
  const field = await firstName()
  expect(field).toHaveValue('Nora')
  expect(screen.getByText(/^You are offline\. What you type is saved on/)).toBeTruthy()
  answer.resolve()
  await waitFor(() => expect(screen.queryByText(/^You are offline\. What you type is saved on/)).toBeNull())
  // The form was not remounted.
  expect(field.isConnected).toBe(true)
})

it('says that the registration was closed meanwhile once online', async () => {
  server.answers(begun)
  const first = open()
  await first.user.type(await firstName(), 'Nora')
  closeTab(first)
  server.answers({ [OPEN]: () => Promise.reject(new NoResponse()) })
  const { user } = open()
  await firstName()
  server.answers({ [OPEN]: { ...head, status: 'CLOSED', form: null } })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('This registration is closed.')
  expect(screen.queryByText(/^You are offline\. What you type is saved on/)).toBeNull()
})

it('shows an error response instead of a draft', async () => {
  closeTab(await typed())
  server.answers({ [OPEN]: () => Promise.reject(new NoResponse()) })
  const { user } = open()
  await firstName()
  server.answers({ [OPEN]: () => Promise.reject(new Problem('not_found')) })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('The registration could not be loaded.')).toBeTruthy()
})

it('a lost response does not create a second player', async () => {
  let drafts: AnswerOf<typeof MINE>['drafts'] = []
  server.answers({
    [OPEN]: head,
    [FIRST]: firstStep,
    [MINE]: () => ({ players: [], drafts, registered: [], signed: [] }),
    [DETAILS]: ({ body }) => {
      const { registrationPlayerId } = body as { registrationPlayerId: string }
      drafts = [{ ...filledDetails, registrationPlayerId, playerId: 'new_player' }]
      throw new NoResponse()
    },
    [SUMMARY]: summary,
  })
  const first = open()
  await first.user.type(await firstName(), 'Nora')
  await first.user.type(screen.getByLabelText(/^Last name/), 'Falk')
  await first.user.click(screen.getByRole('radio', { name: 'No' }))
  await first.user.type(screen.getByLabelText(/^Your signature/), 'Rosa Moreno')
  await first.user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(drafts).toHaveLength(1))
  closeTab(first)
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Add another player' }))
  expect((await firstName()).value).toBe('')
})

it('the picture is part of the draft, and is uploaded with no time limit', async () => {
  // jsdom cannot decode images.
  vi.stubGlobal('createImageBitmap', async () => ({ width: 400, height: 400, close: () => undefined }))
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ fillRect() {}, drawImage() {} } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue(`data:image/jpeg;base64,${btoa('small')}`)
  server.answers({
    ...begun,
    [DETAILS]: { registrationPlayerId: filledDetails.registrationPlayerId },
    [AVATAR]: { avatarId: 'a', avatar: '/a' },
    [SUMMARY]: summary,
  })
  const first = open()
  await firstName()
  const file = new File(['large'], 'nora.heic', { type: 'image/heic' })
  await first.user.upload(document.querySelector<HTMLInputElement>('input[accept="image/*"]')!, file)
  await screen.findByRole('img', { name: 'Picture of the player' })
  closeTab(first)
  const { user } = open()
  expect(await screen.findByRole('img', { name: 'Picture of the player' })).toHaveProperty(
    'src',
    `data:image/jpeg;base64,${btoa('small')}`,
  )
  await user.click(screen.getByRole('radio', { name: 'Mia Moreno' }))
  await user.click(screen.getByRole('radio', { name: 'No' }))
  await user.type(screen.getByLabelText(/^Your signature/), 'Rosa Moreno')
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(server.asked(AVATAR)).toHaveLength(1))
  // Other requests have the default timeout.
  expect(timeout.mock.calls.filter(([time]) => time !== 30_000)).toEqual([])
})

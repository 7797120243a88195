import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { AnswerOf } from '#web/api.ts'
import { removeExpiredDrafts } from '#web/kit/form/draftFields.ts'
import RegisterScreen from '#web/register/RegisterScreen.tsx'
import { NoResponse, showScreen, standInServer } from '../fakeServer.tsx'
import { filledDetails, firstStep, head, mia, registrationId, summary } from './family.ts'

const server = standInServer()
const OPEN = 'GET /rest-api/register/{registrationId}/open'
const MINE = 'GET /rest-api/register/{registrationId}/my-players'
const DETAILS = 'POST /rest-api/register/{registrationId}/details'
const SUMMARY = 'GET /rest-api/register/{registrationId}/summary'
const nobodyYet = { players: [mia], drafts: [], registered: [], signed: [] }
const begun = { [OPEN]: head, 'GET /rest-api/register/{registrationId}/first-step': firstStep, [MINE]: nobodyYet }
const twoDays = 2 * 24 * 60 * 60_000 + 1000

const open = () =>
  showScreen(<RegisterScreen />, {
    path: '/register/:registrationId',
    at: `/register/${registrationId}`,
    width: 'phone',
  })
const firstName = () => screen.findByLabelText<HTMLInputElement>(/^First name/)
/** Stored values that contain typed input; no name or default answer contains `Nora`. */
const onDevice = () => Object.values({ ...localStorage }).filter((text) => String(text).includes('Nora'))

it('a draft whose submission was saved without a response is not reused for another child', async () => {
  const nora = { ...filledDetails, playerId: 'new_player', firstName: 'Nora', lastName: 'Falk' }
  let drafts: AnswerOf<typeof MINE>['drafts'] = [filledDetails]
  server.answers({
    ...begun,
    [MINE]: () => ({ ...nobodyYet, drafts }),
    [DETAILS]: ({ body }) => {
      const { registrationPlayerId } = body as { registrationPlayerId: string }
      drafts = [filledDetails, { ...nora, registrationPlayerId }]
      throw new NoResponse()
    },
    [SUMMARY]: summary,
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Add another player' }))
  await user.type(await firstName(), 'Nora')
  await user.type(screen.getByLabelText(/^Last name/), 'Falk')
  await user.click(screen.getByRole('radio', { name: 'No' }))
  await user.type(screen.getByLabelText(/^Your signature/), 'Rosa Moreno')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(drafts).toHaveLength(2))
  const asked = server.asked(MINE).length
  await user.click(await screen.findByRole('button', { name: 'Back' }))
  await waitFor(() => expect(server.asked(MINE).length).toBeGreaterThan(asked))
  await user.click(await screen.findByRole('button', { name: 'Add another player' }))
  expect((await firstName()).value).toBe('')
})

it.each([
  ['removed', 'Remove'],
  ['submitted', 'Register'],
])('no draft is left of a player who is %s', async (_, press) => {
  let drafts: AnswerOf<typeof MINE>['drafts'] = [filledDetails]
  server.answers({
    ...begun,
    [MINE]: () => ({ ...nobodyYet, drafts }),
    [SUMMARY]: () => ({ ...summary, players: drafts.length > 0 ? summary.players : [] }),
    'DELETE /rest-api/register/{registrationId}/details/{registrationPlayerId}': () => {
      drafts = []
      return {}
    },
    'POST /rest-api/register/{registrationId}/finalize': () => {
      drafts = []
      return { players: [] }
    },
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Change' }))
  await user.clear(await firstName())
  await user.type(await firstName(), 'Nora')
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(onDevice()).toHaveLength(1)
  await user.click(await screen.findByRole('button', { name: press }))
  if (press === 'Remove') {
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
  }
  await waitFor(() => expect(drafts).toEqual([]))
  await waitFor(() => expect(onDevice()).toEqual([]))
})

it('a draft that can no longer be submitted can be deleted from the device', async () => {
  server.answers(begun)
  const first = open()
  await first.user.type(await firstName(), 'Nora')
  first.unmount()
  server.answers({ [OPEN]: { ...head, status: 'CLOSED', form: null } })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Clear what I typed' }))
  await user.click(await screen.findByRole('button', { name: 'Clear' }))
  await waitFor(() => expect(screen.queryByText(/is still on this device/)).toBeNull())
  expect(onDevice()).toEqual([])
  cleanup()
  expect(Object.keys(localStorage).filter((name) => name.includes('.draft.'))).toEqual([])
})

it('an unreadable draft does not keep others from being deleted', async () => {
  localStorage.clear()
  server.answers({ [OPEN]: head })
  const { user, unmount } = open()
  await user.type(await firstName(), 'Nora')
  unmount()
  const name = Object.keys(localStorage).find((each) => each.includes('.draft.')) ?? ''
  const broken = `${name.slice(0, name.indexOf('device.'))}device.a`
  localStorage.setItem(broken, '{')
  removeExpiredDrafts(Date.now() + twoDays)
  expect(onDevice()).toEqual([])
  expect(localStorage.getItem(broken)).toBeNull()
})

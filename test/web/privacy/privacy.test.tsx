import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { AnswerOf } from '#web/api.ts'
import MyDataScreen from '#web/privacy/MyDataScreen.tsx'
import ReceiptScreen from '#web/privacy/ReceiptScreen.tsx'
import { advanceTime, clockFrom, showScreen, signInAt, standInServer } from '../fakeServer.tsx'

const server = standInServer()
const LIST = 'GET /rest-api/privacy/copies'
const READ = 'GET /rest-api/privacy/erasure'
type Preview = AnswerOf<typeof READ>
type Copy = AnswerOf<typeof LIST>['copies'][number]

const preview: Preview = {
  standing: null,
  goes: { players: 2, following: 0, clubs: 1, teams: 1, conversations: 3, feeds: 1 },
  lastIn: [],
  alone: 1,
}
const wantedAt = '2026-11-21T18:00:00.000Z'
const due = '2026-11-28T18:00:00.000Z'
const copy: Copy = { id: 'c', state: 'wanted', done: 40, wantedAt, until: due, bytes: null }
const open = () => showScreen(<MyDataScreen />, { path: '/my-data', at: '/my-data' })
const button = (name: string) => screen.findByRole('button', { name })

it('requests a copy of the data, shows its progress, and offers the download', async () => {
  clockFrom(Date.now())
  let copies: Copy[] = []
  server.answers({
    [LIST]: () => ({ copies }),
    [READ]: preview,
    'POST /rest-api/privacy/copies': () => {
      copies = [copy]
      return copy
    },
  })
  const { user } = open()
  await user.click(await button('Request a copy'))
  const bar = await screen.findByRole('progressbar', { name: 'Preparing the copy' })
  expect(bar.getAttribute('value')).toBe('40')
  expect(screen.getByText('40%')).toBeVisible()
  expect(server.asked('POST /rest-api/privacy/copies')[0]?.body).toEqual({
    copyId: expect.stringMatching(/^[\w-]{22}$/) as string,
  })
  // A second one can be requested only after the first is ready.
  expect((await button('Request a copy')).getAttribute('aria-disabled')).toBe('true')
  copies = [{ ...copy, state: 'ready', done: 100, bytes: 2_500_000 }]
  await advanceTime(6000)
  await screen.findByText(/2\.5 MB, available until 11\/28\/2026/)
  await button('Save')
})

it('says why a second copy on the same day is rejected', async () => {
  server.answers({
    [LIST]: { copies: [] },
    [READ]: preview,
    'POST /rest-api/privacy/copies': () => {
      throw new Problem('copy_asked_today')
    },
  })
  const { user } = open()
  await user.click(await button('Request a copy'))
  expect(await screen.findByText('You have already requested a copy today.')).toBeVisible()
})

it('explains what is deleted and kept before an erasure, which can be canceled until it is done', async () => {
  signInAt(wantedAt)
  let { standing } = preview
  server.answers({
    [LIST]: { copies: [] },
    [READ]: () => ({ ...preview, standing }),
    'POST /rest-api/privacy/erasure': () => {
      standing = { wantedAt, due, receiptId: 'r'.repeat(22) }
      return { standing }
    },
    'DELETE /rest-api/privacy/erasure': () => {
      standing = null
      return { standing }
    },
  })
  const { user } = open()
  const goes = within(await screen.findByRole('list', { name: 'What is deleted' }))
  goes.getByText('Your place as family of 2 players')
  goes.getByText('Your rights in 2 clubs and teams')
  goes.getByText(/^1 of your players has no other parent or guardian here/)
  expect(goes.queryByText(/Following/)).toBeNull()
  within(screen.getByRole('list', { name: /^What is kept, without your name/ })).getByText(/^Payments and receipts/)
  const ask = async () => {
    await user.click(await button('Delete my account'))
    return within(await screen.findByRole('dialog', { name: 'Delete your account?' }))
  }
  await user.click((await ask()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.asked('POST /rest-api/privacy/erasure')).toEqual([])
  await user.click((await ask()).getByRole('button', { name: 'Delete my account' }))
  await screen.findByText(/^Your account will be deleted on 11\/28\/2026/)
  const receipt = screen.getByRole('link', { name: /\/erasure\/r{22}$/ })
  expect(receipt.getAttribute('href')).toBe(`/erasure/${'r'.repeat(22)}`)
  await user.click(await button('Keep my account'))
  await waitFor(() => expect(screen.queryByText(/^Your account will be deleted on/)).toBeNull())
})

it('tells the only administrator of a club to appoint another one first', async () => {
  server.answers({ [LIST]: { copies: [] }, [READ]: { ...preview, lastIn: ['Riverside FC'] } })
  open()
  const erase = await button('Delete my account')
  expect(erase.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getAllByText(/Nobody else can edit administrators in Riverside FC/).length).toBeGreaterThan(0)
})

it('says that an overdue erasure is pending, and for whom', async () => {
  signInAt('2026-11-29T18:00:00.000Z')
  const standing = { wantedAt, due, receiptId: 'r'.repeat(22) }
  server.answers({ [LIST]: { copies: [] }, [READ]: { ...preview, standing, lastIn: ['Riverside FC'] } })
  open()
  await screen.findByText(/^Your account was to be deleted on 11\/28\/2026.*This is still pending/)
  expect(
    screen.getByText('Nobody else can edit administrators in Riverside FC. First give someone else this right.'),
  ).toBeVisible()
  await button('Keep my account')
})

it.each([
  ['wanted', null, /^The account will be deleted on 11\/28\/2026/],
  ['taken_back', null, /^The deletion was cancelled: the account stays\./],
  ['done', '2026-11-28T18:00:00.000Z', /^The account was deleted on 11\/28\/2026/],
] as const)('shows a receipt in the state %s to a visitor with its number', async (state, doneAt, said) => {
  signInAt(wantedAt)
  server.answers({ 'GET /rest-api/privacy/receipt/{receiptId}': { state, wantedAt, due, doneAt } })
  showScreen(<ReceiptScreen />, { path: '/erasure/:receiptId', at: `/erasure/${'r'.repeat(22)}` })
  expect(await screen.findByText(said)).toBeVisible()
})

it('shows the receipt of an overdue erasure as pending', async () => {
  signInAt('2026-11-29T18:00:00.000Z')
  server.answers({
    'GET /rest-api/privacy/receipt/{receiptId}': { state: 'wanted', wantedAt, due, doneAt: null },
  })
  showScreen(<ReceiptScreen />, { path: '/erasure/:receiptId', at: `/erasure/${'r'.repeat(22)}` })
  expect(await screen.findByText(/^The account was to be deleted on 11\/28\/2026.*This is still pending/)).toBeVisible()
})

it('says that a receipt does not exist', async () => {
  server.answers({
    'GET /rest-api/privacy/receipt/{receiptId}': () => {
      throw new Problem('not_found')
    },
  })
  showScreen(<ReceiptScreen />, { path: '/erasure/:receiptId', at: '/erasure/x' })
  expect(await screen.findByText('Receipt not found')).toBeVisible()
})

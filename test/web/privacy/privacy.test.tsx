import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { AnswerOf } from '#web/api.ts'
import MyDataScreen from '#web/privacy/MyDataScreen.tsx'
import ReceiptScreen from '#web/privacy/ReceiptScreen.tsx'
import { clockFrom, itIs, pass, show, standInServer } from '../answering.tsx'

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
const open = () => show(<MyDataScreen />, { path: '/my-data', at: '/my-data' })
const button = (name: string) => screen.findByRole('button', { name })

it('asks for a copy, shows how far it is, and has it saved when it is ready', async () => {
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
  expect(server.asked('POST /rest-api/privacy/copies')[0]?.body).toEqual({
    copyId: expect.stringMatching(/^[\w-]{22}$/) as string,
  })
  // One is enough until it is there.
  expect((await button('Request a copy')).getAttribute('aria-disabled')).toBe('true')
  copies = [{ ...copy, state: 'ready', done: 100, bytes: 2_500_000 }]
  await pass(6000)
  await screen.findByText(/2\.5 MB, available until 11\/28\/2026/)
  await button('Save')
})

it('says why there is no second copy on one day', async () => {
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

it('says what goes and what stays before it asks, and takes it back until it is done', async () => {
  itIs(wantedAt)
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

it('tells who alone appoints a club’s administrators whom to appoint first', async () => {
  server.answers({ [LIST]: { copies: [] }, [READ]: { ...preview, lastIn: ['Riverside FC'] } })
  open()
  const erase = await button('Delete my account')
  expect(erase.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getAllByText(/Nobody else can edit administrators in Riverside FC/).length).toBeGreaterThan(0)
})

it('tells of an erasure beyond its day that it waits, and for whom', async () => {
  itIs('2026-11-29T18:00:00.000Z')
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
] as const)('shows a receipt that is %s to whoever has its number', async (state, doneAt, said) => {
  itIs(wantedAt)
  server.answers({ 'GET /rest-api/privacy/receipt/{receiptId}': { state, wantedAt, due, doneAt } })
  show(<ReceiptScreen />, { path: '/erasure/:receiptId', at: `/erasure/${'r'.repeat(22)}` })
  expect(await screen.findByText(said)).toBeVisible()
})

it('shows a receipt that waits beyond its day as one that waits', async () => {
  itIs('2026-11-29T18:00:00.000Z')
  server.answers({
    'GET /rest-api/privacy/receipt/{receiptId}': { state: 'wanted', wantedAt, due, doneAt: null },
  })
  show(<ReceiptScreen />, { path: '/erasure/:receiptId', at: `/erasure/${'r'.repeat(22)}` })
  expect(await screen.findByText(/^The account was to be deleted on 11\/28\/2026.*This is still pending/)).toBeVisible()
})

it('says that there is no such receipt', async () => {
  server.answers({
    'GET /rest-api/privacy/receipt/{receiptId}': () => {
      throw new Problem('not_found')
    },
  })
  show(<ReceiptScreen />, { path: '/erasure/:receiptId', at: '/erasure/x' })
  expect(await screen.findByText('Receipt not found')).toBeVisible()
})

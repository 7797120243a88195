// apart: mocks the user pool
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Address } from '#web/account/Address.tsx'
import { type AddressFault, PoolProblem } from '#web/session/ownAccount.ts'
import { toNewAddressName } from '#web/session/stored.ts'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { profile } from '../people.ts'

const asked = vi.hoisted(() => vi.fn<() => Promise<boolean>>())
vi.mock('#web/session/askPassword.ts', async (original) => ({ ...(await original<object>()), askPassword: asked }))
const pool = vi.hoisted(() => ({
  requestChange: vi.fn<(token: string, email: string) => Promise<AddressFault | undefined>>(),
  confirm: vi.fn<(token: string, code: string) => Promise<AddressFault | undefined>>(),
  read: vi.fn<(token: string) => Promise<string | undefined>>(),
}))
vi.mock('#web/session/ownAccount.ts', async (original) => ({ ...(await original<object>()), emailAddress: pool }))
vi.mock('#web/session/pool.ts', () => ({ renew: vi.fn(async () => undefined) }))
vi.mock('#web/session/revoke.ts', () => ({ revoke: vi.fn(async () => undefined) }))

const server = standInServer()
const END = 'POST /rest-api/session/end-others'
const changed = vi.fn<() => Promise<void>>(async () => undefined)
const othersEnded = vi.fn<() => void>()
const me = profile()
const next = 'ann@new.example'
beforeEach(() => {
  changed.mockClear()
  othersEnded.mockClear()
  asked.mockReset().mockResolvedValue(true)
  pool.requestChange.mockReset().mockResolvedValue(undefined)
  pool.read.mockReset().mockResolvedValue(me.username)
  pool.confirm.mockReset().mockImplementation(async (_token, code) => {
    if (code !== '123456') throw new PoolProblem('CodeMismatchException')
    return undefined
  })
  server.answers({ [END]: {}, 'GET /rest-api/users/token': { userId: me.id, valid: true } })
})
const page = () => showScreen(<Address profile={me} changed={changed} othersEnded={othersEnded} />)
async function want(email: string) {
  const shown = page()
  await shown.user.type(screen.getByLabelText(/^New e-mail/), email)
  await shown.user.click(screen.getByRole('button', { name: 'Change e-mail' }))
  return shown
}

test('changing the email needs the password and a code sent to it, and signs out all other devices', async () => {
  const { user, unmount } = await want(next)
  await screen.findByText(`We sent a code to ${next}. Enter it here, and from then on you sign in with that address.`)
  expect([asked.mock.calls.length, pool.requestChange.mock.lastCall?.[1]]).toEqual([1, next])
  // A user who looks for the mail leaves the page.
  unmount()
  page()
  await user.type(await screen.findByLabelText('Code'), '12 34 57')
  await user.click(screen.getByRole('button', { name: 'Confirm address' }))
  await screen.findByText('That code is wrong or has expired. Check the latest email, or request a new code.')
  expect(server.asked(END)).toEqual([])
  await user.clear(screen.getByLabelText('Code'))
  await user.type(screen.getByLabelText('Code'), '12 34 56')
  await user.click(screen.getByRole('button', { name: 'Confirm address' }))
  await screen.findByText(`You now sign in with ${next}. All other devices have been signed out.`)
  expect([server.asked('GET /rest-api/users/token').length, server.asked(END).length]).toEqual([1, 1])
  // The list of devices is updated.
  expect(othersEnded).toHaveBeenCalledOnce()
  expect([changed.mock.calls.length, localStorage.getItem(toNewAddressName(me.id))]).toEqual([1, null])
})

test.each([
  ['not an address', undefined, 'Invalid e-mail.'],
  [me.username.toUpperCase(), undefined, 'This is already your address.'],
  [next, 'taken', 'Another account uses this address. Sign in with it, or choose a different one.'],
  [next, 'tooOften', 'Too many attempts. Please try again in an hour.'],
] as const)('the new email %s (%s) is rejected with a message at its field', async (email, refused, why) => {
  pool.requestChange.mockResolvedValue(refused)
  await want(email)
  await screen.findByText(why)
  expect(screen.getByLabelText(/^New e-mail/)).toHaveValue(email)
})

test('makes no request when the user cancels the password dialog', async () => {
  asked.mockResolvedValue(false)
  await want(next)
  expect(await screen.findByRole('button', { name: 'Change e-mail' })).toBeEnabled()
  expect(pool.requestChange).not.toHaveBeenCalled()
})

async function confirm() {
  localStorage.setItem(toNewAddressName(me.id), next)
  const { user } = page()
  await user.type(await screen.findByLabelText('Code'), '123456')
  const press = () => user.click(screen.getByRole('button', { name: 'Confirm address' }))
  await press()
  return press
}
const counts = `You now sign in with ${next}. All other devices have been signed out.`

test.each([
  ['whose response was lost', new TypeError('Failed to fetch')],
  ['that is rejected because it was already used', new PoolProblem('ExpiredCodeException')],
])('a code %s completes the change if the new email is already in use', async (_what, error) => {
  pool.confirm.mockRejectedValue(error)
  pool.read.mockResolvedValue(next.replace('ann', 'Ann'))
  await confirm()
  await screen.findByText(counts)
  expect([server.asked('GET /rest-api/users/token').length, server.asked(END).length]).toEqual([1, 1])
  expect([othersEnded.mock.calls.length, localStorage.getItem(toNewAddressName(me.id))]).toEqual([1, null])
})

test('a code whose response was lost is reported as not changed, and checked again on retry', async () => {
  pool.confirm.mockRejectedValue(new TypeError('Failed to fetch'))
  const press = await confirm()
  await screen.findByText('Your email has not changed. Check your connection and try again.')
  pool.read.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await press()
  await screen.findByText(/^We got no answer, so we do not know whether your new address is active yet\./)
  expect([server.asked(END), localStorage.getItem(toNewAddressName(me.id))]).toEqual([[], next])
  expect(screen.getByLabelText('Code')).toHaveValue('123456')
  pool.confirm.mockRejectedValue(new PoolProblem('CodeMismatchException'))
  pool.read.mockResolvedValue(next)
  await press()
  await screen.findByText(counts)
  expect(server.asked(END)).toHaveLength(1)
})

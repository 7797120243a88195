// apart: mocks the user pool
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { Password } from '#web/account/Password.tsx'
import { PoolProblem } from '#web/session/ownAccount.ts'
import type { findNewPasswordFault } from '#web/session/newPassword.ts'
import { showScreen, standInServer } from '../fakeServer.tsx'

const again = vi.fn<(typed: string) => Promise<'typed' | 'code' | 'gone'>>()
vi.mock('#web/session/reauthentication.ts', () => ({
  startReauthentication: async () => ({ password: again }),
  readOwnEmail: async () => 'ann@touchline.test',
}))
const changePassword = vi.hoisted(() => vi.fn<(token: string, before: string, after: string) => Promise<boolean>>())
const signOutEverywhere = vi.hoisted(() => vi.fn<(token: string) => Promise<unknown>>())
vi.mock('#web/session/ownAccount.ts', async (original) => ({
  ...(await original<object>()),
  changePassword,
  signOutEverywhere,
}))

const whyCannot = vi.hoisted(() => vi.fn<typeof findNewPasswordFault>())
vi.mock('#web/session/newPassword.ts', async (original) => ({
  ...(await original<object>()),
  findNewPasswordFault: whyCannot,
}))
const { findNewPasswordFault: inTruth } = await vi.importActual<{ findNewPasswordFault: typeof findNewPasswordFault }>(
  '#web/session/newPassword.ts',
)

const server = standInServer()
const END = 'POST /rest-api/session/end-others'
const changed = vi.fn<() => void>()
beforeEach(() => {
  changed.mockReset()
  whyCannot.mockReset().mockImplementation(inTruth)
  changePassword.mockReset().mockImplementation(async (_token, before) => before === 'Touchline-2026')
  signOutEverywhere.mockReset().mockResolvedValue({})
  again.mockReset().mockResolvedValue('typed')
  server.answers({ [END]: {} })
})
const owner = { firstName: 'Ann', lastName: 'Moreno', email: 'ann@touchline.test' }
async function type(before: string, after: string) {
  const { user } = showScreen(<Password owner={owner} onChanged={changed} />)
  await user.type(screen.getByLabelText(/^Current password/), before)
  await user.type(screen.getByLabelText(/^New password/), after)
  await user.click(screen.getByRole('button', { name: 'Change password' }))
}

test('changing the password needs the current one, and signs out all other devices', async () => {
  await type('Touchline-2026', 'Second-half-2026')
  await screen.findByText('Your password has been changed. All other devices have been signed out.')
  expect(changePassword.mock.calls.map(([, ...typed]) => typed)).toEqual([['Touchline-2026', 'Second-half-2026']])
  // It signs in with the new password after the global sign-out, so that no session of the old password is newer.
  expect(again).toHaveBeenCalledWith('Second-half-2026')
  const [out = 0, typed = 0] = [signOutEverywhere, again].map(({ mock }) => mock.invocationCallOrder[0])
  expect(out).toBeLessThan(typed)
  expect(server.asked(END)).toHaveLength(1)
  expect(changed).toHaveBeenCalledOnce()
})

test('a wrong current password is reported at its field, and the input is kept', async () => {
  await type('Touchline-2025', 'Second-half-2026')
  await screen.findByText('That is not your password.')
  expect(screen.getByLabelText(/^New password/)).toHaveValue('Second-half-2026')
  expect([again.mock.calls, server.asked(END), changed.mock.calls]).toEqual([[], [], []])
})

const refused = async () => {
  const field = screen.getByLabelText(/^New password/)
  await waitFor(() => expect(field).toBeInvalid())
  expect(changePassword).not.toHaveBeenCalled()
  return field
}

test.each([
  ['Short-2026', /Min Characters: 12/],
  ['Qwertyuiop12', /That is too easy to guess: it is, or is close to, a commonly used password/],
  ['Ann-Moreno-1987', /That is too easy to guess: it is mostly your name/],
  ['abcdefghijkl', /That is too easy to guess: it contains sequences or repetitions/],
])('the new password %s is rejected with a message', async (weak, why) => {
  await type('Touchline-2026', weak)
  const field = await refused()
  expect(field).toHaveAccessibleDescription(why)
  // The message stays after another blur until the input changes.
  field.focus()
  field.blur()
  await waitFor(() => expect(field).toHaveAccessibleDescription(why))
})

test('a new password needs no capital letter and no digit, and can be pasted', async () => {
  const { user } = showScreen(<Password owner={owner} onChanged={changed} />)
  await user.type(screen.getByLabelText(/^Current password/), 'Touchline-2026')
  await user.click(screen.getByLabelText(/^New password/))
  await user.paste('mesa nube tren')
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  await screen.findByText('Your password has been changed. All other devices have been signed out.')
  expect(changePassword).toHaveBeenCalledWith(expect.anything(), 'Touchline-2026', 'mesa nube tren')
})

test('a password that could not be checked is not accepted, and is checked again on retry', async () => {
  whyCannot.mockResolvedValueOnce({ code: 'password_not_looked_at' })
  await type('Touchline-2026', 'Second-half-2026')
  await screen.findByText(/^We could not check whether that is easy to guess/)
  expect(changePassword).not.toHaveBeenCalled()
  screen.getByRole('button', { name: 'Change password' }).click()
  await screen.findByText('Your password has been changed. All other devices have been signed out.')
})

test('a failure to sign out other devices at the API is reported', async () => {
  server.answers({
    [END]: () => {
      throw new Problem('busy')
    },
  })
  await type('Touchline-2026', 'Second-half-2026')
  expect(await screen.findByText(/other devices are still signed in/)).toBeInTheDocument()
})

test('a failure to sign out other devices at the user pool is reported', async () => {
  signOutEverywhere.mockRejectedValue(new TypeError('Failed to fetch'))
  await type('Touchline-2026', 'Second-half-2026')
  expect(await screen.findByText(/other devices are still signed in/)).toBeInTheDocument()
  expect(server.asked(END)).toHaveLength(1)
})

test('a rejection by the user pool is reported and can be retried', async () => {
  changePassword.mockRejectedValue(new PoolProblem('LimitExceededException'))
  await type('Touchline-2026', 'Second-half-2026')
  expect(await screen.findByText('Your password was not changed. Wait a moment and try again.')).toBeInTheDocument()
  expect([again.mock.calls, changed.mock.calls]).toEqual([[], []])
})

const press = () => screen.getByRole('button', { name: 'Change password' }).click()
const notKnown = /^We got no answer, so we do not know whether your password has changed\./
const isChanged = 'Your password has been changed. All other devices have been signed out.'

test('a change whose response was lost is recognized, and signs out all other devices', async () => {
  changePassword.mockRejectedValue(new DOMException('', 'TimeoutError'))
  await type('Touchline-2026', 'Second-half-2026')
  await screen.findByText(isChanged)
  // Once to verify the new password, and once after the global sign-out.
  expect(again.mock.calls).toEqual([['Second-half-2026'], ['Second-half-2026']])
  expect(signOutEverywhere).toHaveBeenCalledOnce()
  expect([server.asked(END).length, changed.mock.calls.length]).toEqual([1, 1])
})

test.each([
  ['wrong', async () => false],
  ['tried too often', async () => Promise.reject(new PoolProblem('LimitExceededException'))],
])('a change of unknown result is checked again on retry, when the current password is %s', async (_what, then) => {
  changePassword.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockImplementation(then)
  again.mockRejectedValueOnce(new Error('Network error'))
  await type('Touchline-2026', 'Second-half-2026')
  await screen.findByText(notKnown)
  expect([server.asked(END), changed.mock.calls]).toEqual([[], []])
  expect(screen.getByLabelText(/^New password/)).toHaveValue('Second-half-2026')
  press()
  await screen.findByText(isChanged)
  expect([server.asked(END).length, changed.mock.calls.length]).toEqual([1, 1])
})

test('a change of unknown result stays unknown if the new password cannot sign in', async () => {
  changePassword.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(false)
  again.mockRejectedValue(new Error('Incorrect username or password.'))
  await type('Touchline-2026', 'Second-half-2026')
  await screen.findByText(notKnown)
  press()
  await waitFor(() => expect(again).toHaveBeenCalledTimes(2))
  expect(screen.queryByText('That is not your password.')).toBeNull()
  expect(changed).not.toHaveBeenCalled()
})

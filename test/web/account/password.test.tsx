// apart: the user pool answers as the test says
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { Password } from '#web/account/Password.tsx'
import { PoolProblem } from '#web/session/ownAccount.ts'
import type { whyCannotNewPassword } from '#web/session/newPassword.ts'
import { show, standInServer } from '../answering.tsx'

const again = vi.fn<(typed: string) => Promise<'typed' | 'code' | 'gone'>>()
vi.mock('#web/session/passwordAgain.ts', () => ({
  passwordAgain: async () => ({ password: again }),
  addressNow: async () => 'ann@touchline.test',
}))
const changePassword = vi.hoisted(() => vi.fn<(token: string, before: string, after: string) => Promise<boolean>>())
const signOutEverywhere = vi.hoisted(() => vi.fn<(token: string) => Promise<unknown>>())
vi.mock('#web/session/ownAccount.ts', async (original) => ({
  ...(await original<object>()),
  changePassword,
  signOutEverywhere,
}))

const whyCannot = vi.hoisted(() => vi.fn<typeof whyCannotNewPassword>())
vi.mock('#web/session/newPassword.ts', async (original) => ({
  ...(await original<object>()),
  whyCannotNewPassword: whyCannot,
}))
const { whyCannotNewPassword: inTruth } = await vi.importActual<{ whyCannotNewPassword: typeof whyCannotNewPassword }>(
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
  const { user } = show(<Password owner={owner} changed={changed} />)
  await user.type(screen.getByLabelText(/^Current password/), before)
  await user.type(screen.getByLabelText(/^New password/), after)
  await user.click(screen.getByRole('button', { name: 'Change password' }))
}

test('another password wants the one before; then every other device is signed out', async () => {
  await type('Touchline-2026', 'Second-half-2026')
  await screen.findByText('Your password has been changed. All other devices have been signed out.')
  expect(changePassword.mock.calls.map(([, ...typed]) => typed)).toEqual([['Touchline-2026', 'Second-half-2026']])
  // In a sign-in by the new one, after the user pool has forgotten the others: nobody who knows the old one has a younger.
  expect(again).toHaveBeenCalledWith('Second-half-2026')
  const [out = 0, typed = 0] = [signOutEverywhere, again].map(({ mock }) => mock.invocationCallOrder[0])
  expect(out).toBeLessThan(typed)
  expect(server.asked(END)).toHaveLength(1)
  expect(changed).toHaveBeenCalledOnce()
})

test('a wrong one is said at its field, and what was typed stays', async () => {
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
])('is not %s, and the field says why', async (weak, why) => {
  await type('Touchline-2026', weak)
  const field = await refused()
  expect(field).toHaveAccessibleDescription(why)
  // It is still said when the field is left again, until something else is typed.
  field.focus()
  field.blur()
  await waitFor(() => expect(field).toHaveAccessibleDescription(why))
})

test('needs neither a capital nor a digit, and may be pasted', async () => {
  const { user } = show(<Password owner={owner} changed={changed} />)
  await user.type(screen.getByLabelText(/^Current password/), 'Touchline-2026')
  await user.click(screen.getByLabelText(/^New password/))
  await user.paste('mesa nube tren')
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  await screen.findByText('Your password has been changed. All other devices have been signed out.')
  expect(changePassword).toHaveBeenCalledWith(expect.anything(), 'Touchline-2026', 'mesa nube tren')
})

test('is not taken unlooked-at: that is said, and the next press looks again', async () => {
  whyCannot.mockResolvedValueOnce({ code: 'password_not_looked_at' })
  await type('Touchline-2026', 'Second-half-2026')
  await screen.findByText(/^We could not check whether that is easy to guess/)
  expect(changePassword).not.toHaveBeenCalled()
  screen.getByRole('button', { name: 'Change password' }).click()
  await screen.findByText('Your password has been changed. All other devices have been signed out.')
})

test('that is changed where the others could not be ended says so', async () => {
  server.answers({
    [END]: () => {
      throw new Problem('busy')
    },
  })
  await type('Touchline-2026', 'Second-half-2026')
  expect(await screen.findByText(/other devices are still signed in/)).toBeInTheDocument()
})

test('that is changed where the user pool does not forget the others says so', async () => {
  signOutEverywhere.mockRejectedValue(new TypeError('Failed to fetch'))
  await type('Touchline-2026', 'Second-half-2026')
  expect(await screen.findByText(/other devices are still signed in/)).toBeInTheDocument()
  expect(server.asked(END)).toHaveLength(1)
})

test('that the user pool does not change now is said, and is tried again', async () => {
  changePassword.mockRejectedValue(new PoolProblem('LimitExceededException'))
  await type('Touchline-2026', 'Second-half-2026')
  expect(await screen.findByText('Your password was not changed. Wait a moment and try again.')).toBeInTheDocument()
  expect([again.mock.calls, changed.mock.calls]).toEqual([[], []])
})

const press = () => screen.getByRole('button', { name: 'Change password' }).click()
const notKnown = /^We got no answer, so we do not know whether your password has changed\./
const isChanged = 'Your password has been changed. All other devices have been signed out.'

test('that is changed where only the reply was lost is told as changed, and every other device is signed out', async () => {
  changePassword.mockRejectedValue(new DOMException('', 'TimeoutError'))
  await type('Touchline-2026', 'Second-half-2026')
  await screen.findByText(isChanged)
  // Once to know that it counts, and once more after the user pool has forgotten every sign-in.
  expect(again.mock.calls).toEqual([['Second-half-2026'], ['Second-half-2026']])
  expect(signOutEverywhere).toHaveBeenCalledOnce()
  expect([server.asked(END).length, changed.mock.calls.length]).toEqual([1, 1])
})

test.each([
  ['wrong', async () => false],
  ['tried too often', async () => Promise.reject(new PoolProblem('LimitExceededException'))],
])('of which no answer came is not known, and looked at again where the one before is now %s', async (_what, then) => {
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

test('of which no answer came, and by which nobody can sign in, stays unknown', async () => {
  changePassword.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(false)
  again.mockRejectedValue(new Error('Incorrect username or password.'))
  await type('Touchline-2026', 'Second-half-2026')
  await screen.findByText(notKnown)
  press()
  await waitFor(() => expect(again).toHaveBeenCalledTimes(2))
  expect(screen.queryByText('That is not your password.')).toBeNull()
  expect(changed).not.toHaveBeenCalled()
})

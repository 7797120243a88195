// apart: the user pool answers as the test says
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { Password } from '#web/account/Password.tsx'
import { show, standInServer } from '../answering.tsx'

const again = vi.fn<(typed: string) => Promise<'typed' | 'code' | 'gone'>>()
vi.mock('#web/session/passwordAgain.ts', () => ({
  passwordAgain: async () => ({ password: again }),
  addressNow: async () => 'ann@touchline.test',
}))
const changePassword = vi.hoisted(() => vi.fn<(token: string, before: string, after: string) => Promise<boolean>>())
vi.mock('#web/session/ownAccount.ts', async (original) => ({ ...(await original<object>()), changePassword }))

const server = standInServer()
const END = 'POST /rest-api/session/end-others'
const changed = vi.fn<() => void>()
beforeEach(() => {
  changed.mockReset()
  changePassword.mockReset().mockImplementation(async (_token, before) => before === 'Touchline-2026')
  again.mockReset().mockResolvedValue('typed')
  server.answers({ [END]: {} })
})
async function type(before: string, after: string) {
  const { user } = show(<Password changed={changed} />)
  await user.type(screen.getByLabelText(/^Password until now/), before)
  await user.type(screen.getByLabelText(/^New password/), after)
  await user.click(screen.getByRole('button', { name: 'Change password' }))
}

test('another password wants the one before; then every other device is signed out', async () => {
  await type('Touchline-2026', 'Second-half-2026')
  await screen.findByText('Your password is changed. Every other device is signed out.')
  expect(changePassword.mock.calls.map(([, ...typed]) => typed)).toEqual([['Touchline-2026', 'Second-half-2026']])
  // In a sign-in by the new one: nobody who knows the old one has a younger.
  expect(again).toHaveBeenCalledWith('Second-half-2026')
  expect(server.asked(END)).toHaveLength(1)
  expect(changed).toHaveBeenCalledOnce()
})

test('a wrong one is said at its field, and what was typed stays', async () => {
  await type('Touchline-2025', 'Second-half-2026')
  await screen.findByText('That is not your password.')
  expect(screen.getByLabelText(/^New password/)).toHaveValue('Second-half-2026')
  expect([again.mock.calls, server.asked(END), changed.mock.calls]).toEqual([[], [], []])
})

test.each(['Short-2026', 'second-half-2026', 'SECOND-HALF-2026', 'Second-half-long'])(
  'is not %s, which the user pool would refuse',
  async (weak) => {
    await type('Touchline-2026', weak)
    await waitFor(() => expect(screen.getByLabelText(/^New password/)).toBeInvalid())
    expect(screen.getByText(/^At least 12 characters/)).toBeInTheDocument()
    expect(changePassword).not.toHaveBeenCalled()
  },
)

test('that is changed where the others could not be ended says so', async () => {
  server.answers({
    [END]: () => {
      throw new Problem('busy')
    },
  })
  await type('Touchline-2026', 'Second-half-2026')
  expect(await screen.findByText(/other devices are still signed in/)).toBeInTheDocument()
})

test('that the user pool does not change now is said, and is tried again', async () => {
  changePassword.mockRejectedValue(new Error('LimitExceededException'))
  await type('Touchline-2026', 'Second-half-2026')
  expect(await screen.findByText('Your password is not changed. Wait a moment and try again.')).toBeInTheDocument()
  expect([again.mock.calls, changed.mock.calls]).toEqual([[], []])
})

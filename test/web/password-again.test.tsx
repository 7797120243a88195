// apart: mocks the user pool
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { NewToken } from '#web/developers/NewToken.tsx'
import { Devices } from '#web/account/Devices.tsx'
import { callApi } from '#web/api.ts'
import { requireRecentPassword } from '#web/session/freshSignIn.ts'
import { secondFactor } from '#web/session/ownAccount.ts'
import { SecondFactor } from '#web/account/SecondFactor.tsx'
import { notifySessionChange } from '#web/session/tokens.ts'
import { showScreen, standInServer } from './fakeServer.tsx'

const password = vi.fn<(typed: string) => Promise<'typed' | 'code' | 'gone'>>()
const code = vi.fn<(typed: string) => Promise<'typed' | 'code' | 'gone'>>()
vi.mock('#web/session/reauthentication.ts', () => ({
  startReauthentication: async () => ({ password, code }),
  readOwnEmail: async () => 'ann@touchline.test',
}))

const server = standInServer()
const MAKE = 'POST /rest-api/developers/tokens/{orgId}'
const wrong = (name: string, message = '') => Object.assign(new Error(message), { name })
let fresh: boolean
beforeEach(() => {
  fresh = false
  password.mockReset().mockImplementation(async (typed) => {
    if (typed !== 'Touchline-2026') throw wrong('NotAuthorizedException', 'Incorrect username or password.')
    fresh = true
    return 'typed'
  })
  code.mockReset()
  server.answers({
    [MAKE]: () => {
      if (!fresh) throw new Problem('password_needed')
      return { tokenId: 'T', token: 'tlp_made', endsAt: '2027-01-01T00:00:00.000Z' }
    },
  })
})
// The closing dialog of a test may outlive it.
afterEach(() => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull()))

const made = vi.fn<(token: string) => void>()
async function make() {
  made.mockReset()
  const { user } = showScreen(<NewToken clubs={[{ id: 'o1', name: 'Falcons' }]} onCreated={made} />)
  await user.type(screen.getByLabelText(/^Which program is it for\?/), 'Display in the hall')
  await user.click(screen.getByRole('button', { name: 'Create token' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Please enter your password' }))
  return { user, dialog }
}
const goOn = { name: 'Continue' }

describe('an action that needs a recent password', () => {
  test('asks for the password, reports a wrong one, then completes the action', async () => {
    const { user, dialog } = await make()
    await dialog.findByText('ann@touchline.test')
    await user.click(dialog.getByRole('button', goOn))
    await dialog.findByText('Required.')
    expect(password).not.toHaveBeenCalled()
    await user.type(dialog.getByLabelText(/^Password/), 'Touchline-2025{Enter}')
    await dialog.findByText('That password is not right.')
    expect(server.asked(MAKE)).toHaveLength(1)
    await user.clear(dialog.getByLabelText(/^Password/))
    await user.type(dialog.getByLabelText(/^Password/), 'Touchline-2026{Enter}')
    await waitFor(() => expect(made).toHaveBeenCalledWith('tlp_made'))
    const [first, second, ...more] = server.asked(MAKE).map(({ body }) => body)
    expect([second, more]).toEqual([first, []])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('asks for the code as well where a second factor is on', async () => {
    password.mockResolvedValue('code')
    code.mockRejectedValueOnce(wrong('CodeMismatchException')).mockImplementation(async () => {
      fresh = true
      return 'typed'
    })
    const { user, dialog } = await make()
    await user.type(dialog.getByLabelText(/^Password/), 'Touchline-2026{Enter}')
    const field = await dialog.findByLabelText(/^Code from your authenticator app/)
    expect(field).toHaveValue('')
    await user.type(field, '000000{Enter}')
    await dialog.findByText('That code is not right. Wait for the next one.')
    await user.clear(field)
    await user.type(field, '123 456{Enter}')
    await waitFor(() => expect(made).toHaveBeenCalledWith('tlp_made'))
    expect(code).toHaveBeenLastCalledWith('123456')
  })

  test('is abandoned on Cancel, keeps the input and reports no failure', async () => {
    const { user, dialog } = await make()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByLabelText(/^Which program is it for\?/)).toHaveValue('Display in the hall')
    expect(screen.queryByRole('alert')?.textContent ?? '').toBe('')
    expect([made.mock.calls, server.asked(MAKE).length]).toEqual([[], 1])
    // It asks again the next time.
    await user.click(screen.getByRole('button', { name: 'Create token' }))
    await screen.findByRole('dialog', { name: 'Please enter your password' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test.each([
    ['LimitExceededException', 'Attempt limit exceeded', 'Too many attempts. Please wait a few minutes.'],
    ['NotAuthorizedException', 'Password attempts exceeded', 'Too many attempts. Please wait a few minutes.'],
    ['NetworkError', 'A network error has occurred.', 'No response. Check your connection and try again.'],
  ])('says why the password cannot be checked: %s, %s', async (name, message, said) => {
    password.mockRejectedValue(wrong(name, message))
    const { user, dialog } = await make()
    await user.type(dialog.getByLabelText(/^Password/), 'Touchline-2026{Enter}')
    expect(await dialog.findByText(said)).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  })

  test('asks in one dialog for several concurrent actions', async () => {
    server.answers({
      'GET /rest-api/session/sessions': {
        devices: [
          {
            id: 'phone',
            browser: 'Chrome',
            system: 'Android',
            from: '',
            signedInAt: '2026-11-20T18:00:00.000Z',
            seenAt: '2026-11-21T18:00:00.000Z',
            current: false,
          },
        ],
      },
      'POST /rest-api/session/sessions/end': () => {
        if (!fresh) throw new Problem('password_needed')
        return {}
      },
    })
    const { user } = showScreen(<Devices />)
    await user.click(await screen.findByRole('button', { name: 'Sign out Chrome on Android' }))
    const dialog = within(await screen.findByRole('dialog'))
    const other = callApi(MAKE, { orgId: 'o1', body: { tokenId: 'T', name: 'x', areas: ['calendar'], days: 90 } })
    await waitFor(() => expect(server.asked(MAKE)).toHaveLength(1))
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    await user.type(dialog.getByLabelText(/^Password/), 'Touchline-2026{Enter}')
    expect((await other).token).toBe('tlp_made')
    await screen.findByText('Device signed out.')
    expect(password).toHaveBeenCalledOnce()
  })
})

describe('actions at the user pool itself', () => {
  const name = 'CognitoIdentityServiceProvider.client.user-1.accessToken'
  const typedAgo = (seconds: number) => {
    const at = Math.floor(Date.now() / 1000)
    const claims = { sub: 'user-1', exp: at + 3600, auth_time: at - seconds }
    localStorage.setItem(name, `e30.${btoa(JSON.stringify(claims))}.signature`)
    notifySessionChange()
  }

  test('need no dialog within ten minutes of the password, and one after that', async () => {
    typedAgo(595)
    expect(await requireRecentPassword()).toBe(true)
    typedAgo(605)
    const typed = requireRecentPassword()
    await screen.findByRole('dialog', { name: 'Please enter your password' })
    screen.getByRole('button', { name: 'Cancel' }).click()
    expect(await typed).toBe(false)
  })

  test('do not turn off the second factor before the password is entered', async () => {
    typedAgo(605)
    vi.spyOn(secondFactor, 'isOn').mockResolvedValue(true)
    const turnOff = vi.spyOn(secondFactor, 'turnOff').mockResolvedValue()
    const { user } = showScreen(<SecondFactor username="ann@touchline.test" />)
    const off = async () => {
      await user.click(await screen.findByRole('button', { name: 'Turn off' }))
      const sure = within(await screen.findByRole('dialog', { name: 'Turn off?' }))
      await user.click(sure.getByRole('button', { name: 'Turn off' }))
      return within(await screen.findByRole('dialog', { name: 'Please enter your password' }))
    }
    await user.click((await off()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(turnOff).not.toHaveBeenCalled()
    await user.type((await off()).getByLabelText(/^Password/), 'Touchline-2026{Enter}')
    await waitFor(() => expect(turnOff).toHaveBeenCalledOnce())
  })

  test('keep the focus at the second factor after setup is canceled and repeated', async () => {
    typedAgo(5)
    vi.spyOn(secondFactor, 'isOn').mockResolvedValue(false)
    vi.spyOn(secondFactor, 'begin').mockResolvedValue('JBSWY3DPEHPK3PXP')
    vi.spyOn(secondFactor, 'turnOn').mockResolvedValue()
    const { user } = showScreen(<SecondFactor username="ann@touchline.test" />)
    const heading = () => screen.getByRole('heading', { name: /^Two-step verification/ })
    await user.click(await screen.findByRole('button', { name: 'Set up' }))
    await screen.findByRole('button', { name: 'Turn on' })
    expect(heading()).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(heading()).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Set up' }))
    await user.type(await screen.findByLabelText(/^Code/), '123456')
    await user.click(screen.getByRole('button', { name: 'Turn on' }))
    await screen.findByRole('button', { name: 'Turn off' })
    expect(heading()).toHaveFocus()
  })
})

test('a request pending while the password is entered is retried with the new token', async () => {
  const name = 'CognitoIdentityServiceProvider.client.user-1.accessToken'
  let asked = 0
  server.answers({
    'GET /rest-api/users/token': () => {
      asked += 1
      if (asked > 1) return { userId: 'user-1', valid: true }
      const claims = { sub: 'user-1', exp: Math.floor(Date.now() / 1000) + 3600, jti: 'new' }
      localStorage.setItem(name, `e30.${btoa(JSON.stringify(claims))}.signature`)
      throw new Problem('not_signed_in')
    },
  })
  expect(await callApi('GET /rest-api/users/token', {})).toEqual({ userId: 'user-1', valid: true })
  expect(asked).toBe(2)
})

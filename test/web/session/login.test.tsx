// apart: mocks the user pool
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { confirmResetPassword, confirmSignUp, resetPassword, signIn, signUp } from 'aws-amplify/auth'
import { I18n } from 'aws-amplify/utils'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { notifySessionChange } from '#web/session/tokens.ts'
import LoginScreen from '#web/session/LoginScreen.tsx'
import type { findNewPasswordFault } from '#web/session/newPassword.ts'
import { showScreen, standInServer } from '../fakeServer.tsx'

const pool = vi.hoisted(() => ({
  signIn: vi.fn<typeof signIn>(),
  signUp: vi.fn<typeof signUp>(),
  confirmSignUp: vi.fn<typeof confirmSignUp>(),
  resetPassword: vi.fn<typeof resetPassword>(),
  confirmResetPassword: vi.fn<typeof confirmResetPassword>(),
}))
vi.mock('aws-amplify/auth', async (original) => ({ ...(await original<object>()), ...pool }))
const { whyCannot, prefetch } = vi.hoisted(() => ({
  whyCannot: vi.fn<typeof findNewPasswordFault>(),
  prefetch: vi.fn<() => void>(),
}))
vi.mock('#web/session/newPassword.ts', () => ({ findNewPasswordFault: whyCannot, prefetchGuesses: prefetch }))
const { findNewPasswordFault: inTruth } = await vi.importActual<{ findNewPasswordFault: typeof findNewPasswordFault }>(
  '#web/session/newPassword.ts',
)

standInServer()
beforeEach(() => {
  localStorage.clear()
  notifySessionChange()
  prefetch.mockReset()
  whyCannot.mockReset().mockImplementation(inTruth)
  const step = { codeDeliveryDetails: { deliveryMedium: 'EMAIL', destination: 'a***' } } as const
  pool.signUp.mockReset().mockResolvedValue({
    isSignUpComplete: false,
    nextStep: { signUpStep: 'CONFIRM_SIGN_UP', ...step },
  })
  pool.resetPassword.mockReset().mockResolvedValue({
    isPasswordReset: false,
    nextStep: { resetPasswordStep: 'CONFIRM_RESET_PASSWORD_WITH_CODE', ...step },
  })
  pool.confirmResetPassword.mockReset().mockResolvedValue()
  const asked = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (...given) =>
    given[0] === '/config.json'
      ? Response.json({ region: 'us-east-1', userPoolId: 'us-east-1_pool', userPoolClientId: 'client', supportEmail })
      : asked(...given),
  )
})
const supportEmail = 'help@touchline.test'
/** For busy machines. */
const patient = { timeout: 30_000 }

describe('signing up', () => {
  async function fill(password: string) {
    const { user } = showScreen(<LoginScreen />, { path: '/login', at: '/login?create=true' })
    await user.type(await screen.findByLabelText('First name', {}, patient), 'Ann')
    await user.type(screen.getByLabelText('Last name'), 'Moreno')
    await user.type(screen.getByLabelText('E-mail'), 'ann@touchline.test')
    const field = screen.getByLabelText('Password')
    await user.click(field)
    await user.paste(password)
    await user.click(screen.getByLabelText('Password again'))
    await user.paste(password)
    // The library's button handler needs form fields by name, which jsdom lacks.
    const form = field.closest('form') as HTMLFormElement
    return { user, field, send: () => void fireEvent.submit(form) }
  }

  test('with an address that has an account suggests signing in instead', async () => {
    pool.signUp.mockRejectedValue(Object.assign(new Error('User already exists'), { name: 'UsernameExistsException' }))
    const { send } = await fill('mesa nube tren')
    send()
    const said = 'There is already an account with this email. Sign in, or reset its password.'
    expect(await screen.findByText(said, {}, patient)).toBeVisible()
  })

  test('accepts a pasted passphrase, and loads the list of common passwords meanwhile', async () => {
    const { send } = await fill('mesa nube tren')
    expect(prefetch).toHaveBeenCalled()
    send()
    await screen.findByText('We emailed you a code')
    expect(pool.signUp.mock.lastCall?.[0].password).toBe('mesa nube tren')
  })

  test.each([
    ['Short-2026', /Min Characters: 12/],
    ['Sunshine2026!', /it is, or is close to, a commonly used password/],
    ['Ann-Moreno-1987', /it is mostly your name, your address/],
    ['mesa nube tren ', /remove the space/],
  ])('explains at the field why the password %s is rejected', async (weak, why) => {
    const { field, send } = await fill(weak)
    await waitFor(() => expect(field).toHaveAccessibleDescription(why))
    expect(field).toBeInvalid()
    send()
    expect(field).toHaveAccessibleDescription(why)
    expect(pool.signUp).not.toHaveBeenCalled()
  })

  test('accepts no password that could not be checked, and accepts it once it could', async () => {
    whyCannot.mockResolvedValue({ code: 'password_not_looked_at' })
    const { send } = await fill('mesa nube tren')
    send()
    await screen.findByText(/^Password: We could not check .* Check your connection and try again\.$/)
    // Submitting stays possible, because the field has no error.
    expect(screen.getByRole('button', { name: 'Create Account' })).toBeEnabled()
    expect(pool.signUp).not.toHaveBeenCalled()
    whyCannot.mockImplementation(inTruth)
    send()
    await screen.findByText('We emailed you a code')
  })

  test('says that the address is confirmed where the code does not sign the user in', async () => {
    pool.confirmSignUp.mockResolvedValue({ isSignUpComplete: true, nextStep: { signUpStep: 'DONE' } })
    const { send } = await fill('mesa nube tren')
    send()
    await screen.findByText('We emailed you a code')
    fireEvent.change(screen.getByLabelText('Code'), { target: { value: '123456' } })
    fireEvent.submit(screen.getByLabelText('Code').closest('form') as HTMLFormElement)
    await screen.findByText('Your address has been confirmed. Sign in with the password you chose.', {}, patient)
    expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'ann@touchline.test')
  })
})

describe('a forgotten password', () => {
  test('uses the address typed for signing in, and sends the code there', async () => {
    const { user } = showScreen(<LoginScreen />, { path: '/login' })
    await user.type(await screen.findByLabelText('E-mail', {}, patient), 'ann.moreno@touchline.test')
    await user.click(screen.getByRole('button', { name: 'Forgot your password?' }))
    await user.click(await screen.findByRole('button', { name: /send code/i }))
    await screen.findByLabelText('Code')
    expect(pool.resetPassword).toHaveBeenCalledWith(expect.objectContaining({ username: 'ann.moreno@touchline.test' }))
  })

  test('rejects weak and unchecked new passwords, then accepts a good one', async () => {
    const { user } = showScreen(<LoginScreen />, { path: '/login' })
    await user.click(await screen.findByRole('button', { name: 'Forgot your password?' }, patient))
    await user.type(screen.getByLabelText('E-mail'), 'ann.moreno@touchline.test')
    expect(prefetch).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: /send code/i }))
    await user.type(await screen.findByLabelText('Code'), '123456')
    expect(prefetch).toHaveBeenCalled()
    const set = async (password: string) => {
      for (const label of ['New password', 'Password again']) {
        await user.clear(screen.getByLabelText(label))
        await user.type(screen.getByLabelText(label), password)
      }
      await user.click(screen.getByRole('button', { name: 'Set new password' }))
    }
    const said = (text: RegExp) => screen.findByText(text, {}, patient)
    await set('ann.moreno.1987')
    await said(/^New password: That is too easy to guess: it is mostly your name/)
    whyCannot.mockResolvedValueOnce({ code: 'password_not_looked_at' })
    await set('mesa nube tren')
    await said(/^New password: We could not check/)
    expect(pool.confirmResetPassword).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Set new password' }))
    await screen.findByText('Your password has been changed. Sign in with the new one.')
    expect(pool.confirmResetPassword.mock.lastCall?.[0].newPassword).toBe('mesa nube tren')
  })
})

test('signing in with a second factor explains a wrong code, and whom to ask without the app', async () => {
  pool.signIn.mockResolvedValue({ isSignedIn: false, nextStep: { signInStep: 'CONFIRM_SIGN_IN_WITH_TOTP_CODE' } })
  const { user } = showScreen(<LoginScreen />, { path: '/login' })
  await user.type(await screen.findByLabelText('E-mail', {}, patient), 'ann@touchline.test')
  await user.type(screen.getByLabelText('Password'), 'mesa nube tren')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByText(/^Lost your authenticator app\? Write to us from/, {}, patient)
  expect(screen.getByRole('link', { name: supportEmail })).toHaveAttribute('href', `mailto:${supportEmail}`)
  // The user pool's message for a wrong code.
  expect(I18n.get('Invalid code received for user')).toBe('That code is not right. Wait for the next one.')
})

test('signing in checks no password strength and loads nothing for that', async () => {
  const { user } = showScreen(<LoginScreen />, { path: '/login' })
  await user.type(await screen.findByLabelText('E-mail', {}, patient), 'ann@touchline.test')
  await user.type(screen.getByLabelText('Password'), 'short')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect([prefetch.mock.calls, whyCannot.mock.calls]).toEqual([[], []])
})

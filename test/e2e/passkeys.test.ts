import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import {
  allowConsoleErrors,
  claimsIn,
  isShown,
  laptop,
  mailTo,
  newPage,
  signInAt,
  tokenIn,
  waitForScreen,
} from './pages.ts'
import { get, origin } from './people.ts'
import { password, signUpUser } from './users.ts'

// The browser logs rejected requests.
allowConsoleErrors(/status of 40[013]/)

/** Browsers allow no passkeys for an IP address. */
const local = origin.replace('127.0.0.1', 'localhost')

/**
 * Adds a virtual authenticator to the page. Returns how to count its passkeys and to set whether user verification succeeds.
 */
async function lockOn(page: Page) {
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    passkeys: async () => (await devices.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    opens: (isUserVerified: boolean) => devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

const today = (page: Page) => page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
const byPasskey = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' })
async function signOut(page: Page) {
  await page.goto(`${local}/logout`)
  await byPasskey(page).waitFor()
}

it('a passkey signs in without a password, does not replace it for sensitive actions, and can be removed', async () => {
  const { email } = await signUpUser()
  const page = await newPage({ viewport: laptop })
  const device = await lockOn(page)
  await page.goto(local)
  await signInAt(page, email, password)
  await today(page)
  const { sub, client_id: byPassword } = await claimsIn(page)
  const profile = `${local}/user/edit/${String(sub)}`
  await page.goto(profile)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('Passkey added. You can now sign in with it.').waitFor()
  expect(await device.passkeys()).toBe(1)
  await isShown(page.getByRole('button', { name: 'Remove Passkey' }))
  expect(await accessibilityViolations(page)).toEqual([])
  // The account's owner is notified by mail of a new passkey.
  await mailTo(email, /The passkey “Passkey” opens your account without your password/)
  // A second passkey on the same device is rejected.
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('This device already has a passkey for your account.').waitFor()

  await signOut(page)
  expect(await accessibilityViolations(page)).toEqual([])
  await byPasskey(page).click()
  await isShown(page.getByRole('alert').getByText('E-mail:'))
  await page.getByLabel('E-mail').fill(email)
  await device.opens(false)
  await byPasskey(page).click()
  await page.getByText('You are not signed in. Try again, or use your password.').waitFor()
  await device.opens(true)
  await byPasskey(page).click()
  await today(page)
  const [{ client_id: byChoice }, token] = [await claimsIn(page), await tokenIn(page)]
  expect(byChoice).not.toBe(byPassword)
  const isListed = async () => {
    const { body } = await get('/rest-api/session/sessions', { token })
    return (body as { devices: { current: boolean }[] }).devices.some(({ current }) => current)
  }
  await expect.poll(isListed).toBe(true)
  // A passkey session is renewed as any other.
  await page.evaluate(() => {
    const name = Object.keys(localStorage).find((each) => each.endsWith('.clockDrift')) ?? ''
    localStorage.setItem(name, String(59 * 60_000 + 30_000))
  })
  await page.goto(profile)
  await waitForScreen(page)
  await expect.poll(async () => (await tokenIn(page)) === token).toBe(false)
  expect((await claimsIn(page)).client_id).toBe(byChoice)

  // A passkey sign-in, however recent, does not permit changing passkeys: the password is required.
  await page.getByRole('button', { name: 'Remove Passkey' }).click()
  const sure = page.getByRole('dialog', { name: 'Remove Passkey?' })
  await sure.getByRole('button', { name: 'Remove', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Please enter your password' })
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByLabel('Password').press('Enter')
  await page.getByText('Passkey removed.').waitFor()
  expect((await claimsIn(page)).client_id).toBe(byPassword)
  // The passkey's session ended when the password sign-in replaced it.
  expect((await get('/rest-api/users/profile', { token })).status).toBe(401)

  await signOut(page)
  await page.getByLabel('E-mail').fill(email)
  await byPasskey(page).click()
  await page.getByText(/^There is no passkey for this email\. Sign in/).waitFor()
})

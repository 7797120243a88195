import { describe, expect, it, onTestFinished } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { allowConsoleErrors, claimsIn, laptop, newPage, signInAt, tokenIn, waitForScreen } from './pages.ts'
import { get, instantIn, origin, setClock } from './people.ts'
import { createUser, password } from './users.ts'

// The browser logs rejected requests.
allowConsoleErrors(/status of 40[03]/)

describe('a sensitive action', () => {
  it('asks for the password again when it is over ten minutes old, and continues in a new session', async () => {
    const { email } = await createUser()
    const page = await newPage({ viewport: laptop })
    await page.goto(origin)
    await signInAt(page, email, password)
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    const [old, { auth_time: before }] = [await tokenIn(page), await claimsIn(page)]
    const other = await page.context().newPage()
    await other.goto(`${origin}/my-data`)
    await waitForScreen(other)
    onTestFinished(async () => void (await setClock()))
    await setClock(instantIn(11 * 60_000))
    await page.goto(`${origin}/my-data`)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const sure = page.getByRole('dialog', { name: 'Delete your account?' })
    await sure.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Please enter your password' })
    await dialog.getByText(email).waitFor()
    await dialog.getByLabel('Password').fill('Another-password-1')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText('That password is not right.').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await dialog.getByLabel('Password').fill(password)
    await dialog.getByLabel('Password').press('Enter')
    await page.getByText('Your account will be deleted.').waitFor()
    const [token, { auth_time: after }] = [await tokenIn(page), await claimsIn(page)]
    expect(after - before).toBeGreaterThan(600)
    expect((await get('/rest-api/users/profile', { token: old })).status).toBe(401)
    const { body } = await get('/rest-api/session/sessions', { token })
    expect((body as { devices: { current: boolean }[] }).devices.map(({ current }) => current)).toEqual([true])
    // The other tab uses the new session and does not ask for the password.
    await other.reload()
    await other.getByRole('button', { name: 'Keep my account' }).click()
    await other.getByText('Your account stays.').waitFor()
  })
})

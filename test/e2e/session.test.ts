import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { claimsIn, isShown, mayComplain, mailsTo, mailTo, newPage, signedIn, signInAt } from './pages.ts'
import { now, origin, setClock } from './people.ts'

// A refused sign-in is a 400 of the user pool, and the browser notes each.
// A device that signs out may still ask something meanwhile.
mayComplain(/status of (400|401)/)

afterEach(() => setClock())

const code = /strong>(\d{6})</
const aNewAddress = () => `new-${crypto.randomUUID().slice(0, 8)}@demo.touchline.test`
const password = 'Cold-fingers-7'
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })

/** A new person signs up and confirms the address: Today is there. */
async function signedUp(email: string): Promise<Page> {
  const page = await newPage()
  await page.goto(`${origin}/today`)
  await page.getByRole('tab', { name: 'Create Account' }).click()
  await page.getByLabel('First name').fill('Danley')
  await page.getByLabel('Last name').fill('Jean Jacques')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password again').fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.getByLabel('Code', { exact: true }).fill(await mailTo(email, code))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  return page
}

describe('someone new', () => {
  it('signs up, types the code from the mail, and is at Today', async () => {
    const email = aNewAddress()
    const page = await signedUp(email)
    await page.getByText("No Notifications. You're all caught up!").waitFor()
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByText('Danley Jean Jacques').first().waitFor()
    await isShown(page.getByText(email))
  })

  it('is told in words when the password is too weak or the address is taken', async () => {
    const page = await newPage()
    await page.goto(`${origin}/login`)
    await page.getByRole('tab', { name: 'Create Account' }).click()
    await page.getByLabel('First name').fill('A')
    await page.getByLabel('Last name').fill('B')
    await page.getByLabel('E-mail').fill('parent@demo.touchline.test')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByLabel('Password again').fill('short')
    await page
      .getByText(/at least 12 characters/i)
      .first()
      .waitFor()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Password again').fill(password)
    await page.getByRole('button', { name: 'Create Account' }).click()
    await isShown(page.getByText(/already exists/i))
  })
})

describe('when no more mail goes out today', () => {
  const limit =
    'Exceeded daily email limit for the operation or the account. If a higher limit is required, please configure your user pool to use your own Amazon SES configuration for sending email from your own email account.'
  /** A page at /login whose user pool refuses what would send a code. */
  async function atLimit(locale: string): Promise<Page> {
    const page = await newPage({ locale })
    await page.route(/_local\/cognito/, (route) =>
      /SignUp|ForgotPassword/.test(route.request().headers()['x-amz-target'] ?? '')
        ? route.fulfill({ status: 400, json: { __type: 'LimitExceededException', message: limit } })
        : route.continue(),
    )
    await page.goto(`${origin}/login`)
    return page
  }
  it.each([
    ['en-US', 'Forgot your password?', /send code/i, 'No more codes can be sent today. Please try again tomorrow.'],
    [
      'es-MX',
      '¿Olvidaste tu contraseña?',
      /enviar código/i,
      'Hoy ya no se pueden enviar más códigos. Inténtalo de nuevo mañana.',
    ],
  ])('who asks for a code is told so in their words: %s', async (locale, forgot, send, told) => {
    const page = await atLimit(locale)
    await page.getByRole('button', { name: forgot }).click()
    await page.locator('input[name=username]').fill('parent@demo.touchline.test')
    await page.getByRole('button', { name: send }).click()
    await isShown(page.getByText(told, { exact: true }))
  })
  it('so is who signs up', async () => {
    const page = await atLimit('en-US')
    await page.getByRole('tab', { name: 'Create Account' }).click()
    await page.getByLabel('First name').fill('Danley')
    await page.getByLabel('Last name').fill('Jean Jacques')
    await page.getByLabel('E-mail').fill(aNewAddress())
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Password again').fill(password)
    await page.getByRole('button', { name: 'Create Account' }).click()
    await isShown(page.getByText('No more codes can be sent today. Please try again tomorrow.', { exact: true }))
  })
})

describe('who forgot the password', () => {
  it('gets a code by mail, and signs in with the new one', async () => {
    const email = aNewAddress()
    await (await signedUp(email)).context().close()
    const another = `${password}-new`
    const before = await mailsTo(email)
    const page = await newPage()
    await page.goto(`${origin}/login`)
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: /send code/i }).click()
    await page
      .getByLabel(/code/i)
      .first()
      .fill(await mailTo(email, code, before))
    await page.getByLabel('New password', { exact: true }).fill(another)
    await page.getByLabel('Password again', { exact: true }).fill(another)
    await page.getByRole('button', { name: 'Set new password' }).click()
    await isShown(page.getByText('Your password is changed. Sign in with the new one.'))
    expect(await page.getByLabel('E-mail').inputValue()).toBe(email)
    await page.getByLabel('Password', { exact: true }).fill(another)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await isShown(page.getByRole('heading', { level: 1, name: 'Today' }))
  })
})

describe('what is missing or wrong in the forms', () => {
  it.each([
    ['en-US', 'E-mail: Required.', 'E-mail: Invalid e-mail.', 'Create Account', 'Required.'],
    [
      'es-MX',
      'Correo electrónico: Es obligatorio.',
      'Correo electrónico: El correo no es válido.',
      'Crear cuenta',
      'Es obligatorio.',
    ],
  ])('is said in the product’s own words: %s', async (locale, missing, wrong, create, required) => {
    const page = await newPage({ locale })
    await page.goto(`${origin}/login`)
    const send = page.locator('form button[type=submit]')
    await send.click()
    await isShown(page.getByText(missing))
    await page.locator('input[name=username]').fill('nonsense')
    await page.locator('input[name=password]').fill('x')
    await send.click()
    await isShown(page.getByText(wrong))
    await page.getByRole('tab', { name: create }).click()
    await send.click()
    await expect.poll(() => page.getByText(required, { exact: true }).count()).toBe(5)
  })
})

describe('a session', () => {
  it('is refused to a wrong password, without saying whether there is such an account', async () => {
    const page = await newPage()
    await page.goto(`${origin}/login`)
    const said: string[] = []
    for (const email of ['parent@demo.touchline.test', 'nobody-at-all@demo.touchline.test']) {
      await signInAt(page, email, 'Wrong-password-1')
      const alert = page.getByText(/incorrect username or password/i)
      await alert.waitFor()
      said.push((await alert.textContent()) ?? '')
      await page.reload()
    }
    expect(said[0]).toBe(said[1])
  })

  it('brings a person back to where they wanted to be, and never to another site', async () => {
    const page = await newPage()
    await page.goto(`${origin}/players`)
    await page.waitForURL(/login\?redirectUri=/)
    await signInAt(page, 'parent@demo.touchline.test')
    await page.waitForURL(`${origin}/players`)
    // What a browser makes of an address that is written in another way; the others are test/web/session-paths.test.ts.
    for (const elsewhere of ['https://evil.test/', '/\\evil.test', '/\t/evil.test', 'javascript:alert(1)']) {
      await page.goto(`${origin}/login?redirectUri=${encodeURIComponent(elsewhere)}`)
      await expect.poll(() => page.url()).toBe(`${origin}/today`)
    }
  })

  it('ends by Logout: nothing of it stays on the device, and the other tab notices', async () => {
    const page = await signedIn('parent')
    const other = await page.context().newPage()
    await other.goto(`${origin}/today`)
    await other.getByText('Mia Moreno').first().waitFor()
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('link', { name: 'Logout' }).click()
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await other.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }))
    expect(kept).not.toMatch(/Moreno|accessToken|refreshToken/)
  })

  it('goes on by itself after an hour, with a new token', async () => {
    const page = await signedIn('parent')
    const later = new Date(now() + 2 * 3600_000)
    expect((await claimsIn(page)).exp).toBeLessThan(later.getTime() / 1000)
    // Both clocks go on while the page is elsewhere: a read between the two would be one with an expired token.
    await page.goto('about:blank')
    await setClock(later.toISOString())
    await page.clock.setFixedTime(later)
    await page.goto(`${origin}/today`)
    await expect.poll(async () => (await claimsIn(page)).exp).toBeGreaterThan(later.getTime() / 1000)
    await page.locator('#root:not([inert])').getByRole('article').first().waitFor()
  })
})

describe('two tabs, one signing out', () => {
  it('the other shows nothing any more: neither an open dialog, nor what was still being saved, nor on the way back', async () => {
    const page = await signedIn('parent')
    await page.goto(`${origin}/players`)
    await page.goto(`${origin}/today`)
    await page.getByText('Mia Moreno').first().waitFor()
    const held = Promise.withResolvers<void>()
    await page.route('**/rest-api/session/profile', async (route) => {
      await held.promise
      await route.fulfill({
        json: {
          id: 'x',
          username: 'x',
          firstName: 'Paula',
          lastName: 'Moreno',
          fullName: 'Paula Moreno',
          roles: [],
          avatarUrl: null,
        },
      })
    })
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('link', { name: 'My Profile' }).click()
    await page.getByRole('dialog').getByLabel('Last name').fill('Somebody')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()

    const other = await page.context().newPage()
    await other.goto(`${origin}/logout`)
    await signInButton(other).waitFor()
    await signInButton(page).waitFor()
    held.resolve()
    await page.waitForTimeout(500)
    const nothing = async () => {
      await signInButton(page).waitFor()
      expect(await page.getByRole('dialog').count()).toBe(0)
      expect(await page.locator('body').innerText()).not.toMatch(/Moreno|Somebody|saved|Players/)
    }
    await nothing()
    for (let i = 0; i < 2; i++) {
      await page.goBack()
      await nothing()
    }
  })

  it('a page that the browser brings back as it was left notices', async () => {
    const page = await signedIn('parent')
    await page.getByText('Mia Moreno').first().waitFor()
    // Pages under a test's control are never kept; so what happened while it slept, and the waking up, by hand.
    await page.evaluate(() => {
      localStorage.clear()
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    })
    await signInButton(page).waitFor()
    expect(await page.locator('body').innerText()).not.toMatch(/Moreno/)
  })
})

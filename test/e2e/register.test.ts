import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { tabTo } from './keys.ts'
import { isShown, laptop, mailTo, newPage, signedIn, tokenIn, waitForScreen } from './pages.ts'
import { get, origin } from './people.ts'
import { password } from './users.ts'
import { club, spring, team } from './springSeason.ts'

async function fillIn(page: Page, firstName: string) {
  await page.getByRole('radio', { name: /^Full season/ }).check()
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill('Falk')
  await page.getByLabel('Mobile phone').fill('312 555 0142')
  await page.getByRole('radio', { name: '140' }).check()
  await page.getByRole('radio', { name: 'No', exact: true }).check()
}

it('a visitor without an account registers two children on a phone', async () => {
  const email = `family-${crypto.randomUUID().slice(0, 8)}@demo.touchline.test`
  const begun = await newPage()
  await begun.goto(`${origin}/register/${spring}`)
  await fillIn(begun, 'Ida')
  await begun.close()
  // The draft is restored in another tab.
  const page = await begun.context().newPage()
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
  await page.goto(`${origin}/register/${spring}`)
  await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Ida')
  await press('Sign in and continue')

  await page.getByRole('tab', { name: 'Create Account' }).click()
  await page.getByLabel('First name').fill('Greta')
  await page.getByLabel('Last name').fill('Falk')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password again').fill(password)
  await press('Create Account')
  await page.getByLabel('Code', { exact: true }).fill(await mailTo(email, /strong>(\d{6})</))
  await press('Confirm')

  // The draft is kept; the agreement is signed now, as it needs a name.
  await page.getByLabel('Your signature').fill('Greta Falk')
  expect(await page.getByLabel('First name').inputValue()).toBe('Ida')
  await press('Continue')
  await press('Add another player')
  await fillIn(page, 'Jon')
  await press('Continue')
  await page.getByText('Sibling discount').waitFor()
  await page.getByRole('textbox', { name: 'Promo code' }).fill('friends')
  await press('Apply')
  await page.getByText('Code FRIENDS applied.').waitFor()
  await page.getByRole('radio', { name: 'Later, when the club bills you' }).check()
  await press('Register')
  const done = page.getByRole('region', { name: 'Your players' })
  for (const name of ['Ida Falk', 'Jon Falk'])
    await isShown(done.getByRole('listitem').filter({ hasText: name }).getByText('Registered'))

  const mine = () => tokenIn(page).then((token) => get(`/rest-api/register/${spring}/my-players`, { token }))
  type Registered = { firstName: string; state: string; priceInCents: number }[]
  // $240 less 10% by the promo code, and for the second child less the 10% sibling discount before that.
  await expect
    .poll(async () => {
      const { status, body } = await mine()
      const registered = (body?.['registered'] ?? []) as Registered
      return [status, ...registered.map(({ state, priceInCents }) => `${state} ${priceInCents}`).toSorted()]
    })
    .toEqual([200, 'registered 19440', 'registered 21600'])
  const names = (((await mine()).body?.['registered'] ?? []) as Registered).map(({ firstName }) => firstName)
  expect(names.toSorted()).toEqual(['Ida', 'Jon'])
  await page.context().close()
})

it('an administrator builds a registration in nine steps and launches it by keyboard', async () => {
  const page = await signedIn('admin', { viewport: laptop })
  const press = async (name: string | RegExp, key = 'Enter') => {
    await tabTo(page, name)
    await page.keyboard.press(key)
  }
  /** Opens a dialog and waits until it has the focus: only then does typing go into it. */
  const open = async (name: string) => {
    await page.getByRole('button', { name, disabled: false }).first().waitFor()
    await press(name)
    await page.locator('[role="dialog"]:focus-within').waitFor()
  }
  const type = async (name: RegExp, text: string) => {
    await tabTo(page, name)
    await page.keyboard.type(text)
  }
  const step = (name: string) => page.getByRole('tab', { name, selected: true }).waitFor()
  const saved = (text: string) => page.getByText(text).first().waitFor()

  await page.goto(`${origin}/${club}/${team}/registrations`)
  await waitForScreen(page)
  await open('Create a registration')
  await page.getByRole('button', { name: 'Start', exact: true }).waitFor()
  await press('Start')
  await page.getByRole('button', { name: 'Add option' }).waitFor()
  await open('Add option')
  await type(/^Option name/, 'Ten weeks')
  await type(/^Price/, '120')
  await page.keyboard.press('Enter')
  await saved('Option saved')
  await type(/^Name of the registration/, 'Winter season')
  await type(/^Total places/, '12')
  await press('Save and continue')
  await step('2. Tags')
  const tag = `winter ${crypto.randomUUID().slice(0, 4)}`
  await type(/^Find or create a tag/, tag)
  // The button appears once the existing tags are loaded.
  await page.getByRole('button', { name: `Create “${tag}”` }).waitFor()
  await press(`Create “${tag}”`)
  await page.getByRole('list', { name: 'Tags of this registration' }).getByText(tag).waitFor()
  await press('Next')
  await step('3. Promo codes')
  await open('Add promo code')
  await type(/^Code/, 'WINTER')
  await type(/^Amount off/, '15')
  await page.keyboard.press('Enter')
  await saved('Promo code saved')
  await press('Next')
  await step('4. Installments')
  await press('Offer a payment plan', 'Space')
  await press('Equal parts')
  await page.getByRole('menuitem', { name: 'In 2 installments' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText('100% of 100%').waitFor()
  await press('Save and continue')
  await saved('Installments saved')
  await step('5. Add-ons')
  await open('Add add-on')
  await type(/^Add-on name/, 'Hat')
  await type(/^Price/, '10')
  await page.keyboard.press('Enter')
  await saved('Add-on saved')
  await press('Next')
  await step('6. Invitations')
  await type(/^E-mail/, 'aunt@family.example')
  await page.keyboard.press('Enter')
  await saved('1 person invited')
  await press('Next')
  await step('7. Notifications')
  await page.getByLabel('Who to notify').waitFor()
  await tabTo(page, /^Who to notify/)
  await page.keyboard.press('ArrowDown')
  await press('Add')
  await page.getByLabel('Also about payments').waitFor()
  await press('Next')
  await step('8. Launch summary')
  await press('Launch')
  await saved('Registration launched')
  await press('8. Launch summary')
  await page.keyboard.press('ArrowRight')
  await step('9. Track')
  await isShown(page.getByText('Nobody has registered yet'))
  await page.context().close()
})

import { expect, it } from 'vitest'
import { isShown, mailTo, newPage, tokenIn } from './pages.ts'
import { get, origin } from './people.ts'
import { password } from './somebody.ts'

it('a club comes from nothing to its first event on a phone: account, plan, free period, team and date', async () => {
  const email = `founder-${crypto.randomUUID().slice(0, 8)}@demo.touchline.test`
  const page = await newPage()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const at = (level1: string) => page.getByRole('heading', { level: 1, name: level1 }).waitFor()

  await page.goto(`${origin}/subscriptions/signup`)
  await page.getByLabel('Name of the organization').fill('Lakeside United')
  await page.getByLabel('Sport').selectOption('Soccer')
  await press('Next: your account')
  await page.getByLabel('First name').fill('Fiona')
  await page.getByLabel('Last name').fill('Founder')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password again').fill(password)
  await press('Create Account')
  await page.getByLabel('Code', { exact: true }).fill(await mailTo(email, /strong>(\d{6})</))
  await press('Confirm')

  // What was typed before the account was made is still there.
  await at('How many teams?')
  await page.getByRole('textbox', { name: 'Teams' }).fill('2')
  await press('Next')
  await at('Choose a plan')
  await press('Next')
  await at('Checkout')
  await page.getByText('Lakeside United').waitFor()
  await page.getByText('Today you pay $0.00.').waitFor()
  await press('Start free period')

  await at('First steps of Lakeside United')
  await page.getByLabel('Name of the team').fill('U10 Pikes')
  await press('Add team')
  await page.getByText('1 license is left.').waitFor()
  await page.getByRole('link', { name: 'Plan an event' }).click()
  await page.getByLabel('Name', { exact: true }).fill('First practice')
  await press('Add event')
  await isShown(page.getByText('First practice'))

  const { body } = await get('/api/v1/playersAndTeams', { token: await tokenIn(page) })
  expect(body?.['organizations']).toMatchObject([
    { name: 'Lakeside United', orgAdmin: true, teams: [{ name: 'U10 Pikes' }] },
  ])
  await page.context().close()
})

import { describe, expect, it } from 'vitest'
import { choose, expectFocusReturns, openScreen, press, tabTo, type, waitForFocusWithin } from './keys.ts'
import { isShown, laptop, mailTo, newPage, tokenIn } from './pages.ts'
import { get, origin, teamOf } from './people.ts'
import { password } from './users.ts'

/** More keyboard-only tests of what administrators and coaches do: part of the long run, which sets `RUNS`. */
const isLong = process.env['RUNS'] !== undefined

describe.runIf(isLong)('by keyboard alone, a visitor without an account', () => {
  it('creates a club and its first team', async () => {
    const page = await newPage({ viewport: laptop })
    const email = `by-keyboard-${crypto.randomUUID().slice(0, 8)}@club.example`
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
    await page.goto(`${origin}/login`)
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await press(page, 'Have your own team? Create your club')
    await heading('Create New Organization')
    await type(page, /^Organization name/, 'Riverside Rovers')
    await type(page, /^Sport/, 'Soccer')
    await press(page, 'Next: your account')
    await page.getByLabel('First name').waitFor()
    await type(page, /^First name/, 'Fiona')
    await type(page, /^Last name/, 'Founder')
    await type(page, /^E-mail/, email)
    await type(page, /^Password$/, password)
    await type(page, /^Password again/, password)
    await press(page, 'Create Account')
    await page.getByLabel('Code', { exact: true }).waitFor()
    await type(page, /^Code/, await mailTo(email, /strong>(\d{6})</))
    await press(page, 'Confirm')
    await heading('Checkout')
    await page.getByRole('button', { name: 'Start free period', disabled: false }).waitFor()
    await press(page, 'Start free period')
    await heading('First steps of Riverside Rovers')
    await type(page, /^Name of the team/, 'U10 Otters')
    await press(page, 'Add team')
    await page.getByLabel('Player names').waitFor()
    const { body } = await get('/api/v1/playersAndTeams', { token: await tokenIn(page) })
    const teams = [{ name: 'U10 Otters' }]
    expect(body?.['organizations']).toMatchObject([{ name: 'Riverside Rovers', orgAdmin: true, teams }])
  })
})

describe.runIf(isLong)('by keyboard alone, a coach', () => {
  it('adds a player, and then another one', async () => {
    const { orgId, teamId } = await teamOf('coach')
    const page = await openScreen('coach', `/${orgId}/${teamId}/teams`)
    await page.getByRole('button', { name: 'Add player', exact: true }).waitFor()
    await expectFocusReturns(page, 'Add player')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    const name = `Key${Date.now()}`
    for (const last of ['One', 'Two']) {
      // The first field gets the focus, also for the next player.
      await dialog.getByLabel('First name').and(page.locator(':focus')).waitFor()
      await page.keyboard.type(name)
      await type(page, /^Last name/, last)
      await page.keyboard.press('Enter')
      await expect.poll(() => dialog.getByLabel('First name').inputValue()).toBe('')
    }
    await page.keyboard.press('Escape')
    for (const last of ['One', 'Two']) await isShown(page.getByText(`${name} ${last}`))
  })

  it('assigns the whole team a task with a link to a video', async () => {
    const { orgId, teamId } = await teamOf('coach')
    const page = await openScreen('coach', `/academy/assignment/${orgId}/${teamId}/organization`)
    await page.getByRole('button', { name: 'New assignment' }).waitFor()
    await press(page, 'New assignment')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: /^Everyone on/ }).waitFor()
    await type(page, /^Name/, `Keep the ball ${Date.now()}`)
    // The whole team is selected by default.
    await tabTo(page, /^Everyone on/)
    await type(page, /^What to do/, 'Watch it twice')
    await type(page, /^Link, for example to a video/, 'https://film.example/rondo')
    await press(page, 'New assignment')
    await isShown(page.getByText(/^Assigned\. Players will see it under/))
  })
})

describe.runIf(isLong)('by keyboard alone, an administrator', () => {
  it('edits a team', async () => {
    const { teamId } = await teamOf('admin')
    const page = await openScreen('admin', `/team/edit/${teamId}`)
    await page.getByLabel('Season').waitFor()
    await tabTo(page, 'Season')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('Fall 2030')
    await choose(page, /^(None|No color|Green|Blue|Red|Orange|Yellow|Purple|Black)$/, 'Purple')
    await press(page, 'Save')
    await isShown(page.getByText('Updated'))
  })

  it('changes the number of licenses', async () => {
    const { orgId } = await teamOf('admin')
    const page = await openScreen('admin', `/${orgId}/billing`)
    const used = page.getByText(/^\d+ of \d+ licenses used/)
    const [active = NaN, all = NaN] = ((await used.textContent()) ?? '').match(/\d+/g)?.map(Number) ?? []
    await expectFocusReturns(page, 'Change number')
    await page.keyboard.press('Enter')
    await waitForFocusWithin(page.getByRole('dialog'))
    await tabTo(page, /^Licenses/)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(String(all - 1))
    await press(page, 'Save')
    await isShown(page.getByText(`${active} of ${all - 1} licenses used`))
  })

  it('sends a support request', async () => {
    const { orgId, teamId } = await teamOf('admin')
    const page = await openScreen('admin', `/${orgId}/${teamId}/registrations`)
    await page.getByRole('button', { name: /^Help/ }).waitFor()
    await expectFocusReturns(page, /^Help/)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByLabel('Your question').waitFor()
    const asked = `How do I begin? ${Date.now()}`
    await type(page, /^Your question/, asked)
    await press(page, 'Send')
    await isShown(page.getByRole('dialog').getByRole('list').getByText(asked))
  })
})

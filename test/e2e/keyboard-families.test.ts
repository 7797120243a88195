import { describe, expect, it } from 'vitest'
import { accounts } from '#scripts/demo/accounts.ts'
import { choose, openScreen, press, tabTo, type } from './keys.ts'
import { isShown, newPage, phone } from './pages.ts'
import { claimsOf, get, origin, startUtc, tokensOf } from './people.ts'
import { password, signUpUser } from './users.ts'
import { spring } from './springSeason.ts'

/** More keyboard-only tests of what families do: part of the long run, which sets `RUNS`. */
const isLong = process.env['RUNS'] !== undefined

describe.runIf(isLong)('by keyboard alone, a family', () => {
  it('registers a new child to the end', async () => {
    const { email } = await signUpUser()
    const page = await newPage()
    await page.goto(`${origin}/login?redirectUri=${encodeURIComponent(`/register/${spring}`)}`)
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await type(page, 'E-mail', email)
    await type(page, 'Password', password)
    await page.keyboard.press('Enter')
    await page.getByLabel('Your signature').waitFor()
    const child = `Nele${Date.now()}`
    await choose(page, /^Full season/, /^Full season/)
    await type(page, /^First name/, child)
    await type(page, /^Last name/, 'Moreno')
    await type(page, /^Mobile phone/, '312 555 0142')
    await choose(page, /^1[0-9]{2}$/, '140')
    await choose(page, /^(Yes|No)$/, 'No')
    await type(page, /^Your signature/, 'Roshon van Eijma')
    await press(page, 'Continue')
    await page.getByRole('radio', { name: 'Later, when the club bills you' }).waitFor()
    await choose(page, /^(Now|Later|By card|Pay)/, /^Later/)
    await press(page, 'Register')
    const done = page.getByRole('region', { name: 'Your players' })
    const registered = done.getByRole('listitem').filter({ hasText: child })
    await expect.poll(() => registered.allTextContents()).toEqual([expect.stringContaining('Registered')])
  })

  it('requests access from a coach', async () => {
    const page = await openScreen('nobody', '/today', phone)
    await press(page, 'Request access')
    await page.getByLabel("Coach's e-mail").waitFor()
    await page.keyboard.type(accounts.coach.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type('Nobody Known')
    await page.keyboard.press('Enter')
    await isShown(page.getByText('Your request has been sent to the coach.'))
  })

  it('invites a grandmother to follow a child', async () => {
    const today = await get(`/api/v1/today?startUtc=${startUtc()}`, { as: 'parent' })
    const [entry] = (today.body?.['todaysEvents'] ?? []) as { player: { id: string } }[]
    const page = await openScreen('parent', `/family/${entry?.player.id}`, phone)
    await page.getByRole('button', { name: 'Send invitation' }).waitFor()
    await type(page, /^Name/, 'Grandmother Moreno')
    const email = `grandmother-${Date.now()}@example.org`
    await type(page, /^E-mail/, email)
    await press(page, 'Send invitation')
    await isShown(page.getByText(`An invitation is on its way to ${email}.`))
  })

  it('turns an email notice on and off', async () => {
    const page = await openScreen('parent', '/notices', phone)
    const mail = page.getByRole('group', { name: 'Assignments' }).getByRole('switch', { name: 'Email' })
    await mail.waitFor()
    const before = await mail.isChecked()
    for (const isOn of [!before, before]) {
      for (let i = 0; i < 60 && !(await mail.evaluate((each) => each === document.activeElement)); i++)
        await tabTo(page, /./)
      await page.keyboard.press('Space')
      await expect.poll(() => mail.isChecked()).toBe(isOn)
    }
  })

  it('changes the name in the profile', async () => {
    const page = await openScreen('fan', `/user/edit/${String(claimsOf((await tokensOf('fan')).access)['sub'])}`, phone)
    await page.getByLabel('Last name').waitFor()
    await type(page, /^Last name/, 'Fan-Moreno')
    await page.keyboard.press('Enter')
    await isShown(page.getByText('Saved successfully'))
  })
})

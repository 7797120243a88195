import { describe, expect, it } from 'vitest'
import { expectFocusReturns, openScreen, press, pressItem, tabTo, type } from './keys.ts'
import { isShown, phone } from './pages.ts'
import { get, startUtc, teamOf } from './people.ts'

/**
 * The main tests by keyboard alone, with those of `keyboard-families`, `keyboard-clubs` and `keyboard`. `register` builds and
 * opens a registration by keyboard, `roster` imports a table of players, `library` shares a document. These take a minute and
 * change data that other tests look at: part of the long run, which sets `RUNS`.
 */
const isLong = process.env['RUNS'] !== undefined

describe.runIf(isLong)('by keyboard alone, a parent', () => {
  it('sends a message in a team’s chat', async () => {
    const page = await openScreen('parent', '/chat', phone)
    await press(page, /U12 Falcons/)
    const said = `By keyboard ${Date.now()}`
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    await type(page, 'Message', said)
    await page.keyboard.press('Enter')
    await isShown(page.getByRole('log', { name: 'Messages' }).getByText(said))
    await page.keyboard.press('Shift+Tab')
    await press(page, 'Back')
    await isShown(page.getByRole('region', { name: 'Conversations' }).getByRole('link'))
  })

  it('opens a fee and pays it', async () => {
    const page = await openScreen('parent', '/payments?myPlayers=true', phone)
    await expectFocusReturns(page, /^Show /)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await press(page, /^Pay \$/)
    await page.waitForURL(/\/pay\//)
    await page.getByRole('list', { name: 'To pay' }).waitFor()
    await press(page, /^Pay \$/)
    await page.getByRole('button', { name: 'Pay', exact: true }).waitFor()
    await press(page, 'Pay')
    await isShown(page.getByRole('region', { name: 'Paid', exact: true }))
  })
})

describe.runIf(isLong)('by keyboard alone, a coach', () => {
  it('plans an event', async () => {
    const { orgId, teamId } = await teamOf('coach')
    const page = await openScreen('coach', `/${orgId}/${teamId}/calendar`)
    await press(page, 'New event')
    await page.getByRole('textbox', { name: 'Name' }).waitFor()
    await type(page, /^Name/, 'Video evening')
    await tabTo(page, 'Type')
    await page.keyboard.press('ArrowDown')
    await type(page, /^Starts at/, '0715PM')
    await type(page, /^Ends at/, '0845PM')
    await press(page, /^(Save|Add)/)
    await page.getByRole('textbox', { name: 'Name' }).waitFor({ state: 'hidden' })
    await isShown(page.getByText('Video evening'))
  })

  it('sends an email to the team', async () => {
    const { teamId } = await teamOf('coach')
    const page = await openScreen('coach', `/email-team/${teamId}`)
    await page.getByText(/^Goes to \d/).waitFor()
    await type(page, /^Subject/, 'Shirts')
    await type(page, 'Text', 'Bring both shirts.')
    await press(page, 'Send')
    await isShown(page.getByText('Email has been sent successfully'))
  })

  it('records and clears attendance', async () => {
    const today = await get(`/api/v1/today?startUtc=${startUtc()}`, { as: 'parent' })
    const entries = (today.body?.['todaysEvents'] ?? []) as { event: { id: string } }[]
    const { teamId } = await teamOf('coach')
    const eventId = entries.map(({ event }) => event.id).find((id) => id.startsWith(`${teamId}.`)) ?? ''
    const page = await openScreen('coach', `/calendar/event/${eventId}`)
    await page.getByRole('region', { name: 'Who was there' }).waitFor()
    await tabTo(page, 'Came')
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.getByRole('radio', { name: 'Late', checked: true }).count()).toBe(1)
    await press(page, /^Clear/)
    await expect.poll(() => page.getByRole('radio', { name: 'Late', checked: true }).count()).toBe(0)
  })
})

describe.runIf(isLong)('by keyboard alone, an administrator', () => {
  it('charges a team a fee, records a payment, and cancels and refunds the fee', async () => {
    const { orgId, teamId } = await teamOf('admin')
    const page = await openScreen('admin', `/${orgId}/${teamId}/payments`)
    await expectFocusReturns(page, 'Charge a fee')
    await page.keyboard.press('Enter')
    const name = `Kit ${Date.now()}`
    await page.getByRole('textbox', { name: 'What for' }).waitFor()
    await type(page, /^What for/, name)
    await type(page, /^Amount per player/, '25')
    await type(page, /^Due on/, '12/31/2030')
    await press(page, 'Charge a fee')
    await isShown(page.getByText(/players? charged$/))
    await page
      .getByRole('button', { name: new RegExp(`^Show .*${name}`) })
      .first()
      .waitFor()
    await press(page, new RegExp(`^Show .*${name}`))
    await page.getByRole('button', { name: 'Record a payment' }).waitFor()
    await press(page, 'Record a payment')
    await press(page, 'Record')
    await isShown(page.getByText('Payment recorded'))
    await press(page, 'More')
    await pressItem(page, 'menuitem', 'Cancel and refund')
    await page.getByRole('dialog', { name: /^Cancel the fee for/ }).waitFor()
    await press(page, 'Cancel fee')
    await isShown(page.getByText('Fee cancelled'))
  })

  it('sets the club’s postal address, and invites another administrator', async () => {
    const { orgId } = await teamOf('admin')
    const page = await openScreen('admin', `/settings/${orgId}/settings`)
    await page.getByLabel('Postal address').waitFor()
    await type(page, 'Postal address', '1 River Road')
    await press(page, 'Save')
    await isShown(page.getByText('Saved successfully'))
    await page.keyboard.press('Shift+Tab')
    await tabTo(page, 'Settings')
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: 'Invite administrator' }).waitFor()
    await expectFocusReturns(page, 'Invite administrator')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'E-mail' }).waitFor()
    await type(page, /^E-mail/, `by-keyboard-${Date.now()}@example.org`)
    await press(page, 'Edit fees', 'Space')
    await press(page, 'Send invitation')
    await isShown(page.getByText('The invitation is on its way.'))
  })

  it('filters the audit log by kind', async () => {
    const { orgId } = await teamOf('admin')
    const page = await openScreen('admin', `/audit/${orgId}`)
    const rows = page.getByRole('table').getByRole('row')
    await rows.nth(1).waitFor()
    const kinds = page.getByLabel('What', { exact: true })
    const listed = async () => (await rows.allTextContents()).slice(1)
    const before = await listed()
    // Chooses a kind that some listed rows have and others do not.
    const kind = (await kinds.getByRole('option').allTextContents()).find(
      (each) => before.some((row) => row.includes(each)) && !before.every((row) => row.includes(each)),
    )
    await type(page, 'What', String(kind))
    await expect
      .poll(async () => [...new Set((await listed()).map((row) => row.includes(String(kind))))])
      .toEqual([true])
  })

  it('opens billing, and replaces the card on file', async () => {
    const { orgId } = await teamOf('admin')
    const page = await openScreen('admin', `/${orgId}/teams`)
    await page.getByRole('link', { name: 'Billing' }).waitFor()
    await press(page, 'Billing')
    await page.getByRole('heading', { level: 1, name: 'Billing' }).waitFor()
    await isShown(page.getByRole('region', { name: /^Subscription/ }).getByText('Next bill'))
    await page.getByRole('button', { name: 'Use a different card' }).waitFor()
    await press(page, 'Use a different card')
    // The payment provider's own page.
    await page.getByRole('heading', { name: 'Save a card' }).waitFor()
    await press(page, 'Save')
    await page.getByRole('heading', { level: 1, name: 'Billing' }).waitFor()
    await isShown(page.getByText(/ending in 4242, until/).first())
  })
})

describe.runIf(isLong)('by keyboard alone, a staff member', () => {
  it('finds an account', async () => {
    const page = await openScreen('staff', '/user/index')
    await type(page, 'Search by name or address', 'paula')
    await page.getByText('Paula Moreno').waitFor()
    await press(page, /Paula Moreno/)
    await isShown(page.getByRole('heading', { name: /Paula Moreno/ }))
  })
})

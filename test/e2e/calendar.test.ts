import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { deviceWith, laptop, signedIn } from './pages.ts'
import { get, now, origin, startUtc, teamOf } from './people.ts'

type Item = {
  event: { id: string; name: string; start: string }
  player: { firstName: string }
  invite: { id: string }
}

/** Returns the upcoming events of the parent's players, sorted by time. */
async function coming(): Promise<Item[]> {
  const { body } = await get(`/api/v1/playerEvents?startUtc=${startUtc()}`, { as: 'parent' })
  return (body?.['events'] ?? []) as Item[]
}
const statusOf = async (inviteId: string) => {
  const { text } = await get(`/api/v1/playerEvents?startUtc=${startUtc()}`, { as: 'parent' })
  const { events } = JSON.parse(text) as { events: { invite: { id: string; status: { value: string } } | null }[] }
  return events.find(({ invite }) => invite?.id === inviteId)?.invite?.status.value
}
/** Returns the last event of the current month: the family calendar shows it, and Today does not. */
async function later(): Promise<Item> {
  const item = (await coming()).findLast(({ event }) => Date.parse(event.start) < Date.parse('2030-06-01T05:00Z'))
  if (!item) throw new Error('The demo plans nothing for the parent’s players.')
  return item
}
const cardOf = (page: Page, { event, player }: Item) =>
  page
    .getByRole('article')
    .filter({ hasText: event.name })
    .filter({ hasText: player.firstName })
    .filter({ has: page.locator(`time[datetime="${event.start}"]`) })
    .getByRole('listitem')
    .filter({ hasText: player.firstName })

const isPending = ({ invite }: Item) =>
  get(`/user/updateInviteStatus/${invite.id}.json?status=Pending`, { as: 'parent' })

describe('family calendar', () => {
  it('opens from Today’s links; an answer and a note given in it reach the coach', async () => {
    const item = await later()
    const [soon = item] = await coming()
    await Promise.all([item, soon].map(isPending))
    const page = await signedIn('parent')
    await page.getByRole('link', { name: /^Calendar \d+ invitations? to answer$/ }).waitFor()
    await page.getByRole('link', { name: /pending invitations? in the next 7 days/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
    expect(await page.getByRole('link', { name: /^Calendar/ }).getAttribute('aria-current')).toBe('page')
    expect(await page.getByRole('button', { name: 'My Players' }).count()).toBe(1)
    await page.getByRole('link', { name: 'Today', exact: true }).click()
    await page.getByRole('link', { name: 'View Upcoming Events' }).click()
    await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/calendar')
    expect(await page.title()).toBe('Calendar · Touchline')
    const card = cardOf(page, item)
    await card.getByRole('button', { name: 'No', exact: true }).click()
    await card.getByRole('button', { name: 'Not Going' }).waitFor()
    await expect.poll(() => statusOf(item.invite.id)).toBe('Declined')
    await card.getByRole('button', { name: 'Note to coach' }).click()
    await card.getByRole('textbox').fill('on holiday')
    await card.getByRole('button', { name: 'Save' }).click()
    await page.getByText('saved successfully').waitFor()
    const { text } = await get(`/rest-api/calendar/event/${item.event.id}`, { as: 'admin' })
    expect(text).toContain('on holiday')
  })

  it('decreases the pending count as a parent answers by keyboard', async () => {
    const mine = (await coming()).filter(({ event }) => Date.parse(event.start) < now() + 5 * 86_400_000)
    const soon = mine.findLast(({ event }) => Date.parse(event.start) > now())
    if (!soon) throw new Error('The demo plans nothing for the coming days.')
    await isPending(soon)
    const page = await signedIn('parent', { viewport: laptop })
    const link = page.getByRole('link', { name: /^Calendar/ })
    const waiting = async () => Number(/\d+/.exec((await link.textContent()) ?? '')?.[0] ?? 0)
    await expect.poll(waiting).toBeGreaterThan(0)
    await link.focus()
    await page.keyboard.press('Enter')
    const card = cardOf(page, soon)
    await card.waitFor()
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    const before = await waiting()
    await card.getByRole('button', { name: 'Yes', exact: true }).focus()
    await page.keyboard.press('Space')
    await card.getByRole('button', { name: 'Yes, Going' }).waitFor()
    await expect.poll(waiting).toBe(before - 1)
  })
})

describe('coach', () => {
  it('creates a series of 40 dates on a phone in at most 12 taps, and deletes the whole series', async () => {
    const { orgId, teamId } = await teamOf('coach')
    const page = await deviceWith('coach')
    await page.goto(`${origin}/${orgId}/${teamId}/calendar?month=2031-09`)
    const spent = { taps: 0, keys: 0 }
    const tap = async (what: Locator) => {
      spent.taps++
      await what.click()
    }
    const fill = async (what: Locator, text: string) => {
      spent.taps++
      spent.keys += text.length
      await what.fill(text)
    }
    await tap(page.getByRole('link', { name: 'New event' }))
    await fill(page.getByRole('textbox', { name: 'Name' }), 'Practice')
    await fill(page.getByLabel('Day', { exact: true }), '2031-09-02')
    // The device's native list: one tap opens it, another one chooses.
    spent.taps += 2
    await page.getByRole('combobox', { name: 'Repeats' }).selectOption('Weekly')
    await tap(page.getByRole('button', { name: 'Thursday' }))
    await fill(page.getByLabel('Until', { exact: true }), '2032-01-15')
    // Inviting the whole roster 40 times would take DynamoDB Local longer than the gateway's timeout on a busy machine.
    await tap(page.getByRole('checkbox', { name: 'Invite everyone on the roster' }))
    await tap(page.getByRole('button', { name: 'Add 40 dates' }))
    await page.getByText('40 dates added').waitFor({ timeout: 60_000 })
    // Assumes a slow typist: three seconds a tap and one a key.
    expect(spent.taps).toBeLessThanOrEqual(12)
    expect(spent.taps * 3 + spent.keys).toBeLessThan(120)
    const path = `/api/v1/teamEventsByMonth/${teamId}?start=2031-09-01&end=2032-02-01`
    const planned = async () =>
      ((await get(path, { as: 'coach' })).body?.['events'] as { id: string; start: string }[] | undefined) ?? []
    const dates = await planned()
    expect(dates).toHaveLength(40)
    expect([dates[0]?.start, dates.at(-1)?.start]).toEqual(['2031-09-02T22:30:00Z', '2032-01-15T23:30:00Z'])
    const takeBack = () => get(`/api/v1/deleteEvent/${dates[0]?.id}?scope=all`, { as: 'coach' })
    // On a busy machine the deletion may be cut short; repeating it, as the screens do, completes it.
    await expect.poll(async () => (await takeBack()).body, { timeout: 60_000 }).toEqual({ success: true })
    expect(await planned()).toEqual([])
  })
})

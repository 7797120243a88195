import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { accounts } from '#scripts/demo/accounts.ts'
import { barriersOn, scrollsSideways, walkedViews } from './barriers.ts'
import { mailsTo, mailTo, signedIn } from './pages.ts'
import { get } from './people.ts'
import { newcomer } from './somebody.ts'

const sentence = 'Your request has been sent to the coach.'
const cardOf = (page: Page, player: string) =>
  page.getByRole('list', { name: 'Who asks to be let in' }).getByRole('listitem').filter({ hasText: player })
/** On a phone the requests are folded into one line. Waits for them: somebody has asked. */
async function unfold(page: Page) {
  const line = page.getByRole('button', { name: /asks? for access$/ })
  await line.waitFor()
  if ((await line.getAttribute('aria-expanded')) === 'false') await line.click()
}
/** Somebody who has never asked anybody, and how they ask. */
async function newAsker() {
  const { email: own, token } = await newcomer()
  const ask = (email: string, playerName: string) =>
    get('/api/v1/requestInvite', { token, method: 'POST', body: JSON.stringify({ email, playerName }) })
  return { own, ask }
}
const coachOf = accounts.coach.email
/** The mails to the coach with which this person asks. */
async function asksOf(own: string) {
  const mails = (await get(`/_local/mail/messages.json?to=${coachOf}`)).body as unknown as { replyTo: string[] }[]
  return mails.filter(({ replyTo }) => replyTo.includes(own)).length
}
const listed = async () => (await get('/rest-api/today/requests', { as: 'coach' })).text

describe('who misses a player', () => {
  it('asks the coach, who gets a mail, sees it on Today and takes it off when it is dealt with', async () => {
    const before = await mailsTo(accounts.coach.email)
    const page = await signedIn('nobody')
    await page.getByRole('button', { name: 'Request access' }).click()
    await page.getByLabel("Coach's e-mail").fill(accounts.coach.email.toUpperCase())
    await page.getByLabel("Player's name").fill('Danley <b>Jean Jacques</b>')
    await page.getByRole('button', { name: 'Send request' }).click()
    await page.getByText(sentence).waitFor()

    expect(await mailTo(accounts.coach.email, /Player: <strong>(.*)<\/strong>/, before)).toBe('Danley b Jean Jacques b')
    const mails = (await get(`/_local/mail/messages.json?to=${accounts.coach.email}`)).body as unknown as {
      subject: string
    }[]
    const newest = mails.find(({ subject }) => subject === 'Nils Nobody asks to be let in')
    expect(newest).toMatchObject({
      from: 'Touchline <no-reply@touchline.test>',
      to: [accounts.coach.email],
      replyTo: [accounts.nobody.email],
      subject: 'Nils Nobody asks to be let in',
    })

    const coach = await signedIn('coach')
    await unfold(coach)
    const card = cardOf(coach, 'Danley b Jean Jacques b')
    await card.getByRole('link', { name: accounts.nobody.email }).waitFor()
    await card.getByRole('button', { name: 'Done' }).click()
    const taken = coach.getByText('The request of Nils Nobody is off your list.')
    await taken.waitFor()
    await coach.getByRole('button', { name: 'Undo' }).click()
    await card.getByRole('button', { name: 'Done' }).click()
    await taken.waitFor()
    await coach.getByRole('link', { name: 'Calendar' }).click()
    await expect.poll(listed, { timeout: 30_000 }).not.toContain('Danley')
    await coach.goBack()
    await coach.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    // Another request shows that the list is there, and open.
    const { ask } = await newAsker()
    await ask(coachOf, 'Noa Moreno')
    await expect.poll(listed, { timeout: 30_000 }).toContain('Noa Moreno')
    await coach.reload()
    await unfold(coach)
    await cardOf(coach, 'Noa Moreno').first().waitFor()
    expect(await cardOf(coach, 'Danley').count()).toBe(0)
  })

  it('is let in by the coach where the request stands, and has the player from then on', async () => {
    const { email: own, token } = await newcomer()
    await get('/api/v1/requestInvite', {
      token,
      method: 'POST',
      body: JSON.stringify({ email: coachOf, playerName: 'Carla Duarte' }),
    })
    await expect.poll(listed, { timeout: 30_000 }).toContain(own)
    const coach = await signedIn('coach')
    await unfold(coach)
    const card = cardOf(coach, own)
    await card.getByRole('button', { name: 'Let in' }).click()
    await card.getByRole('group', { name: 'Carla Duarte' }).getByRole('button', { name: 'As follower' }).click()
    await coach.getByText(/follows Carla Duarte now/).waitFor()
    const theirs = async () => (await get('/api/v1/playersAndTeams', { token })).text
    await expect.poll(theirs, { timeout: 30_000 }).toContain('Carla Duarte')
    expect(await listed()).not.toContain(own)
  })

  it('learns nothing of who has an account, and nobody else gets a mail', async () => {
    const { own, ask } = await newAsker()
    const addresses = [accounts.parent.email, accounts.fan.email, 'no-such-person@demo.touchline.test']
    const before = await Promise.all(addresses.map(mailsTo))
    const answers = []
    for (const email of [coachOf, ...addresses]) answers.push(await ask(email, 'Mia Moreno'))
    expect(new Set(answers.map(({ text }) => text))).toEqual(
      new Set([JSON.stringify({ success: true, message: sentence })]),
    )
    // The stream brings them in their order of sending: when the last has come to the coach, the others had their turn.
    await ask(coachOf, 'Noa Moreno')
    await expect.poll(() => asksOf(own), { timeout: 30_000 }).toBe(2)
    expect(await Promise.all(addresses.map(mailsTo))).toEqual(before)
  })

  it('gets no further than ten a day', async () => {
    const { ask } = await newAsker()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => ask(`coach-${i}@elsewhere.test`, 'Mia Moreno')),
    )
    const told = (wanted: number) => answers.filter(({ status }) => status === wanted).length
    expect([told(200), told(418)]).toEqual([10, 10])
  })

  it('who says the same thing again and again has said it once', async () => {
    const { own, ask } = await newAsker()
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(coachOf, 'Mia Moreno')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await ask(coachOf, 'Noa Moreno')
    await expect.poll(async () => await listed(), { timeout: 30_000 }).toContain('Noa Moreno')
    await expect.poll(() => asksOf(own), { timeout: 30_000 }).toBe(2)
  })

  it('reaches a coach with five requests at a time', async () => {
    const { own, ask } = await newAsker()
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => ask(coachOf, `Player ${i}`)))
    // Whether there is such a coach is nobody's to learn: each is told the same.
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    await expect.poll(() => asksOf(own), { timeout: 30_000 }).toBe(5)
    const other = await newAsker()
    await other.ask(coachOf, 'Mia Moreno')
    await expect.poll(() => asksOf(other.own), { timeout: 30_000 }).toBe(1)
    expect(await asksOf(own)).toBe(5)
  })
})

describe.each(walkedViews)('on a %s, %s', (_device, colorScheme, viewport) => {
  const findings = async (page: Page) => {
    await page.waitForLoadState('networkidle')
    return [...(await barriersOn(page)), await scrollsSideways(page)]
  }

  it('the form has no barrier: empty, with its faults, and sent; nothing scrolls sideways', async () => {
    const page = await signedIn('fan', { viewport, colorScheme })
    await page.getByRole('button', { name: 'Request access' }).click()
    expect(await findings(page)).toEqual([false])
    await page.getByLabel("Player's name").fill('x'.repeat(65))
    await page.getByRole('button', { name: 'Send request' }).click()
    await page.getByText('Required.').waitFor()
    await page.getByText('Max Characters: 64').waitFor()
    expect(await findings(page)).toEqual([false])
    await page.getByLabel("Coach's e-mail").fill('no-such-person@demo.touchline.test')
    await page.getByLabel("Player's name").fill('Roshon van Eijma')
    await page.keyboard.press('Enter')
    await page.getByText(sentence).waitFor()
    expect(await findings(page)).toEqual([false])
  })

  it('a coach’s requests have none, before and after Done', async () => {
    const { own, ask } = await newAsker()
    await ask(coachOf, 'Mia Moreno')
    await expect.poll(() => asksOf(own), { timeout: 30_000 }).toBe(1)
    const page = await signedIn('coach', { viewport, colorScheme })
    await unfold(page)
    await page.getByRole('button', { name: 'Done' }).first().waitFor()
    expect(await findings(page)).toEqual([false])
    await page.getByRole('button', { name: 'Done' }).first().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    expect(await findings(page)).toEqual([false])
    await page.keyboard.press('Enter')
  })
})

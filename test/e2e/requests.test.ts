import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { accounts } from '#scripts/demo/accounts.ts'
import { accessibilityViolations, expectAccessibleLayout, scrollsHorizontally } from './accessibility.ts'
import { mailsTo, mailTo, signedIn } from './pages.ts'
import { get } from './people.ts'
import { signUpUser } from './users.ts'

const sentence = 'Your request has been sent to the coach.'
const cardOf = (page: Page, player: string) =>
  page.getByRole('list', { name: 'Access requests' }).getByRole('listitem').filter({ hasText: player })
/** Waits for the access requests, which are collapsed on a phone, and expands them. */
async function unfold(page: Page) {
  const line = page.getByRole('button', { name: /asks? for access$/ })
  await line.waitFor()
  if ((await line.getAttribute('aria-expanded')) === 'false') await line.click()
}
const coachOf = accounts.coach.email
/** A new account requests access to a player. Returns its address and token once the request is listed. */
async function newAsker(playerName: string) {
  const { email: own, token } = await signUpUser()
  const body = JSON.stringify({ email: coachOf, playerName })
  await get('/api/v1/requestInvite', { token, method: 'POST', body })
  await expect.poll(listed, { timeout: 30_000 }).toContain(own)
  return { own, token }
}
const listed = async () => (await get('/rest-api/today/requests', { as: 'coach' })).text

it('a coach gets an access request by mail and on Today, dismisses one, and grants another', async () => {
  const before = await mailsTo(coachOf)
  const page = await signedIn('nobody')
  await page.getByRole('button', { name: 'Request access' }).click()
  await page.getByLabel("Player's name").fill('x'.repeat(65))
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByText('Required.').waitFor()
  await page.getByText('Max Characters: 64').waitFor()
  await expectAccessibleLayout(page)
  await page.getByLabel("Coach's e-mail").fill(coachOf.toUpperCase())
  await page.getByLabel("Player's name").fill('Danley <b>Jean Jacques</b>')
  await page.keyboard.press('Enter')
  await page.getByText(sentence).waitFor()

  expect(await mailTo(coachOf, /Player: <strong>(.*)<\/strong>/, before)).toBe('Danley b Jean Jacques b')
  const mails = (await get(`/_local/mail/messages.json?to=${coachOf}`)).body as unknown as { subject: string }[]
  const newest = mails.find(({ subject }) => subject === 'Nils Nobody is asking for access')
  expect(newest).toMatchObject({
    from: 'Touchline <no-reply@touchline.test>',
    to: [coachOf],
    replyTo: [accounts.nobody.email],
    subject: 'Nils Nobody is asking for access',
  })
  // Another request shows that the list is loaded and expanded.
  const { own, token } = await newAsker('Carla Duarte')

  const coach = await signedIn('coach')
  await unfold(coach)
  const card = cardOf(coach, 'Danley b Jean Jacques b')
  await card.getByRole('link', { name: accounts.nobody.email }).waitFor()
  await expectAccessibleLayout(coach)
  await unfold(coach)
  await card.getByRole('button', { name: 'Done' }).focus()
  await coach.keyboard.press('Enter')
  const taken = coach.getByText('Nils Nobody’s request has been removed from your list.')
  await taken.waitFor()
  expect(await accessibilityViolations(coach)).toEqual([])
  expect(await scrollsHorizontally(coach)).toBe(false)
  await coach.getByRole('button', { name: 'Undo' }).click()
  await unfold(coach)
  await card.getByRole('button', { name: 'Done' }).click()
  await taken.waitFor()
  await coach.getByRole('link', { name: 'Calendar' }).click()
  await expect.poll(listed, { timeout: 30_000 }).not.toContain('Danley')
  await coach.reload()
  await coach.getByRole('link', { name: 'Today', exact: true }).click()
  await unfold(coach)
  await cardOf(coach, own).waitFor()
  expect(await cardOf(coach, 'Danley').count()).toBe(0)

  // Whoever is granted access has the player from then on.
  await cardOf(coach, own).getByRole('button', { name: 'Give access' }).click()
  await cardOf(coach, own)
    .getByRole('group', { name: 'Carla Duarte' })
    .getByRole('button', { name: 'As follower' })
    .click()
  await coach.getByText(/now follows Carla Duarte/).waitFor()
  const theirs = async () => (await get('/api/v1/playersAndTeams', { token })).text
  await expect.poll(theirs, { timeout: 30_000 }).toContain('Carla Duarte')
  expect(await listed()).not.toContain(own)
})

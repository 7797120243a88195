import { devices } from 'playwright-core'
import { expect, it } from 'vitest'
import { mailTo, newPage, tokenIn } from './pages.ts'
import { get, origin } from './people.ts'
import { trackEffort } from './effort.ts'

const players = ['Ana Ruiz', 'Ben Cole', 'Cleo Adams', 'Dario Conti', 'Emma Novak']
const { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7']

it('a visitor creates a club with a team, five players and an event within 90 seconds on a phone', async () => {
  const email = `fiona.${crypto.randomUUID().slice(0, 6)}@club.example`
  const password = 'Cold-fingers-7'
  const page = await newPage({ userAgent, viewport, deviceScaleFactor, isMobile, hasTouch })
  const person = trackEffort()
  const press = (name: string) => person.tap(page.getByRole('button', { name, exact: true }))
  const type = (label: string, text: string) => person.type(page.getByLabel(label, { exact: true }), text)
  const at = (level1: string) => person.see(page.getByRole('heading', { level: 1, name: level1 }))

  await page.goto(`${origin}/login`)
  await person.see(page.getByRole('button', { name: 'Sign in', exact: true }))
  await person.tap(page.getByRole('link', { name: 'Have your own team? Create your club' }))
  await at('Create New Organization')
  await person.type(page.getByLabel('Organization name'), 'Lakeside United')
  await person.choose(page.getByLabel('Sport'), 'Soccer')
  await press('Next: your account')

  await person.see(page.getByLabel('First name'))
  await type('First name', 'Fiona')
  await type('Last name', 'Founder')
  await type('E-mail', email)
  await type('Password', password)
  await type('Password again', password)
  await press('Create Account')
  await person.see(page.getByLabel('Code', { exact: true }))
  await type('Code', await person.readMail(mailTo(email, /strong>(\d{6})</)))
  await press('Confirm')

  // What was typed before signing up is kept.
  await at('Checkout')
  await page.getByText('Lakeside United').waitFor()
  await page.getByText('Today you pay $0.00.').waitFor()
  await press('Start free period')

  await at('First steps of Lakeside United')
  await person.type(page.getByLabel('Name of the team'), 'U10 Pikes')
  await press('Add team')
  await person.type(page.getByLabel('Player names'), players.join('\n'))
  await press('Add players')
  await person.tap(page.getByRole('link', { name: 'Plan an event' }))
  await person.see(page.getByRole('dialog', { name: 'New event' }))
  // By default the event is today and a practice.
  await press('Add event')
  await person.see(page.getByRole('link', { name: /Practice/ }).first())

  const { taps, fields, characters, screens, waited } = person.counted()
  process.stdout.write(
    `A new club on a phone: ${taps} taps, ${fields} fields, ${characters} characters, ${screens} screens, ` +
      `${waited.toFixed(1)} s of waiting: ${person.seconds().toFixed(1)} s in all.\n`,
  )
  expect(person.seconds()).toBeLessThan(90)

  const token = await tokenIn(page)
  const { body } = await get('/api/v1/playersAndTeams', { token })
  type Club = { name: string; orgAdmin: boolean; teams: { id: string; name: string }[] }
  const [club] = (body?.['organizations'] ?? []) as Club[]
  expect(club).toMatchObject({ name: 'Lakeside United', orgAdmin: true, teams: [{ name: 'U10 Pikes' }] })
  const team = await get(`/api/v1/team/${club?.teams[0]?.id}`, { token })
  const roster = team.body?.['players'] as { firstName: string; lastName: string }[]
  expect(roster.map(({ firstName, lastName }) => `${firstName} ${lastName}`).toSorted()).toEqual(players)
})

import { expect, it } from 'vitest'
import { handler as payer } from '#functions/subscriptions/payerHandler.ts'
import { organizationAdministrators } from '#functions/table/administrators.ts'
import { organizations } from '#functions/table/organizations.ts'
import { profiles } from '#functions/table/profiles.ts'
import { subscriptions } from '#functions/table/subscriptions.ts'
import { update, write } from '#functions/table/table.ts'
import type { Flag } from '#shared/permissions.ts'
import { stamp } from '../club.ts'
import { killedAtEvery } from '../simulatedProcess.ts'
import { deliverTo } from '../workers.ts'
import { aPerson, aStripe, signUp, start } from './signUps.ts'

const stripe = aStripe()
const consistent = { consistent: true }
const emailAtProvider = (customerId: string) =>
  stripe.books().get<{ email: string }>('platform', customerId, 'customer').email

/** A club opened by one person, with others who have these rights. */
async function aClub(...others: Flag[][]) {
  stripe.at(start)
  const opened = await aPerson()
  const { organizationId } = await signUp(opened, { teams: 1 })
  const organization = await organizations.get({ organizationId }, consistent)
  if (!organization) throw new Error('The club was not created.')
  const people: string[] = []
  for (const flags of others) {
    const userId = await aPerson()
    const administrator = { userId, firstName: 'Tia', lastName: 'T', flags }
    await write(stamp, ...organizationAdministrators.appoint(organization, administrator))
    people.push(userId)
  }
  const heard = (userId: string) => deliverTo(payer, organizationAdministrators.key({ organizationId, userId }), start)
  const row = async () => {
    const found = await subscriptions.get({ organizationId }, consistent)
    if (!found?.customerId) throw new Error('There is no customer.')
    return { startedBy: found.startedBy, email: emailAtProvider(found.customerId) }
  }
  return { organizationId, opened, people, heard, row }
}
type Club = Awaited<ReturnType<typeof aClub>>
const goes = ({ organizationId, opened: userId }: Club) =>
  write(stamp, ...organizationAdministrators.dismiss({ organizationId, userId }))

it('the provider’s customer gets the address of another billing administrator when the payer leaves', async () => {
  const club = await aClub(['canEditAdministrators'], ['canEditTeam'], ['canEditBilling'])
  const { opened, people, heard, row } = club
  expect(await row()).toEqual({ startedBy: opened, email: `${opened}@club.example` })
  // Changes of other people's rights have no effect.
  await heard(people[0] ?? '')
  expect((await row()).startedBy).toBe(opened)

  await goes(club)
  await heard(opened)
  const next = { startedBy: people[2], email: `${people[2]}@club.example` }
  expect(await row()).toEqual(next)
  await heard(opened)
  expect(await row()).toEqual(next)
})

it('a payer who loses the billing right is replaced only by somebody who has it', async () => {
  const club = await aClub(['canEditTeam'])
  const { organizationId, opened, people, heard, row } = club
  const id = { organizationId, userId: opened }
  const read = (await organizationAdministrators.of(club)).find(({ userId }) => userId === opened)
  if (!read) throw new Error('The user administers no club.')
  await write(stamp, ...organizationAdministrators.setFlags(id, read, ['canEditTeam']))
  await heard(opened)
  // There is no successor yet: it stays pending.
  expect((await row()).startedBy).toBe(opened)
  const [userId = ''] = people
  const other = (await organizationAdministrators.of(club)).find((each) => each.userId === userId)
  if (!other) throw new Error('The user administers no club.')
  await write(stamp, ...organizationAdministrators.setFlags({ organizationId, userId }, other, ['canEditBilling']))
  await heard(userId)
  expect(await row()).toEqual({ startedBy: userId, email: `${userId}@club.example` })
})

it('the provider’s customer follows the payer’s address and the club’s name', async () => {
  const club = await aClub(['canEditBilling'])
  const { organizationId, opened, people } = club
  const customer = async () => {
    const { customerId = '' } = (await subscriptions.get({ organizationId }, consistent)) ?? {}
    const { name, email } = stripe.books().get<{ name: string; email: string }>('platform', customerId, 'customer')
    return [name, email]
  }
  const moved = async (userId: string) => {
    await update(stamp, profiles.change({ userId }, { set: { email: `new-${userId}@club.example` } }))
    await deliverTo(payer, { ...profiles.key({ userId }), kind: 'Profile', change: 'changed' }, start)
  }
  await moved(people[0] ?? '')
  expect(await customer()).toEqual(['Riverside FC', `${opened}@club.example`])
  await moved(opened)
  expect(await customer()).toEqual(['Riverside FC', `new-${opened}@club.example`])
  await update(stamp, organizations.change({ organizationId }, { set: { name: 'Lakeside FC' } }))
  await deliverTo(payer, { ...organizations.key({ organizationId }), kind: 'Organization', change: 'changed' }, start)
  expect(await customer()).toEqual(['Lakeside FC', `new-${opened}@club.example`])
})

it('the payer is replaced correctly when interrupted at any call and repeated', async () => {
  const cuts = await killedAtEvery(async (dies) => {
    const club = await aClub(['canEditBilling'])
    const { opened, people, heard, row } = club
    await goes(club)
    await dies(() => heard(opened))
    await heard(opened)
    expect(await row()).toEqual({ startedBy: people[0], email: `${people[0]}@club.example` })
  })
  expect(cuts).toBeGreaterThanOrEqual(2)
})

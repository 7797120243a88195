// own: mail goes to a service of its own
import { beforeEach, expect, it } from 'vitest'
import { handler as remind } from '#functions/subscriptions/remindHandler.ts'
import { settle } from '#functions/subscriptions/settle.ts'
import { organizationAdministrators } from '#functions/table/administrators.ts'
import { write } from '#functions/table/table.ts'
import { stamp } from '../club.ts'
import { openPost } from '../mail/post.ts'
import { runScheduled } from '../workers.ts'
import { call } from '../call.ts'
import { aPerson, aStripe, signUp, start, typeCard } from './signUps.ts'

/** The mails to those who pay for a club. */

const stripe = aStripe()
const post = openPost()
beforeEach(() => {
  stripe.at(start)
})
const deliver = async (as: string, now: string) => {
  await post.deliver({ now })
  return post.mails.splice(0).filter(({ to }) => to === `${as}@club.example`)
}

it('a reminder is mailed a week and a day before the free period ends, once each', async () => {
  const as = await aPerson()
  const { orgId } = await signUp(as, { teams: 2 })
  const other = await aPerson()
  const coach = { userId: other, firstName: 'Tom', lastName: 'Team', flags: ['canEditEvents' as const] }
  await write(
    stamp,
    ...organizationAdministrators.appoint({ organizationId: orgId, name: 'Riverside FC' } as never, coach),
  )
  await post.deliver({ now: start })
  post.mails.length = 0

  const told: string[][] = []
  for (const time of ['2026-12-14T15:00:00Z', '2026-12-15T15:00:00Z', '2026-12-15T15:00:00Z', '2026-12-21T15:00:00Z']) {
    await runScheduled(remind, time)
    await post.deliver({ now: time })
    // Other clubs of these tests get their own mails.
    const ours = post.mails.splice(0).filter(({ to }) => [as, other].some((each) => to.startsWith(each)))
    told.push(ours.map(({ to, subject }) => `${to}: ${subject}`))
  }
  const mail = `${as}@club.example: Riverside FC: your free period ends on December 22, 2026`
  expect(told).toEqual([[], [mail], [], [mail]])
})

it('if nobody may edit billing, those who may edit administrators are mailed how to grant that right', async () => {
  const as = await aPerson()
  const { orgId } = await signUp(as, { teams: 2 })
  const id = { organizationId: orgId }
  const [founder] = await organizationAdministrators.of(id)
  if (!founder) throw new Error('The new club has no administrator.')
  const flags = founder.flags.filter((flag) => flag !== 'canEditBilling')
  await write(stamp, ...organizationAdministrators.setFlags({ ...id, userId: as }, founder, flags))
  await deliver(as, start)
  await runScheduled(remind, '2026-12-15T15:00:00Z')
  const [mail, ...more] = await deliver(as, '2026-12-15T15:00:00Z')
  expect([mail?.subject, more]).toEqual(['Riverside FC: your free period ends on December 22, 2026', []])
  expect(mail?.text).toContain('Nobody in your club has the right to edit billing any more.')
  expect(mail?.text).toContain(`https://app.club.example/settings/${orgId}/administrators`)
})

it('an ended free period without a card is mailed once', async () => {
  const as = await aPerson()
  const { orgId } = await signUp(as)
  await deliver(as, start)
  const after = '2026-12-22T12:10:00Z'
  stripe.at(after)
  await settle({ organizationId: orgId }, after)
  await settle({ organizationId: orgId }, after)
  const [mail, ...more] = await deliver(as, after)
  expect([mail?.subject, more]).toEqual(['Riverside FC: your subscription has ended', []])
  expect(mail?.text).toContain(`https://app.club.example/${orgId}/subscriptions/licenses`)
})

it('a failed card is mailed, unless another card has paid by then', async () => {
  const as = await aPerson()
  const failed = '2026-12-22T12:00:01Z'
  for (const isMended of [false, true]) {
    stripe.at(start)
    const { orgId } = await signUp(as)
    await typeCard(as, orgId, start, '4000000000000341')
    await deliver(as, start)
    stripe.at(failed)
    await settle({ organizationId: orgId }, failed)
    if (isMended) await typeCard(as, orgId, failed)
    const mails = await deliver(as, failed)
    expect(mails.map(({ subject }) => subject)).toEqual(
      isMended ? [] : ['Riverside FC: your card could not be charged'],
    )
    if (!isMended) expect(mails[0]?.text).toContain('until January 5, 2027')
  }
})

it('cancelling and resuming are mailed, and a cancelled subscription gets no reminder', async () => {
  const as = await aPerson()
  const { orgId } = await signUp(as)
  const ends = (ends: boolean) =>
    call('POST /rest-api/organization/billing/{orgId}/end', { as, orgId, now: start, body: { ends } })
  const subjects = async (now: string) => (await deliver(as, now)).map(({ subject }) => subject)
  await deliver(as, start)
  await ends(true)
  expect(await subjects(start)).toEqual(['Riverside FC: your subscription ends on December 22, 2026'])
  await runScheduled(remind, '2026-12-15T15:00:00Z')
  expect(await subjects('2026-12-15T15:00:00Z')).toEqual([])
  await ends(false)
  expect(await subjects(start)).toEqual(['Riverside FC: your subscription continues'])
})

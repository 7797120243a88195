// own: mail goes to a service of its own
import { expect, it, vi } from 'vitest'
import { sayIn } from '#functions/mail/say.ts'
import { handler as landing } from '#functions/register/landHandler.ts'
import { writers } from '#functions/register/mailWriters.ts'
import { events } from '#functions/table/events.ts'
import { invites } from '#functions/table/invites.ts'
import { registrationEntries, type RegistrationEntry } from '#functions/table/registrationEntries.ts'
import { registrationReaches } from '#functions/table/registrations.ts'
import { write } from '#functions/table/table.ts'
import { inviteOf, playerOf } from '#shared/ids.ts'
import { interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { aClub, anEvent, type Club, newPart, stamp } from '../club.ts'
import { killedAfter } from '../simulatedProcess.ts'
import { openPost } from '../mail/post.ts'
import { deliverTo } from '../workers.ts'
import { atEachWrite } from './eachWrite.ts'
import { aParent, aRegistration, fillIn, deliverEntry, option, finalize } from './registering.ts'

/** Dates are removed from an option: the registered families are told. */

const post = openPost()
const on = (day: number, name: string) => ({
  name,
  ...{ start: `2026-12-0${day}T18:00:00.000Z`, end: `2026-12-0${day}T19:00:00.000Z` },
})

/** An option with three or more dates of a team, and a player registered for it: Mia, who is on the Falcons, or a new one. */
async function aCamp(club: Club, { as, mia = false, more = 0 }: { as: string; mia?: boolean; more?: number }) {
  const rest = Array.from({ length: more }, (_, i) => on(4, `Date ${i}`))
  const dates = [on(1, 'First'), on(2, 'Second'), on(3, 'Third'), ...rest].map((date) => anEvent(club.falcons, date))
  await write(stamp, ...dates.map((event) => events.create(event)))
  const all = dates.map(({ eventId }) => eventId)
  const [first = '', second = '', third = ''] = all
  const registrationId = await aRegistration(club, {
    registration: { registrationType: 'EVENT', name: 'Winter camp' },
    options: [option('option-week', 0, null, all)],
  })
  const filling = { optionIds: ['option-week'], ...(mia && { playerId: club.mia.playerId }) }
  const { registrationPlayerId: id } = await fillIn(as, registrationId, mia ? 'Mia' : 'Nora', filling)
  expect((await finalize(as, [id], 0, { payBy: 'NONE' })).status).toBe(200)
  await deliverEntry(id)
  const change = async (eventIds: string[], revision = 0, now?: string) => {
    const { id: optionId, ...week } = option('option-week', 0, null, eventIds)
    const about = { as: club.user('admin'), registrationId, optionId, body: { ...week, revision }, ...(now && { now }) }
    const PUT = 'PUT /rest-api/registration/event-options/{registrationId}/{optionId}'
    expect((await call(PUT, about)).status).toBe(200)
  }
  const hear = () =>
    deliverTo(landing, {
      ...registrationReaches.key({ registrationId, optionId: 'option-week' }),
      ...{ kind: 'Registration reach', change: 'created' },
    })
  const told = async () =>
    (await post.outcomes(as)).flatMap(({ letter, about }) =>
      letter === 'datesGone' && about['registrationPlayerId'] === id ? [about['eventIds'] ?? ''] : [],
    )
  return { registrationId, id, all, first, second, third, change, hear, told }
}

it('a family is mailed once, in its language, which dates were removed from its registration', async () => {
  vi.stubEnv('SITE_URL', 'https://touchline.test')
  const club = await aClub()
  const as = await aParent(club, 'rosa')
  const camp = await aCamp(club, { as })
  await camp.change([camp.third])
  // Delivered twice.
  for (let heard = 0; heard < 2; heard++) await camp.hear()
  expect(await camp.told()).toEqual([`${camp.first},${camp.second}`])
  const about = { registrationPlayerId: camp.id, eventIds: `${camp.first},${camp.second}` }
  const letter = (language: 'en' | 'es', now = stamp.at) =>
    writers.datesGone(about, { to: { email: '', userId: as }, now, say: sayIn(language) })
  const english = await letter('en')
  expect([english?.subject, ...(english?.paragraphs ?? [])]).toEqual([
    'Fewer dates for Nora: Winter camp',
    'Springfield FC has removed 2 dates from Winter camp: they are no longer part of Nora’s registration.',
  ])
  expect(english?.facts).toEqual([
    ['First', 'Tue 1 Dec, 12:00 PM'],
    ['Second', 'Wed 2 Dec, 12:00 PM'],
  ])
  // Dates that are past by then, or were added again, are not mentioned; players off the whole registration get no mail.
  const spanish = await letter('es', '2026-12-01T20:00:00.000Z')
  expect(spanish?.paragraphs).toEqual([
    'Springfield FC ha quitado una fecha de Winter camp: ya no forma parte de la inscripción de Nora.',
  ])
  await camp.change([camp.second, camp.third], 1)
  expect((await letter('en'))?.facts?.map(([name]) => name)).toEqual(['First'])
  expect(await letter('en', '2026-12-01T20:00:00.000Z')).toBeUndefined()
  const set: Partial<RegistrationEntry> = { state: 'cancelled' }
  const entryId = { registrationId: camp.registrationId, playerId: playerOf(camp.id) }
  await write(stamp, registrationEntries.change(entryId, { set }))
  expect(await letter('en')).toBeUndefined()
})

it('a family is mailed of removed dates of its own team only where the registration had accepted them', async () => {
  const club = await aClub()
  const as = club.user('parent')
  const camp = await aCamp(club, { as, mia: true })
  const query = { status: 'Declined' as const, note: 'Away' }
  const inviteFile = inviteOf(camp.second, club.mia.playerId)
  expect((await call('GET /user/updateInviteStatus/{inviteFile}', { as, inviteFile, query })).status).toBe(200)
  await camp.change([camp.third])
  await camp.hear()
  expect(await camp.told()).toEqual([camp.first])
})

it('nothing is mailed of a removed date to which the player is no longer invited', async () => {
  const club = await aClub()
  const camp = await aCamp(club, { as: await aParent(club, 'rosa') })
  await write(stamp, invites.remove({ inviteId: inviteOf(camp.first, playerOf(camp.id)) }))
  await camp.change([camp.second, camp.third])
  await camp.hear()
  expect(await camp.told()).toEqual([])
})

it('invites to deleted or archived dates are removed, too, without a mail', async () => {
  const club = await aClub()
  const camp = await aCamp(club, { as: await aParent(club, 'rosa') })
  const [deleted, archived, stays] = camp.all.map((eventId) => ({ inviteId: inviteOf(eventId, playerOf(camp.id)) }))
  if (!deleted || !archived || !stays) throw new Error('no dates')
  await write(
    stamp,
    invites.change(deleted, { set: { deletedAt: stamp.at } }),
    invites.change(archived, { set: { archivedAt: stamp.at } }),
  )
  await camp.change([camp.third])
  await camp.hear()
  const left = await invites.getMany([deleted, archived, stays], { consistent: true })
  expect(left.map((invite) => invite?.status)).toEqual([undefined, undefined, 'Accepted'])
  expect(await camp.told()).toEqual([])
})

it('each family is mailed once when the processing is interrupted at any write', async () => {
  const club = await aClub()
  let camp: Awaited<ReturnType<typeof aCamp>> | undefined
  const writes = await atEachWrite(
    async () => {
      const made = await aCamp(club, { as: await aParent(club, newPart('u')) })
      camp = made
      await made.change([made.third])
      return made.hear
    },
    async (nth) => expect([nth, (await camp?.told())?.length]).toEqual([nth, 1]),
  )
  expect(writes).toBeGreaterThanOrEqual(2)
})

it('one mail names all dates removed in several batches, even if interrupted, and a later removal sends another', async () => {
  const club = await aClub()
  const camp = await aCamp(club, { as: await aParent(club, 'rosa'), more: 45 })
  const { all, first } = camp
  await camp.change([first])
  const theirs = () => invites.getMany(all.map((eventId) => ({ inviteId: inviteOf(eventId, playerOf(camp.id)) })))
  const count = async () => (await theirs()).filter((each) => each !== undefined).length
  expect(await killedAfter(1, camp.hear)).toBe(true)
  expect(await count()).toBe(8)
  for (let heard = 0; heard < 2; heard++) await camp.hear()
  expect(await count()).toBe(1)
  expect((await camp.told()).map((eventIds) => eventIds.split(','))).toEqual([all.slice(1)])

  await camp.change([camp.second], 1, '2026-11-21T18:05:00Z')
  await camp.hear()
  expect((await camp.told()).toSorted((a, b) => a.length - b.length)).toEqual([first, all.slice(1).join(',')])
})

it('a family whose removed own-team date is added again is asked once by mail, and not accepted automatically', async () => {
  const club = await aClub()
  const camp = await aCamp(club, { as: club.user('parent'), mia: true })
  const { registrationId, first, second, third } = camp
  const { playerId } = club.mia
  const inviteTo = (eventId: string) => invites.get({ inviteId: inviteOf(eventId, playerId) }, { consistent: true })
  const later = { registrationId, optionIds: ['option-week'] }
  await camp.change([second, third])
  await camp.hear()
  expect(await camp.told()).toEqual([first])
  expect((await inviteTo(first))?.mail).toBeUndefined()

  // Also a date to which the team has invited them, and which no mail mentioned.
  const fourth = anEvent(club.falcons, on(4, 'Fourth'))
  const asked = invites.unansweredInvite(fourth, { ...club.mia })
  await write(stamp, events.create(fourth), invites.create(asked))
  await camp.change([first, second, third, fourth.eventId], 1)
  for (let heard = 0; heard < 2; heard++) await camp.hear()
  const back = await inviteTo(first)
  expect(back).toMatchObject({ status: 'Pending', mail: 'wanted', later, version: 3 })
  expect(back?.answeredBy).toBeUndefined()
  const own = await inviteTo(fourth.eventId)
  expect(own).toMatchObject({ status: 'Pending', answerId: 'unanswered', later, version: 2 })
  expect(own?.mail).toBeUndefined()

  const id = { registrationId, playerId: playerOf(camp.id) }
  await write(stamp, registrationEntries.change(id, { set: { landing: 'again' } }))
  await deliverEntry(camp.id)
  const all = await Promise.all([first, second, fourth.eventId].map(inviteTo))
  expect(all.map((each) => each?.status)).toEqual(['Pending', 'Accepted', 'Pending'])
})

it('an unanswered own-team date added and removed later leaves no trace, and a new registration accepts it', async () => {
  const club = await aClub()
  const as = club.user('parent')
  const camp = await aCamp(club, { as, mia: true })
  const { registrationId, first, second, third } = camp
  const { playerId } = club.mia
  const added = [on(4, 'Fourth'), on(5, 'Fifth')].map((date) => anEvent(club.falcons, date))
  const [fourth = '', fifth = ''] = added.map(({ eventId }) => eventId)
  const inviteTo = (eventId: string) => invites.get({ inviteId: inviteOf(eventId, playerId) }, { consistent: true })
  await write(stamp, ...added.map((event) => events.create(event)))
  await camp.change([first, second, third, fourth, fifth])
  await camp.hear()
  const inviteFile = inviteOf(fifth, playerId)
  const query = { status: 'Accepted' as const }
  expect((await call('GET /user/updateInviteStatus/{inviteFile}', { as, inviteFile, query })).status).toBe(200)
  expect([await inviteTo(fourth), await inviteTo(fifth)]).toMatchObject([
    { status: 'Pending', later: { registrationId } },
    { status: 'Accepted', later: { registrationId } },
  ])
  await camp.change([first, second, third], 1, '2026-11-21T18:05:00Z')
  for (let heard = 0; heard < 2; heard++) await camp.hear()
  // The date is still their team’s, and they have not answered, or have accepted themselves.
  expect((await inviteTo(fifth))?.status).toBe('Accepted')
  expect([(await inviteTo(fourth))?.later, (await inviteTo(fifth))?.later]).toEqual([undefined, undefined])
  expect(await camp.told()).toEqual([])

  const id = { registrationId, playerId: playerOf(camp.id) }
  await camp.change([first, second, third, fourth], 2, '2026-11-21T18:10:00Z')
  await write(stamp, registrationEntries.change(id, { set: { landing: 'wanted' } }))
  await camp.hear()
  await deliverEntry(camp.id)
  expect((await inviteTo(fourth))?.status).toBe('Accepted')
})

it.each([
  ['moved', 1],
  ['again', 1],
  // A newly registered family reads its dates in the confirmation mail.
  ['wanted', 0],
] as const)(
  'a family whose player’s entry is being processed as %s is mailed the right number of times, in any order',
  async (landing, told) => {
    const club = await aClub()
    const camp = await aCamp(club, { as: await aParent(club, 'rosa') })
    const id = { registrationId: camp.registrationId, playerId: playerOf(camp.id) }
    await write(stamp, registrationEntries.change(id, { set: { landing } }))
    await camp.change([camp.second, camp.third])
    const theirs = () => invites.get({ inviteId: inviteOf(camp.first, playerOf(camp.id)) }, { consistent: true })
    // Its first write makes the player land again; before its second write, they have landed.
    const lands = async () => {
      await deliverEntry(camp.id)
      expect(await theirs()).toBeUndefined()
    }
    await interleave('TransactWriteCommand', lands, camp.hear, 2)
    expect(await camp.told()).toEqual(Array.from({ length: told }, () => camp.first))
    // The next removal is processed before they land.
    await write(stamp, registrationEntries.change(id, { set: { landing } }))
    await camp.change([camp.third], 1, '2026-11-21T18:05:00Z')
    await camp.hear()
    await deliverEntry(camp.id)
    expect((await camp.told()).toSorted()).toEqual([camp.first, camp.second].slice(0, 2 * told).toSorted())
  },
)

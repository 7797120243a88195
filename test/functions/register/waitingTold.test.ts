// own: expired holds are looked for in the whole table, and mail goes to a service of its own
import { expect, it } from 'vitest'
import { sayIn } from '#functions/mail/say.ts'
import { handler as lapse } from '#functions/register/lapsedHandler.ts'
import { writers } from '#functions/register/mailWriters.ts'
import { offerPlaces } from '#functions/register/release.ts'
import { registrationEntries, type RegistrationEntry } from '#functions/table/registrationEntries.ts'
import { registrations } from '#functions/table/registrations.ts'
import { write } from '#functions/table/table.ts'
import { playerOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { aClub, stamp } from '../club.ts'
import { openPost } from '../mail/post.ts'
import { aParent, aRegistration, entryOf, fillIn, finalize } from './registering.ts'

/** Families are told when they are on the waiting list, and when their place has expired, with a link to the registration. */

const post = openPost()
const told = async (as: string, which: string) =>
  (await post.outcomes(as)).flatMap(({ letter, about }) => (letter === which ? [about] : []))
const now = '2026-11-21T18:05:00Z'

it('joining the waiting list is mailed once for all children of the family, with a link to leave it', async () => {
  const club = await aClub()
  const deposit = { places: 0, waitingList: true, depositInCents: 2000, name: 'Camp' }
  const registrationId = await aRegistration(club, { registration: deposit })
  const as = await aParent(club, 'rosa')
  const filled = [await fillIn(as, registrationId, 'Nora'), await fillIn(as, registrationId, 'Ola')]
  const ids = filled.map(({ registrationPlayerId }) => registrationPlayerId)
  for (let sent = 0; sent < 2; sent++)
    expect((await finalize(as, ids, 20_000, { wait: true, deposit: 4000 })).status).toBe(200)
  const about = { registrationPlayerId: ids[0] ?? '', also: ids[1] ?? '' }
  expect(await told(as, 'waiting')).toEqual([about])
  const letter = (language: 'en' | 'es', userId = as) =>
    writers.waiting(about, { to: { email: '', userId }, now, say: sayIn(language) })
  const english = await letter('en')
  expect([english?.subject, ...(english?.paragraphs ?? [])]).toEqual([
    'On the waiting list: Nora and Ola, Camp',
    'On the waiting list for Camp: Nora and Ola. When a place becomes free, Springfield FC emails you and holds it for 2 days.',
    'The deposit of $40.00 has not been paid yet. You will only be offered a place once it is.',
  ])
  expect(english?.link).toEqual({
    address: `https://app.club.example/register/${registrationId}`,
    text: 'See your position or leave the list',
  })
  expect(await letter('en', club.user('parent'))).toBeUndefined()
  const body = { registrationPlayerId: about.registrationPlayerId }
  await call('POST /rest-api/register/{registrationId}/withdraw', { as, registrationId, body })
  expect((await letter('es'))?.subject).toBe('En la lista de espera: Ola, Camp')
  // Leaving the list oneself triggers no mail.
  expect(await told(as, 'placeLapsed')).toEqual([])
})

it('an expired place is mailed once, with a link to register again', async () => {
  const club = await aClub()
  const registrationId = await aRegistration(club, { registration: { places: 0, waitingList: true, name: 'Camp' } })
  const as = await aParent(club, 'rosa')
  const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora')
  const { registrationPlayerId: paying } = await fillIn(as, registrationId, 'Ola')
  await finalize(as, [id, paying], 20_000, { wait: true })
  await write(stamp, registrations.change({ registrationId }, { set: { places: 2 } }))
  expect(await offerPlaces({ ...stamp, at: now }, registrationId)).toBe(2)
  const until = (await entryOf(id))?.heldUntil ?? ''
  const change = (place: string, set: Partial<RegistrationEntry>) =>
    write(stamp, registrationEntries.change({ registrationId, playerId: playerOf(place) }, { set }))
  await change(paying, { state: 'paying' })
  await lapse({ time: now })
  expect(await told(as, 'placeLapsed')).toEqual([])
  for (let heard = 0; heard < 2; heard++) await lapse({ time: '2026-11-23T18:06:00Z' })
  const lapsed = await told(as, 'placeLapsed')
  expect(lapsed).toHaveLength(2)
  expect(lapsed).toContainEqual({ registrationPlayerId: id, was: 'offered', until })
  expect(lapsed).toContainEqual({ registrationPlayerId: paying, was: 'paying', until })
  const letter = (was: 'offered' | 'paying', language: 'en' | 'es' = 'en') =>
    writers.placeLapsed(
      { registrationPlayerId: id, was, until },
      { to: { email: '', userId: as }, now, say: sayIn(language) },
    )
  const offered = await letter('offered')
  expect([offered?.subject, offered?.link?.address]).toEqual([
    'Place no longer held for Nora: Camp',
    `https://app.club.example/register/${registrationId}`,
  ])
  expect(offered?.paragraphs[0]).toMatch(
    /^A place in Camp was held for Nora until Monday, November 23, 2026 at 12:05\sPM, Central Standard Time, but nobody took it by then\./,
  )
  expect((await letter('paying'))?.paragraphs[0]).toMatch(/it was not paid for by then\. You owe nothing for it\.$/)
  expect((await letter('paying', 'es'))?.subject).toBe('Ya no está guardada la plaza de Nora: Camp')
  // If the player has been registered again meanwhile, no mail is sent.
  await change(id, { state: 'registered' })
  expect(await letter('offered')).toBeUndefined()
})

it('the receipt links to the registration, and to the payments while something is due', async () => {
  const club = await aClub()
  const registrationId = await aRegistration(club)
  const as = await aParent(club, 'rosa')
  const { registrationPlayerId } = await fillIn(as, registrationId, 'Nora')
  await finalize(as, [registrationPlayerId], 10_000)
  const receipt = () =>
    writers.registered({ registrationPlayerId }, { to: { email: '', userId: as }, now, say: sayIn('en') })
  const address = `https://app.club.example/register/${registrationId}`
  expect((await receipt())?.buttons?.map((link) => link.address)).toEqual([
    'https://app.club.example/payments?myPlayers=true',
    address,
  ])
  const entry = { registrationId, playerId: playerOf(registrationPlayerId) }
  await write(stamp, registrationEntries.change(entry, { set: { payBy: 'NONE' } }))
  expect((await receipt())?.link).toEqual({ address, text: 'See the registration' })
})

import { describe, expect, it } from 'vitest'
import { sayIn } from '#functions/mail/say.ts'
import { writers } from '#functions/registrations/mailWriters.ts'
import type { handler as Invited } from '#functions/registrations/invitedHandler.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { registrationInvitations, registrations } from '#functions/table/registrations.ts'
import { teams } from '#functions/table/teams.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { type ChangedItem, deliverTo } from '../workers.ts'
import { aParent, aRegistration } from '../register/registering.ts'

process.env.SITE_URL = 'https://app.club.example'

it('an invitation links to the invited player only for a guardian, and reveals no player id to others', async () => {
  const club = await aClub()
  await aParent(club, 'parent')
  await aParent(club, 'stranger')
  const registrationId = await aRegistration(club)
  const { playerId } = club.mia
  const linkFor = async (email: string, about: { playerId?: string } = { playerId }) => {
    const invited = { registrationId, email, invitedAt: stamp.at, state: 'invited', mail: 'told', ...about } as const
    await write(stamp, registrationInvitations.create(invited))
    const call = { to: { email }, now: stamp.at, say: sayIn('en') }
    return (await writers.registrationInvitation({ registrationId, email }, call))?.link?.address
  }
  const site = `https://app.club.example/register/${registrationId}`
  expect(await linkFor('parent@family.example')).toBe(`${site}/player/${playerId}`)
  expect(await linkFor('stranger@family.example')).toBe(site)
  expect(await linkFor('nobody@family.example')).toBe(site)
  expect(await linkFor('parent2@family.example', {})).toBe(site)
})

it('an invitation is not mailed to a child’s own account', async () => {
  const club = await aClub()
  const userId = await aParent(club, 'parent')
  const id = { registrationId: await aRegistration(club), email: 'parent@family.example' }
  const { playerId } = club.mia
  const invited = { ...id, playerId, invitedAt: stamp.at, state: 'invited', mail: 'told' } as const
  await write(stamp, registrationInvitations.create(invited))
  const message = () => writers.registrationInvitation(id, { to: { email: id.email }, now: stamp.at, say: sayIn('en') })
  expect(await message()).toBeDefined()
  await write(stamp, playerAccounts.create({ userId, playerId }))
  expect(await message()).toBeUndefined()
})

const email = 'gran@family.example'
/** As rendered by the mailer, in the reader's language. */
const letterAt = (registrationId: string, language: 'en' | 'es', now: string) =>
  writers.registrationInvitation({ registrationId, email }, { to: { email }, now, say: sayIn(language) })
/** A registration of the Falcons with dates, and an invitation that was not mailed yet. */
async function anInvited(club: Club, dates: object) {
  const registrationId = await aRegistration(club, { registration: dates })
  const invited = { registrationId, email, invitedAt: stamp.at, state: 'invited', mail: 'wanted' } as const
  await write(stamp, registrationInvitations.create(invited))
  return registrationId
}

it('an invitation states opening and closing date, with time and time zone if it has a time', async () => {
  const club = await aClub()
  const dates = { launchDate: '2026-11-22', launchTime: '18:00', closeDate: '2026-12-20' }
  const registrationId = await anInvited(club, dates)
  const factsIn = async (language: 'en' | 'es') =>
    (await letterAt(registrationId, language, '2026-11-20T12:00:00Z'))?.facts
  expect(await factsIn('en')).toEqual([
    ['Opens', 'November 22, 2026, 6:00 PM, Central Standard Time'],
    ['Closes', 'December 20, 2026'],
  ])
  const [opens, closes] = (await factsIn('es')) ?? []
  expect(opens?.[1]).toMatch(/^22 de noviembre de 2026, .*6:00.*, .*central/)
  expect(closes).toEqual(['Cierra', '20 de diciembre de 2026'])
})

describe('invitations to a closed registration', () => {
  const mailOf = async (registrationId: string) =>
    (await registrationInvitations.get({ registrationId, email }, { consistent: true }))?.mail
  async function heard(heardOf: ChangedItem, now: string) {
    const { handler }: { handler: typeof Invited } = await import('#functions/registrations/invitedHandler.ts')
    await deliverTo(handler, heardOf, now)
  }
  const said = async (club: Club, registrationId: string, now: string) =>
    (
      await call('GET /rest-api/registration/invitations/{registrationId}/summary', {
        as: club.user('admin'),
        registrationId,
        now,
      })
    ).body.mailed

  it('are held back after its closing date, and mailed once it is open again', async () => {
    const club = await aClub()
    const registrationId = await anInvited(club, { closeDate: '2026-11-20' })
    const now = '2026-11-25T12:00:00Z'
    expect(await letterAt(registrationId, 'en', now)).toBeUndefined()
    await heard({ kind: registrationInvitations.kind, ...registrationInvitations.key({ registrationId, email }) }, now)
    expect([await mailOf(registrationId), await said(club, registrationId, now)]).toEqual(['wanted', 'open'])
    await write(stamp, registrations.change({ registrationId }, { set: { closeDate: null } }))
    await heard({ kind: registrations.kind, ...registrations.key({ registrationId }) }, now)
    expect([await mailOf(registrationId), await said(club, registrationId, now)]).toEqual(['told', 'now'])
    expect(await letterAt(registrationId, 'en', now)).toBeDefined()
  })

  it('are held back while its team is archived, and mailed once it is restored', async () => {
    const club = await aClub()
    const { teamId } = club.falcons
    const registrationId = await anInvited(club, {})
    await write(stamp, teams.change({ teamId }, { set: { archivedAt: stamp.at } }))
    expect(await letterAt(registrationId, 'en', stamp.at)).toBeUndefined()
    await heard(
      { kind: registrationInvitations.kind, ...registrationInvitations.key({ registrationId, email }) },
      stamp.at,
    )
    expect([await mailOf(registrationId), await said(club, registrationId, stamp.at)]).toEqual(['wanted', 'open'])
    await write(stamp, teams.change({ teamId }, { set: { archivedAt: undefined } }))
    await heard({ kind: teams.kind, ...teams.key({ teamId }) }, stamp.at)
    expect(await mailOf(registrationId)).toBe('told')
  })
})

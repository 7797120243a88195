import { expect, it } from 'vitest'
import { familyOf } from '#functions/families/people/familyOf.ts'
import { familyInvitedCounts } from '#functions/table/familyInvitations.ts'
import { suppressedAddresses } from '#functions/table/suppressedAddresses.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'

let last = 0
const invite = (club: Club, email: string, as = 'admin', relation: 'own' | 'following' = 'own') =>
  call('POST /rest-api/families/player/{playerId}/invite', {
    as: club.user(as),
    playerId: club.mia.playerId,
    body: { invitationId: `invitation${String(++last).padStart(8, '0')}`, email, name: 'Gran', relation },
  })
const invited = async ({ mia }: Club) => (await familyOf(mia.playerId)).invitations.map(({ email }) => email)

it.each([
  ['bounced', 'admin', 'own'],
  ['complained', 'parent', 'following'],
] as const)(
  'inviting an address suppressed as %s creates no invitation and returns noMail',
  async (because, as, relation) => {
    const club = await aClub()
    const email = `gone-${club.organizationId}@family.example`
    await write(stamp, suppressedAddresses.create({ email, because, since: stamp.at }))
    expect((await invite(club, email.toUpperCase(), as, relation)).body).toEqual({ noMail: true })
    expect(await invited(club)).toEqual([])
    expect((await invite(club, 'here@family.example', as, relation)).body).toEqual({})
    expect(await invited(club)).toEqual(['here@family.example'])
    // The owner of the address wants mail again.
    await write(stamp, suppressedAddresses.remove({ email }))
    expect((await invite(club, email, as, relation)).body).toEqual({})
    expect(await invited(club)).toContain(email)
  },
)

it('trying out addresses counts toward the daily limit of invitations', async () => {
  const club = await aClub()
  const email = `gone-${club.organizationId}@family.example`
  await write(stamp, suppressedAddresses.create({ email, because: 'bounced', since: stamp.at }))
  const day = '2026-11-21'
  const on = { organizationId: club.organizationId, day, userId: club.user('parent') }
  await write(stamp, familyInvitedCounts.upsert(on, { set: { invited: 99 } }))
  expect((await invite(club, email, 'parent', 'following')).body).toEqual({ noMail: true })
  expect((await invite(club, email, 'parent', 'following')).refusal.code).toBe('too_many_sent')
})

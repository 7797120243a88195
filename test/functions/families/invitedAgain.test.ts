import { expect, it } from 'vitest'
import { familyInvitations } from '#functions/table/familyInvitations.ts'
import { call } from '../call.ts'
import { aClub } from '../club.ts'

it('an invitation that was corrected before it was sent again, since its reply was lost, is refused: the first stands', async () => {
  const club = await aClub()
  const { playerId } = club.mia
  const first = { name: 'Gran', email: 'grna@family.example', relation: 'own' as const }
  const [invitationId, another] = ['a', 'b'].map((letter) => letter.repeat(32))
  const invite = (changes: object = {}) => {
    const body = { invitationId: invitationId ?? '', ...first, ...changes }
    return call('POST /rest-api/families/player/{playerId}/invite', { as: club.user('admin'), playerId, body })
  }
  expect((await invite()).status).toBe(200)
  expect((await invite({ email: 'GRNA@family.example' })).status).toBe(200)
  for (const corrected of [{ email: 'gran@family.example' }, { relation: 'following' }, { name: 'Ana' }])
    expect((await invite(corrected)).refusal.code).toBe('saved_before')
  const id = { playerId, invitationId: invitationId ?? '' }
  expect(await familyInvitations.get(id, { consistent: true })).toMatchObject(first)
  expect((await invite({ invitationId: another, email: 'gran@family.example' })).status).toBe(200)
})

import { expect, it } from 'vitest'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { families, players } from '#functions/table/players.ts'
import { sessions } from '#functions/table/sessions.ts'
import { update, write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { stamp } from '../club.ts'
import { aClubWithTrainer, anAssignment } from './assigning.ts'

it('feedback by a coach who is a child requires two adults who can read it', async () => {
  const club = await aClubWithTrainer()
  const assignmentId = await anAssignment(club)
  const [young, { playerId }] = [club.user('young'), club.mia]
  await families.join(stamp, { playerId: club.leo.playerId, userId: young, relation: 'own' })
  const coach = { userId: young, firstName: 'Leo', lastName: 'Moreno', flags: ['canEditTeam' as const] }
  await write(
    stamp,
    playerAccounts.create({ userId: young, playerId: club.leo.playerId }),
    ...teamAdministrators.appoint(club.falcons, coach),
  )
  const say = async (feedback: string) => {
    const PUT = 'PUT /rest-api/assignment/{assignmentId}/player/{playerId}/feedback'
    const { status, refusal } = await call(PUT, { as: young, assignmentId, playerId, body: { feedback } })
    return status === 200 ? 'said' : refusal.code
  }
  expect(await say('Two guardians and a coach read it')).toBe('said')
  await write(stamp, ...families.leave({ playerId, userId: club.user('parent2'), relation: 'own' }))
  expect(await say('A guardian and a coach read it')).toBe('said')
  await update(stamp, sessions.upsert({ userId: club.user('trainer') }, { set: { disabled: true } }))
  expect(await say('Only a guardian reads it')).toBe('chat_needs_adult')
  await families.join(stamp, { playerId, userId: club.user('trainer'), relation: 'own' })
  expect(await say('The coach who cannot sign in is family, too')).toBe('chat_needs_adult')
  await update(stamp, players.change({ playerId: club.leo.playerId }, { set: { bornOn: '1990-01-01' } }))
  expect(await say('By a grown-up')).toBe('said')
})

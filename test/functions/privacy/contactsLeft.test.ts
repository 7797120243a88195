import { expect, it, vi } from 'vitest'
import { emailUsers } from '#functions/table/emailUsers.ts'
import { playerDetails } from '#functions/table/playerDetails.ts'
import { families, players } from '#functions/table/players.ts'
import { profiles } from '#functions/table/profiles.ts'
import { update, write } from '#functions/table/table.ts'
import { aClub, stamp } from '../club.ts'
import { eraseUser } from './eraseUser.ts'

it('erasing a guardian keeps an emergency contact that the family adds concurrently', async () => {
  const club = await aClub()
  const { playerId } = club.sam
  const gone = { userId: crypto.randomUUID(), email: `${crypto.randomUUID()}@gone.example` }
  await write(stamp, profiles.create({ ...gone, firstName: 'Gus', lastName: 'Ardian' }), emailUsers.create(gone))
  await families.join(stamp, { playerId, userId: gone.userId, relation: 'own' })
  await families.join(stamp, { playerId, userId: club.user('parent'), relation: 'own' })
  const contact = (name: string, email: string) => ({ name, relation: '', email, phone: '555' })
  const [theirs, gran] = [contact('Gus', gone.email), contact('Gran', 'gran@x.test')]
  await write(stamp, playerDetails.create({ playerId, contacts: [theirs] }))
  const read = playerDetails.get
  let met = 0
  const spy = vi.spyOn(playerDetails, 'get').mockImplementation(async (...asked) => {
    const found = await read(...asked)
    if (asked[0].playerId === playerId && ++met === 1) {
      await update(stamp, playerDetails.change({ playerId }, { set: { contacts: [theirs, gran] } }))
      await update(stamp, players.change({ playerId }, { set: { contacts: ['Gus', 'Gran'] } }))
    }
    return found
  })
  await eraseUser(gone.userId)
  spy.mockRestore()
  expect((await playerDetails.get({ playerId }, { consistent: true }))?.contacts).toEqual([gran])
  expect((await players.get({ playerId }, { consistent: true }))?.contacts).toEqual(['Gran'])
})

import { expect, it } from 'vitest'
import { myConversations } from '#functions/table/conversations.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { between } from '../between.ts'
import { type Club, stamp } from '../club.ts'
import { aChattingClub, listFor, placed, say, unread } from './chatting.ts'

const add = (club: Club) => teamPlayers.add(stamp, club.leo.playerId, club.falcons)
const remove = (club: Club) => teamPlayers.remove(stamp, club.leo.playerId, club.falcons)
/** Two workers hear side by side: the second one while the first acts upon what it has read. */
const sideBySide = (club: Club, meanwhile: () => Promise<unknown>) =>
  between(
    'TransactWriteCommand',
    async () => {
      await meanwhile()
      await placed(club, 'leos')
    },
    () => placed(club, 'leos'),
  )

it('who was taken off a team and put back at once is in its conversation', async () => {
  const club = await aChattingClub()
  await remove(club)
  await sideBySide(club, () => add(club))
  expect(await listFor(club.user('leos'))).toMatchObject([{ friendlyName: 'Falcons' }])
})

it('who was put on it and taken off at once is not, and nothing of it is left unread', async () => {
  const club = await aChattingClub()
  const leos = club.user('leos')
  await remove(club)
  await placed(club, 'leos')
  await add(club)
  await sideBySide(club, () => remove(club))
  expect(await myConversations.get({ conversationSid: club.chat, userId: leos }, { consistent: true })).toBeUndefined()
  await say(club.chat, club.user('parent'), 'Who drives?')
  expect(await unread(leos)).toBe(0)
})

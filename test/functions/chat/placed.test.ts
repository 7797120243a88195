import { expect, it } from 'vitest'
import { refreshCopies } from '#functions/copies/refreshCopies.ts'
import { conversations, myConversations } from '#functions/table/conversations.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { update } from '#functions/table/table.ts'
import { teams } from '#functions/table/teams.ts'
import { interleave } from '../interleave.ts'
import { type Club, stamp } from '../club.ts'
import { aChattingClub, deliverConversation, deliverPeople, listFor, sendMessage, unreadCount } from './chatting.ts'

const add = (club: Club) => teamPlayers.add(stamp, club.leo.playerId, club.falcons)
const remove = (club: Club) => teamPlayers.remove(stamp, club.leo.playerId, club.falcons)
/** Two workers run concurrently: the second while the first acts on what it has read. */
const sideBySide = (club: Club, meanwhile: () => Promise<unknown>) =>
  interleave(
    'TransactWriteCommand',
    async () => {
      await meanwhile()
      await deliverPeople(club, 'leos')
    },
    () => deliverPeople(club, 'leos'),
  )

it('a player removed from a team and added again is in its conversation despite concurrent workers', async () => {
  const club = await aChattingClub()
  await remove(club)
  await sideBySide(club, () => add(club))
  expect(await listFor(club.user('leos'))).toMatchObject([{ friendlyName: 'Falcons' }])
})

it('a player added and removed again is not in it, and has nothing unread', async () => {
  const club = await aChattingClub()
  const leos = club.user('leos')
  await remove(club)
  await deliverPeople(club, 'leos')
  await add(club)
  await sideBySide(club, () => remove(club))
  expect(await myConversations.get({ conversationSid: club.chat, userId: leos }, { consistent: true })).toBeUndefined()
  await sendMessage(club.chat, club.user('parent'), 'Who drives?')
  expect(await unreadCount(leos)).toBe(0)
})

/** Renames a team, as happens each season, and updates its copies. */
async function rename({ falcons, chat }: Club & { chat: string }, name: string) {
  await update(stamp, teams.change(falcons, { set: { name } }))
  await refreshCopies('Team', teams.key(falcons))
  await deliverConversation(chat)
}

it('a team’s conversation is listed by the team’s new name for all members', async () => {
  const club = await aChattingClub()
  await rename(club, 'Hawks')
  for (const name of ['parent', 'trainer'])
    expect(await listFor(club.user(name))).toMatchObject([{ friendlyName: 'Hawks', type: 'team' }])
  expect(await refreshCopies('Team', teams.key(club.falcons))).toBe(0)
})

it('a new member joins a conversation with the team’s current name, even if it is being renamed', async () => {
  const club = await aChattingClub()
  const named = async () =>
    (await conversations.get({ conversationSid: club.chat }, { consistent: true }))?.friendlyName
  const comesAnew = async (meanwhile: () => Promise<unknown>) => {
    await remove(club)
    await deliverPeople(club, 'leos')
    await teamPlayers.add(stamp, club.leo.playerId, await teams.read(club.falcons))
    await interleave('TransactWriteCommand', meanwhile, () => deliverPeople(club, 'leos'))
  }
  await update(stamp, teams.change(club.falcons, { set: { name: 'Hawks' } }))
  await comesAnew(async () => {})
  expect([await named(), (await listFor(club.user('leos')))[0]?.friendlyName]).toEqual(['Hawks', 'Hawks'])
  await comesAnew(() => rename(club, 'Owls'))
  expect([await named(), (await listFor(club.user('leos')))[0]?.friendlyName]).toEqual(['Owls', 'Owls'])
})

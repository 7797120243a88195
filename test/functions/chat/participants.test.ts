import { describe, expect, it } from 'vitest'
import { organizationAdministrators } from '#functions/table/administrators.ts'
import { chatRules } from '#functions/table/chatRules.ts'
import { organizations } from '#functions/table/organizations.ts'
import { update, write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { stamp } from '../club.ts'
import { aChattingClub, addChildAccount } from './chatting.ts'

const OF_CLUB = 'GET /rest-api/chat-user/available-participants'
const OF_TEAMS = 'GET /rest-api/chat-user/available-participants/teams'
const OF_PLAYERS = 'GET /rest-api/chat-user/available-participants/players'
const CLUBS = 'GET /rest-api/chat-user/available-orgs'
const ENABLED = 'GET /rest-api/chat/enabled/{orgUnitId}'

type Answer = { body: { status: string; data: { chatParticipants: { name: string }[] } } }
const names = ({ body }: Answer) => body.data.chatParticipants.map(({ name }) => name.split(' ')[0])

describe('participants', () => {
  it('are listed by club, by team and for players', async () => {
    const club = await aChattingClub()
    const { organizationId } = club
    const as = club.user('parent')
    const ofClub = await call(OF_CLUB, { as, query: { organizationId } })
    expect(ofClub.body.status).toBe('success')
    expect(names(ofClub)).toEqual(['admin', 'Carmen', 'Lea', 'Peter'])
    const ofTeams = await call(OF_TEAMS, { as, query: { teamIds: club.falcons.teamId } })
    expect(names(ofTeams)).toEqual(['Carmen', 'Lea', 'Peter'])
    const ofPlayers = await call(OF_PLAYERS, { as: club.user('trainer'), query: { playerIds: club.mia.playerId } })
    expect(names(ofPlayers)).toEqual(['Paula', 'Peter'])
    expect((await call(OF_TEAMS, { as, query: { teamIds: club.otters.teamId } })).status).toBe(403)
    expect((await call(OF_PLAYERS, { as, query: { playerIds: club.leo.playerId } })).status).toBe(403)
    expect(names(await call(OF_CLUB, { as: club.user('fan'), query: { organizationId } }))).toEqual([])
  })

  it('who are children are visible to their coach and own family only, and see coaches only', async () => {
    const club = await aChattingClub()
    const kid = await addChildAccount(club)
    const seenBy = async (as: string) => names(await call(OF_TEAMS, { as, query: { teamIds: club.falcons.teamId } }))
    expect(await seenBy(club.user('trainer'))).toContain('Mia')
    expect(await seenBy(club.user('parent'))).toContain('Mia')
    expect(await seenBy(club.user('leos'))).not.toContain('Mia')
    expect(await seenBy(kid)).toEqual(['Carmen'])
  })
})

describe('chat availability', () => {
  it('lists clubs with chat enabled, sorted by name', async () => {
    const [one, two, three] = [await aChattingClub(), await aChattingClub(), await aChattingClub()]
    const as = crypto.randomUUID()
    const names = [
      [one, 'Zephyr'],
      [two, 'athletic'],
      [three, 'Quiet'],
    ] as const
    for (const [{ organization, organizationId }, name] of names) {
      const person = { userId: as, firstName: 'A', lastName: 'B', flags: ['chatEnabled' as const] }
      await write(stamp, ...organizationAdministrators.appoint(organization, person))
      await update(stamp, organizations.change({ organizationId }, { set: { name } }))
    }
    await update(stamp, organizations.change({ organizationId: three.organizationId }, { set: { chatEnabled: false } }))
    expect((await call(CLUBS, { as })).body.map(({ orgName }) => orgName)).toEqual(['athletic', 'Zephyr'])
  })

  it('is given per club and team, unless disabled for the team', async () => {
    const club = await aChattingClub()
    const { organizationId } = club
    const enabled = async (as: string, orgUnitId: string) =>
      (await call(ENABLED, { as: club.user(as), orgUnitId })).body.enabled
    expect(await enabled('parent', organizationId)).toBe(true)
    expect(await enabled('trainer', club.falcons.teamId)).toBe(true)
    expect(await enabled('fan', club.falcons.teamId)).toBe(false)
    expect(await enabled('coach', club.falcons.teamId)).toBe(false)
    await write(stamp, chatRules.create({ organizationId, offTeams: [club.falcons.teamId] }))
    expect(await enabled('parent', club.falcons.teamId)).toBe(false)
    expect(await enabled('parent', organizationId)).toBe(true)
  })
})

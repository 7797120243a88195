import { describe, expect, it } from 'vitest'
import { createEvent } from '#functions/calendar/createEvent.ts'
import { copies, type Source } from '#functions/copies/copies.ts'
import { handler } from '#functions/copies/handler.ts'
import { refreshCopies } from '#functions/copies/refreshCopies.ts'
import { organizationAdministrators, teamAdministrators } from '#functions/table/administrators.ts'
import { events } from '#functions/table/events.ts'
import { invites } from '#functions/table/invites.ts'
import { meOf } from '#functions/table/me.ts'
import { organizations } from '#functions/table/organizations.ts'
import { players } from '#functions/table/players.ts'
import { profiles } from '#functions/table/profiles.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { update, write } from '#functions/table/table.ts'
import { organizationTeams, teams } from '#functions/table/teams.ts'
import { inviteOf } from '#shared/ids.ts'
import { sportOf } from '#shared/rules/sports.ts'
import { interleave } from '../interleave.ts'
import { aClub, anEvent, type Club, newPart, stamp } from '../club.ts'
import { killedAfter } from '../simulatedProcess.ts'
import { deliverTo } from '../workers.ts'

const consistent = { consistent: true }
const problem = (code: string) => expect.objectContaining({ name: 'Problem', code })

/** Follows a change of one item, and the changes that result from it, as the worker would. */
async function follow(kind: Source, key: { pk: string; sk: string }, club: Club): Promise<void> {
  await refreshCopies(kind, key)
  if (kind === 'Organization')
    for (const team of [club.falcons, club.otters]) await follow('Team', teams.key(team), club)
  if (kind === 'Team') {
    for (const player of [...club.falconPlayers, club.sam]) await follow('Player', players.key(player), club)
    await follow('Event', events.key(club.game), club)
  }
}

const renameTeam = ({ falcons }: Club, name: string) => write(stamp, teams.change(falcons, { set: { name } }))
const seenOfTeam = async ({ falcons, mia, game, user, invite }: Club) => {
  const [coach, parent, fan] = await Promise.all(['coach', 'parent', 'fan'].map((who) => meOf({ userId: user(who) })))
  return {
    list: (await organizationTeams.get(falcons, consistent))?.name,
    coach: coach?.access.organizations[0]?.teams[0]?.name,
    player: (await players.get(mia, consistent))?.teams[0]?.name,
    parent: parent?.access.players[0]?.teams[0]?.name,
    fan: fan?.access.following[0]?.teams[0]?.name,
    event: (await events.get(game, consistent))?.teamName,
    invite: (await invites.get({ inviteId: invite(mia) }, consistent))?.teamName,
  }
}
const everywhere = (name: string) =>
  Object.fromEntries(['list', 'coach', 'player', 'parent', 'fan', 'event', 'invite'].map((place) => [place, name]))

describe('copies are updated', () => {
  it('with a renamed team: lists, members, players and families, events and invites', async () => {
    const club = await aClub()
    expect(await seenOfTeam(club)).toEqual(everywhere('Falcons'))
    await renameTeam(club, 'Hawks')
    await follow('Team', teams.key(club.falcons), club)
    expect(await seenOfTeam(club)).toEqual(everywhere('Hawks'))
    expect(await refreshCopies('Team', teams.key(club.falcons))).toBe(0)
  })

  it('with an archived team: in its list and with its players', async () => {
    const club = await aClub()
    const archivedAt = '2026-12-01T12:00:00Z'
    await write(stamp, teams.change(club.falcons, { set: { archivedAt } }))
    await follow('Team', teams.key(club.falcons), club)
    expect(await organizationTeams.get(club.falcons, consistent)).toMatchObject({ archivedAt })
    expect((await meOf({ userId: club.user('parent') })).access.players[0]?.teams[0]?.archivedAt).toBe(archivedAt)
  })

  it('with a renamed club: administrators, teams and coaches, and its own events', async () => {
    const club = await aClub()
    const { organizationId } = club
    const meeting = {
      ...anEvent(club.falcons, { teamName: 'Springfield FC' }),
      eventId: `${organizationId}.${newPart('e')}`,
    }
    await createEvent(stamp, meeting, [club.sam])
    // The sport determines what its fields are called.
    const set = { name: 'Shelbyville FC', sport: sportOf('Hockey') }
    await write(stamp, organizations.change({ organizationId }, { set }))
    await follow('Organization', organizations.key({ organizationId }), club)
    await follow('Event', events.key(meeting), club)
    const named = async (who: string) => (await meOf({ userId: club.user(who) })).access.organizations[0]?.name
    expect([await named('admin'), await named('coach')]).toEqual(['Shelbyville FC', 'Shelbyville FC'])
    const [invited] = await invites.ofEvent(meeting)
    expect(invited?.firstName).toBe('Sam')
    const shown = { teamName: 'Shelbyville FC', fieldLabel: sportOf('Hockey').fieldLabel }
    expect(await events.get(meeting, consistent)).toMatchObject(shown)
    expect((await invites.between(club.sam.playerId, meeting.start, meeting.start))[0]).toMatchObject(shown)
  })

  it('with a moved event: its invites move and keep their answers', async () => {
    const club = await aClub()
    const inviteId = club.invite(club.mia)
    await invites.answer(stamp, { inviteId, status: 'Declined', note: 'ill' })
    const moved = { start: '2026-12-24T18:00:00Z', end: '2026-12-24T19:00:00Z', location: undefined }
    await update(stamp, events.change(club.game, { set: moved }))
    expect(await refreshCopies('Event', events.key(club.game))).toBe(3)
    const [invite, ...others] = await invites.between(club.mia.playerId, moved.start, moved.start)
    expect(others).toEqual([])
    expect(invite).toMatchObject({ start: moved.start, end: moved.end, status: 'Declined', note: 'ill' })
    expect(invite).not.toHaveProperty('location')
  })

  it('with an event of 150 players, completing what was interrupted', async () => {
    const club = await aClub()
    const many = Array.from({ length: 150 }, (_, i) => ({
      ...{ playerId: `${club.organizationId}.${newPart('p')}`, firstName: `Player ${i}`, lastName: 'x' },
    }))
    const event = anEvent(club.otters)
    await createEvent(stamp, event, many)
    await update(stamp, events.change(event, { set: { name: 'Cup final' } }))
    const refresh = () => refreshCopies('Event', events.key(event))
    expect(await killedAfter(100, refresh)).toBe(true)
    expect(await refresh()).toBe(150 - 100)
    expect(await refresh()).toBe(0)
    const ids = (await invites.ofEvent(event)).map(({ playerId }) => ({ inviteId: inviteOf(event.eventId, playerId) }))
    const names = (await invites.getMany(ids, consistent)).map((invite) => invite?.name)
    expect([names.length, new Set(names)]).toEqual([150, new Set(['Cup final'])])
  })

  it('with a renamed player: rosters, invites and families', async () => {
    const club = await aClub()
    const { mia } = club
    await write(stamp, players.change(mia, { set: { firstName: 'Maria' } }))
    await refreshCopies('Player', players.key(mia))
    expect(await teamPlayers.get({ ...club.falcons, ...mia }, consistent)).toMatchObject({ firstName: 'Maria' })
    expect(await invites.get({ inviteId: club.invite(mia) }, consistent)).toMatchObject({ firstName: 'Maria' })
    expect((await meOf({ userId: club.user('parent') })).access.players[0]?.firstName).toBe('Maria')
    expect((await meOf({ userId: club.user('fan') })).access.following[0]?.firstName).toBe('Maria')
  })

  it('with a renamed user: the lists of coaches and administrators', async () => {
    const club = await aClub()
    const [userId, names] = [club.user('coach'), { firstName: 'Orkun', lastName: 'Kökçü' }]
    await write(stamp, profiles.create({ userId, email: '', ...names }))
    await write(
      stamp,
      ...organizationAdministrators.appoint(club.organization, { userId, firstName: 'x', lastName: 'y', flags: [] }),
    )
    await deliverTo(handler, { kind: 'Profile', ...profiles.key({ userId }) })
    expect(await teamAdministrators.get({ userId, ...club.falcons }, consistent)).toMatchObject(names)
    expect(await organizationAdministrators.get({ userId, ...club.organization }, consistent)).toMatchObject(names)
    expect(
      await organizationAdministrators.get({ userId: club.user('admin'), ...club.organization }),
    ).not.toMatchObject(names)
  })
})

describe('the worker that updates copies', () => {
  it('does not overwrite a newer change', async () => {
    const club = await aClub()
    const key = teams.key(club.falcons)
    await renameTeam(club, 'Older')
    const newer = async () => {
      await renameTeam(club, 'Newer')
      await follow('Team', key, club)
    }
    await interleave('TransactWriteCommand', newer, () => refreshCopies('Team', key))
    expect(await seenOfTeam(club)).toEqual(everywhere('Newer'))
  })

  it('does not overwrite a newer change at any of several single writes', async () => {
    const club = await aClub()
    const key = events.key(club.game)
    const named = async () => (await invites.getMany(everyone, consistent)).map((invite) => invite?.name)
    const everyone = club.falconPlayers.map((player) => ({ inviteId: club.invite(player) }))
    for (const nth of [1, 2, 3]) {
      await update(stamp, events.change(club.game, { set: { name: `Older ${nth}` } }))
      const newer = async () => {
        await update(stamp, events.change(club.game, { set: { name: `Newer ${nth}` } }))
        await refreshCopies('Event', key)
      }
      await interleave('UpdateCommand', newer, () => refreshCopies('Event', key), nth)
      expect(await named()).toEqual(everyone.map(() => `Newer ${nth}`))
    }
    // Items from before versions were recorded are updated as well.
    await update(stamp, invites.change(everyone[0]!, { set: { eventVersion: undefined } }))
    await update(stamp, events.change(club.game, { set: { name: 'Last' } }))
    await refreshCopies('Event', key)
    expect(await named()).toEqual(everyone.map(() => 'Last'))
  })

  it('leaves no copy deleted of an event that is restored meanwhile', async () => {
    const club = await aClub()
    const key = events.key(club.game)
    const everyone = club.falconPlayers.map((player) => ({ inviteId: club.invite(player) }))
    for (const nth of [1, 2, 3]) {
      await update(stamp, events.change(club.game, { set: { deletedAt: '2026-11-20T18:00:00Z' } }))
      const bringBack = async () => {
        await update(stamp, events.change(club.game, { set: { deletedAt: undefined } }))
        await refreshCopies('Event', key)
      }
      await interleave('UpdateCommand', bringBack, () => refreshCopies('Event', key), nth)
      const rows = await invites.getMany(everyone, consistent)
      expect(rows.map((invite) => invite?.deletedAt)).toEqual(everyone.map(() => undefined))
    }
  })

  it('does not recreate an invite that is withdrawn meanwhile', async () => {
    const club = await aClub()
    await update(stamp, events.change(club.game, { set: { name: 'Cup final' } }))
    const inviteId = club.invite(club.leo)
    const takeBack = () => write(stamp, invites.remove({ inviteId }))
    await interleave('UpdateCommand', takeBack, () => refreshCopies('Event', events.key(club.game)))
    expect(await invites.get({ inviteId }, consistent)).toBeUndefined()
    expect(await invites.get({ inviteId: club.invite(club.mia) }, consistent)).toMatchObject({ name: 'Cup final' })
  })

  it('keeps a team that a player joins meanwhile', async () => {
    const club = await aClub()
    await renameTeam(club, 'Hawks')
    const join = () => teamPlayers.add(stamp, club.mia.playerId, club.otters)
    await interleave('TransactWriteCommand', join, () => refreshCopies('Team', teams.key(club.falcons)))
    const names = (await players.get(club.mia, consistent))?.teams.map(({ name }) => name)
    expect(names).toEqual(['Hawks', 'Otters'])
  })

  it('ends with the current value after eight concurrent changes', async () => {
    const club = await aClub()
    const key = teams.key(club.falcons)
    const settled = async (): Promise<void> => {
      // When its attempts are used up, the message stays in the queue and is delivered again.
      await refreshCopies('Team', key).catch(() => settled())
    }
    const names = Array.from({ length: 8 }, (_, i) => `Name ${i}`)
    await Promise.all(names.map((name) => renameTeam(club, name).then(settled)))
    await follow('Team', key, club)
    expect(await seenOfTeam(club)).toEqual(everywhere((await teams.get(club.falcons, consistent))?.name ?? ''))
  })

  it('changes nothing for a deleted item, and rejects a kind without copies', async () => {
    const club = await aClub()
    await write(stamp, events.remove(club.game))
    expect(await refreshCopies('Event', events.key(club.game))).toBe(0)
    await expect(deliverTo(handler, { kind: 'Counts', pk: 'USER#x', sk: 'ME#COUNTS' })).rejects.toThrow('left')
  })
})

describe('creating a copy', () => {
  it('is rejected with conflict when its source has changed since it was read', async () => {
    const club = await aClub()
    await renameTeam(club, 'Hawks')
    const coach = { userId: newPart('u'), firstName: 'A', lastName: 'B', flags: [] }
    await expect(write(stamp, ...teamAdministrators.appoint(club.falcons, coach))).rejects.toEqual(problem('conflict'))
    await expect(teamPlayers.add(stamp, club.sam.playerId, club.falcons)).rejects.toEqual(problem('conflict'))
    expect((await players.get(club.sam, consistent))?.teams.map(({ name }) => name)).toEqual(['Otters'])
  })
})

it('every declared copy is an attribute of the items that hold it', async () => {
  const club = await aClub()
  const rows: Partial<Record<string, object>> = {
    'Organization administrator': {
      ...(await organizationAdministrators.get({ userId: club.user('admin'), ...club.organization })),
      ...{ avatarAt: undefined, avatarName: undefined },
    },
    'Team player': Object.assign({ tags: undefined }, await teamPlayers.get({ ...club.falcons, ...club.mia })),
    'Organization team': Object.assign(
      { archivedAt: undefined, season: undefined, color: undefined },
      await organizationTeams.get(club.falcons),
    ),
    Invite: {
      ...(await invites.get({ inviteId: club.invite(club.mia) })),
      ...{ answerBy: undefined, cancelled: undefined, cancelReason: undefined, deletedAt: undefined },
      archivedAt: undefined,
    },
    Event: { ...(await events.get(club.game)), archivedAt: undefined },
  }
  for (const { into } of Object.values(copies))
    for (const [kind, attributes] of Object.entries<readonly string[]>(into))
      if (rows[kind]) expect(Object.keys(rows[kind])).toEqual(expect.arrayContaining([...attributes]))
})

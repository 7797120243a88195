import { describe, expect, it, vi } from 'vitest'
import { licences } from '#functions/table/licences.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { update } from '#functions/table/table.ts'
import { organizationTeams, teams } from '#functions/table/teams.ts'
import { interleave } from '../interleave.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'

const ARCHIVE = 'POST /o/{orgUnitId}/archive'
const UNARCHIVE = 'POST /o/{orgUnitId}/unarchive'
const CREATE = 'POST /rest-api/teams/create/{orgId}'
const consistent = { consistent: true }
const problem = (code: string) => expect.objectContaining({ name: 'Problem', code })

const usedIn = async (club: Club) => (await licences.get(club, consistent))?.used
const isArchived = async (team: { teamId: string }) =>
  (await Promise.all([teams.get(team, consistent), organizationTeams.get(team, consistent)])).map(
    (row) => row?.archivedAt !== undefined,
  )
const fields = { sport: 'Soccer', season: '2026/27', color: '#13693a', isRosterVisible: true } as const
const open = (club: Club, name: string, teamId = `${club.organizationId}.${newPart('t')}`, changes: object = {}) =>
  call(CREATE, { as: club.user('admin'), orgId: club.organizationId, body: { teamId, name, ...fields, ...changes } })

describe('a team', () => {
  it('is archived and restored, with its list entry and its license', async () => {
    const club = await aClub({ licences: 2 })
    const who = { as: club.user('admin'), orgUnitId: club.otters.teamId }
    const archived = await call(ARCHIVE, who)
    expect(archived.body).toEqual({ success: true, message: 'Successfully archived team' })
    expect([await isArchived(club.otters), await usedIn(club)]).toEqual([[true, true], 1])
    expect((await call(ARCHIVE, who)).body.success).toBe(true)
    expect(await usedIn(club)).toBe(1)

    const back = await call(UNARCHIVE, who)
    expect(back.body).toEqual({ success: true, message: 'Successfully unarchived team' })
    expect([await isArchived(club.otters), await usedIn(club)]).toEqual([[false, false], 2])
    expect((await call(UNARCHIVE, who)).body.success).toBe(true)
    expect(await usedIn(club)).toBe(2)
  })

  it('is created with a license, once per id, and not without a license', async () => {
    const club = await aClub({ licences: 3 })
    const teamId = `${club.organizationId}.${newPart('t')}`
    expect((await open(club, 'Herons', teamId)).status).toBe(200)
    expect((await open(club, 'Herons', teamId)).status).toBe(200)
    // Changed before it is repeated, it is refused: the team stays as first sent.
    expect((await open(club, 'Grey Herons', teamId)).refusal.code).toBe('saved_before')
    expect((await open(club, 'Herons', teamId, { color: '' })).refusal.code).toBe('saved_before')
    expect(await usedIn(club)).toBe(3)
    const { body } = await call('GET /api/v1/orgOverview/{orgId}', {
      as: club.user('admin'),
      orgId: club.organizationId,
    })
    expect(body.licenses).toEqual({ given: 3, used: 3, licensesRemaining: 0 })
    expect(body.teams.map(({ name, season, color }) => [name, season, color])).toEqual([
      ['Falcons', '', ''],
      ['Herons', '2026/27', '#13693a'],
      ['Otters', '', ''],
    ])
    const { status, refusal } = await open(club, 'Storks')
    expect([status, refusal.code]).toEqual([412, 'no_licence'])
  })

  it('is not restored without a free license', async () => {
    const club = await aClub({ licences: 2 })
    const who = { as: club.user('admin'), orgUnitId: club.otters.teamId }
    await call(ARCHIVE, who)
    await open(club, 'Herons')
    const { status, refusal } = await call(UNARCHIVE, who)
    expect([status, refusal.code]).toEqual([412, 'no_licence'])
    expect(refusal.message).toContain('no team license left')
    expect(await isArchived(club.otters)).toEqual([true, true])
  })

  it('rejects a player when it is archived between the check and the write', async () => {
    const club = await aClub()
    const adds = () => teamPlayers.add(stamp, club.mia.playerId, club.otters)
    const archives = () => teams.archive(stamp, club.otters)
    await expect(interleave('TransactWriteCommand', archives, adds)).rejects.toEqual(problem('conflict'))
    const { players } = await teamPlayers.withTeam(club.otters)
    expect(players.map(({ firstName }) => firstName)).toEqual(['Sam'])
  })
})

describe('concurrent restores', () => {
  /** Ten archived teams restored by ten people at once, with one license left. */
  async function tenBack() {
    const club = await aClub({ licences: 12 })
    const ids = Array.from({ length: 10 }, () => `${club.organizationId}.${newPart('t')}`)
    for (const [i, teamId] of ids.entries()) await open(club, `Team ${i}`, teamId)
    for (const teamId of ids) await teams.archive(stamp, { teamId })
    await update(stamp, licences.change(club, { set: { given: 3 } }))
    const answers = await Promise.all(ids.map((orgUnitId) => call(UNARCHIVE, { as: club.user('admin'), orgUnitId })))
    return { club, ids, answers }
  }

  it('of ten teams with one license left restore exactly one', async () => {
    const { club, ids, answers } = await tenBack()
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(9).fill(412)])
    expect(new Set(answers.filter(({ status }) => status === 412).map(({ refusal }) => refusal.code))).toEqual(
      new Set(['no_licence']),
    )
    expect(await usedIn(club)).toBe(3)
    const back = await Promise.all(ids.map((teamId) => isArchived({ teamId })))
    expect(back.filter(([team]) => !team)).toHaveLength(1)
    for (const [team, line] of back) expect(line).toBe(team)
  })

  it('would take too many licenses without the condition on the write', async () => {
    const planted = vi.spyOn(licences, 'use').mockImplementation((id) => licences.change(id, { add: { used: 1 } }))
    try {
      const { answers } = await tenBack()
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    } finally {
      planted.mockRestore()
    }
  })

  it('of the same team by ten requests take one license', async () => {
    const club = await aClub({ licences: 5 })
    await teams.archive(stamp, club.otters)
    const who = { as: club.user('admin'), orgUnitId: club.otters.teamId }
    const answers = await Promise.all(Array.from({ length: 10 }, () => call(UNARCHIVE, who)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await usedIn(club)).toBe(2)
  })
})

import { strFromU8, unzipSync } from 'fflate'
import { streamXlsxRows } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { refreshCopies } from '#functions/copies/refreshCopies.ts'
import { familyInvitations } from '#functions/table/familyInvitations.ts'
import { guardians } from '#functions/table/guardians.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { playerDetails } from '#functions/table/playerDetails.ts'
import { noticeChoices } from '#functions/table/noticeChoices.ts'
import { players } from '#functions/table/players.ts'
import { profiles } from '#functions/table/profiles.ts'
import { rosterRows } from '#functions/table/rosterRows.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { update, write } from '#functions/table/table.ts'
import { teams } from '#functions/table/teams.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'

const OF_CLUB = 'GET /api/v1/playerReportByOrganization/{orgId}'
const OF_TEAM = 'GET /api/v1/playerReportByTeam/{teamId}'

async function ofClub(club: Club, query: { columns?: string; format?: 'csv' | 'xlsx' }, as = 'admin') {
  const answer = await call(OF_CLUB, { as: club.user(as), orgId: club.organizationId, query })
  return { ...answer, text: answer.bytes.toString() }
}

/** Mia with everything a report can contain, on two teams. */
async function known(club: Club) {
  const { playerId } = club.mia
  await teamPlayers.add(stamp, playerId, club.otters, { number: '21', position: 'Wing' })
  await update(stamp, rosterRows.change({ teamId: club.falcons.teamId, playerId }, { set: { number: '7' } }))
  await update(
    stamp,
    players.change({ playerId }, { set: { bornOn: '2015-04-01', tags: [{ id: 'x', name: 'Keeper' }] } }),
  )
  const contacts = [
    { name: 'Rosa Moreno', relation: 'Aunt', email: 'ROSA@club.test', phone: '' },
    { name: 'Ana Moreno', relation: 'Mother', email: 'ana@club.test', phone: '+1 555 0100' },
  ]
  await write(
    stamp,
    playerDetails.upsert({ playerId }, { set: { contacts, medical: 'Nuts, "tree" ones' } }),
    guardians.create({ playerId, guardianId: 'g1', name: 'Rosa Moreno', email: 'rosa@club.test', phone: '555' }),
  )
}

describe('the report of a club', () => {
  it('has exactly the requested columns in fixed order, and one line per player by name', async () => {
    const club = await aClub()
    await known(club)
    const { text, headers } = await ofClub(club, { columns: 'number,firstName,team,position,tags,lastName' })
    expect(text).toBe(
      '\ufeffFirst name,Last name,Team,Number,Position,Tags\r\n' +
        'Ada,Moreno,Falcons,,,\r\n' +
        'Leo,Moreno,Falcons,,,\r\n' +
        'Mia,Moreno,"Falcons, Otters","7, 21",", Wing",Keeper\r\n' +
        'Sam,Moreno,Otters,,,\r\n',
    )
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toBe("attachment; filename*=UTF-8''players-2026-11-21.csv")
  })

  it('lists archived teams in a separate column, except in the archived team’s own report', async () => {
    const club = await aClub()
    await known(club)
    await teams.archive(stamp, club.otters)
    await refreshCopies('Team', teams.key(club.otters))
    const columns = 'firstName,team,number,archivedTeams'
    const { text } = await ofClub(club, { columns })
    expect(text.trim().split('\r\n').slice(1)).toEqual([
      'Ada,Falcons,,',
      'Leo,Falcons,,',
      'Mia,Falcons,7,Otters',
      'Sam,,,Otters',
    ])
    const ofTeam = await call(OF_TEAM, { as: club.user('admin'), teamId: club.otters.teamId, query: { columns } })
    expect(ofTeam.bytes.toString().trim().split('\r\n').slice(1)).toEqual(['Mia,Otters,21,', 'Sam,Otters,,'])
  })

  it('lists a guardian once who is known to both the club and the family', async () => {
    const club = await aClub()
    await known(club)
    const columns = 'guardianName,guardianEmail,guardianPhone,otherName,otherEmail,otherPhone,bornOn'
    const { text } = await ofClub(club, { columns })
    expect(text.split('\r\n')[3]).toBe(
      "2015-04-01,Rosa Moreno,rosa@club.test,555,Ana Moreno,ana@club.test,'+1 555 0100",
    )
  })

  it('lists family accounts first, with the club’s phone numbers, and no followers', async () => {
    const club = await aClub()
    await known(club)
    const account = (name: string, firstName: string, email: string) =>
      profiles.create({ userId: club.user(name), firstName, lastName: 'Moreno', email })
    await write(
      stamp,
      account('parent', 'Rosa', 'Rosa@club.test'),
      account('parent2', 'Pablo', 'pablo@club.test'),
      account('fan', 'Gran', 'gran@club.test'),
    )
    const columns = 'guardianName,guardianEmail,guardianPhone,otherName,otherEmail,otherPhone'
    const { text } = await ofClub(club, { columns })
    expect(text.split('\r\n')[3]).toBe('Rosa Moreno,Rosa@club.test,555,Pablo Moreno,pablo@club.test,')
  })

  it('does not list a child’s own account as a guardian', async () => {
    const club = await aClub()
    const account = (name: string, firstName: string) =>
      profiles.create({ userId: club.user(name), firstName, lastName: 'Moreno', email: `${name}@club.test` })
    const own = playerAccounts.create({ userId: club.user('parent2'), playerId: club.mia.playerId })
    await write(stamp, account('parent', 'Rosa'), account('parent2', 'Mia'), own)
    const { text } = await ofClub(club, { columns: 'guardianName,guardianEmail,otherName,otherEmail' })
    expect(text.split('\r\n')[3]).toBe('Rosa Moreno,parent@club.test,,')
  })

  it('lists a guardian once whose address has changed, or who was invited at another one', async () => {
    const club = await aClub()
    await known(club)
    const { playerId } = club.mia
    const userId = club.user('parent')
    const email = 'new@club.test'
    const invited = { playerId, invitationId: 'i1', email: 'ana@club.test', name: 'Ana', relation: 'own' as const }
    await write(
      stamp,
      profiles.create({ userId, firstName: 'Ana', lastName: 'Moreno', email, emailsBefore: ['rosa@club.test'] }),
      familyInvitations.create({
        ...invited,
        playerIds: [playerId],
        invitedBy: club.user('admin'),
        invitedAt: stamp.at,
        state: 'accepted',
        acceptedBy: userId,
      }),
    )
    const { text } = await ofClub(club, { columns: 'guardianEmail,guardianPhone,otherName,otherEmail' })
    expect(text.split('\r\n')[3]).toBe('new@club.test,555,,')
  })

  it('has the same content as a workbook', async () => {
    const club = await aClub()
    await known(club)
    const { bytes, headers } = await ofClub(club, { columns: 'firstName,bornOn,id', format: 'xlsx' })
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    const rows: unknown[] = []
    for await (const { values } of streamXlsxRows(bytes)) rows.push(values)
    expect(rows[0]).toEqual(['First name', 'Date of birth', 'Player'])
    expect(rows[3]).toEqual(['Mia', '2015-04-01', club.mia.playerId])
    expect(rows).toHaveLength(5)
  })

  it('is a workbook in Spanish for a Spanish-speaking caller, including the sheet’s name', async () => {
    const club = await aClub()
    await write(stamp, noticeChoices.create({ userId: club.user('admin'), language: 'es' }))
    const { bytes } = await ofClub(club, { columns: 'firstName', format: 'xlsx' })
    expect(strFromU8(unzipSync(bytes)['xl/workbook.xml'] ?? new Uint8Array())).toContain('name="Jugadores"')
  })

  it('escapes formulas in names', async () => {
    const club = await aClub()
    const formulas = ['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', '\u00a0=1', '\uff1d1']
    const tags = async (name: string) =>
      update(stamp, players.change({ playerId: club.mia.playerId }, { set: { tags: [{ id: 'x', name }] } }))
    for (const formula of formulas) {
      await tags(formula)
      const { text } = await ofClub(club, { columns: 'tags' })
      expect(text).toBe(`\ufeffTags\r\n\r\n\r\n'${formula.trim()}\r\n\r\n`)
    }
    await tags('=1+1')
    const { bytes } = await ofClub(club, { columns: 'tags', format: 'xlsx' })
    const rows: unknown[] = []
    for await (const { values } of streamXlsxRows(bytes)) rows.push(values[0])
    expect(rows).toContain('=1+1')
    expect(strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())).not.toContain('<f>')
  })

  it('contains medical notes only for those who may see them, and rejects unknown columns', async () => {
    const club = await aClub()
    await known(club)
    const { falcons } = club
    expect((await ofClub(club, { columns: 'medical' })).text).toContain('"Nuts, ""tree"" ones"')
    const asCoach = (columns: string) =>
      call(OF_TEAM, { as: club.user('coach'), teamId: falcons.teamId, query: { columns } })
    expect((await asCoach('firstName,medical')).refusal.code).toBe('not_allowed')
    expect((await asCoach('firstName')).status).toBe(200)
    expect((await asCoach('firstName,password')).status).toBe(400)
    expect((await asCoach('')).status).toBe(400)
  })
})

describe('the report of a team', () => {
  it('contains only its own players, and nothing of their other teams', async () => {
    const club = await aClub()
    await known(club)
    const { bytes } = await call(OF_TEAM, {
      as: club.user('coach'),
      teamId: club.falcons.teamId,
      query: { columns: 'firstName,team,number' },
    })
    expect(bytes.toString()).toBe('\ufeffFirst name,Team,Number\r\nAda,Falcons,\r\nLeo,Falcons,\r\nMia,Falcons,7\r\n')
  })

  it('is rejected for another team’s coach and for families', async () => {
    const club = await aClub()
    const ask = (as: string) => call(OF_TEAM, { as: club.user(as), teamId: club.otters.teamId, query: {} })
    for (const as of ['coach', 'parent', 'fan']) expect((await ask(as)).refusal.code).toBe('not_allowed')
    expect((await ofClub(club, {}, 'coach')).refusal.code).toBe('not_allowed')
    await teams.archive(stamp, club.otters)
    expect((await ask('admin')).status).toBe(200)
  })
})

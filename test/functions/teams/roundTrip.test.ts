import { expect, it } from 'vitest'
import { refreshCopies } from '#functions/copies/refreshCopies.ts'
import { guardians } from '#functions/table/guardians.ts'
import { families, players } from '#functions/table/players.ts'
import { playerDetails } from '#functions/table/playerDetails.ts'
import { profiles } from '#functions/table/profiles.ts'
import { rosterRows } from '#functions/table/rosterRows.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { update, write } from '#functions/table/table.ts'
import { teams } from '#functions/table/teams.ts'
import { noticeChoices } from '#functions/table/noticeChoices.ts'
import { guessColumns } from '#shared/rules/columns.ts'
import { usualColumns } from '#shared/rules/reportColumns.ts'
import { columnsWithOwnFields } from '#shared/rules/playerColumns.ts'
import { readPlayerRow } from '#shared/rules/readPlayerRow.ts'
import { readText } from '#web/sheets/readText.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { checkRows, allPlayers, importRows } from '../families/importing.ts'

const isTaken = (column: string) => column !== 'tags' && column !== 'archivedTeams'
/** Reads a club’s own unchanged export into import rows. */
async function exported(club: Club) {
  const answer = await call('GET /api/v1/playerReportByOrganization/{orgId}', {
    as: club.user('admin'),
    orgId: club.organizationId,
    query: {},
  })
  const { rows } = readText(answer.bytes.toString())
  const { headRows, fields } = guessColumns(rows, columnsWithOwnFields([]))
  expect(fields).toEqual(usualColumns.map((column) => (isTaken(column) ? column : undefined)))
  const { organizations } = (await call('GET /api/v1/playersAndTeams', { as: club.user('admin') })).body
  const reading = { order: 'ymd', today: '2026-11-22', teams: organizations[0]?.teams ?? [] } as const
  return rows.slice(headRows).flatMap((row, index) => {
    const cells = Object.fromEntries(fields.flatMap((field, column) => (field ? [[field, row[column] ?? '']] : [])))
    const { row: first, also = [], faults } = readPlayerRow(headRows + index + 1, cells, reading)
    expect(faults).toEqual([])
    return [first, ...also]
  })
}

it.each(['en', 'es'] as const)('a club’s own export in %s, imported unchanged, changes nothing', async (language) => {
  const club = await aClub()
  await write(stamp, noticeChoices.create({ userId: club.user('admin'), language }))
  const { mia, leo, falcons, otters, user } = club
  // One on two teams with a number on each, and one on two teams with a number on the second only.
  await teamPlayers.add(stamp, mia.playerId, otters, { number: '77', position: 'Wing' })
  await update(stamp, rosterRows.change({ ...falcons, playerId: mia.playerId }, { set: { number: '2' } }))
  await teamPlayers.add(stamp, leo.playerId, otters, { number: '5' })
  await update(stamp, players.change({ playerId: mia.playerId }, { set: { bornOn: '2015-04-01' } }))
  // A family account, a contact that starts like a formula, and a guardian whose phone number is only in the contact.
  const userId = user('parent')
  await write(stamp, profiles.create({ userId, email: 'Pat@Home.example', firstName: 'Pat', lastName: 'Moreno' }))
  await families.join(stamp, { playerId: leo.playerId, userId, relation: 'own' })
  const contact = { name: 'Ana Moreno', relation: 'Mother', email: 'ana@club.test', phone: '+1 555 0100' }
  await write(
    stamp,
    playerDetails.upsert({ playerId: club.ada.playerId }, { set: { contacts: [contact] } }),
    playerDetails.upsert({ playerId: club.sam.playerId }, { set: { contacts: [contact] } }),
    guardians.create({ playerId: club.sam.playerId, guardianId: 'g1', name: 'Ana Moreno', email: 'ana@club.test' }),
  )
  // An archived team keeps its players.
  await teams.archive(stamp, otters)
  const rows = await exported(club)
  expect(rows).toHaveLength(6)
  expect((await checkRows(club, rows)).map(({ does, changes }) => [does, changes])).toEqual(
    rows.map(() => ['same', []]),
  )
  const before = await allPlayers(club)
  expect(await importRows(club, rows)).toMatchObject({ same: 6, added: 0, changed: 0, refused: [] })
  expect(await allPlayers(club)).toEqual(before)
})

it('an import does not add players of an archived team to an active one with the same name', async () => {
  const club = await aClub()
  const { falcons, otters, falconPlayers, sam } = club
  await teams.archive(stamp, falcons)
  await refreshCopies('Team', teams.key(falcons))
  await update(stamp, teams.change(otters, { set: { name: 'Falcons' } }))
  await refreshCopies('Team', teams.key(otters))
  const rows = await exported(club)
  expect(rows.map(({ teamId }) => teamId)).toEqual([undefined, undefined, undefined, otters.teamId])
  expect(await importRows(club, rows)).toMatchObject({ same: 4, changed: 0, refused: [] })
  const on = await rosterRows.getMany([...falconPlayers, sam].map(({ playerId }) => ({ ...otters, playerId })))
  expect(on.map((row) => row !== undefined)).toEqual([false, false, false, true])
})

import { describe, expect, it } from 'vitest'
import { organizations } from '#functions/table/organizations.ts'
import { playerDetails } from '#functions/table/playerDetails.ts'
import { update } from '#functions/table/table.ts'
import type { PlayerField } from '#shared/rules/organizations.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'

const READ = 'GET /rest-api/teams/player/{playerId}'
const CHANGE = 'PUT /rest-api/teams/player/{playerId}'

const asked: PlayerField[] = [
  { id: 'q1', name: 'School', type: 'TEXT', choices: [], required: true },
  { id: 'q2', name: 'Shirt', type: 'CHOICE', choices: ['S', 'M'], required: false },
  { id: 'q3', name: 'Height', type: 'NUMBER', choices: [], required: false },
  { id: 'q4', name: 'Passport until', type: 'DATE', choices: [], required: false },
  { id: 'q5', name: 'May be driven', type: 'YES_NO', choices: [], required: false },
]
async function clubThatAsks() {
  const club = await aClub()
  const { organizationId } = club
  await update(stamp, organizations.change({ organizationId }, { set: { playerFields: asked } }))
  return club
}
const change = (club: Club, fields: Record<string, string>, as = 'parent', o?: string) =>
  call(CHANGE, {
    as: club.user(as),
    playerId: club.mia.playerId,
    query: o === undefined ? {} : { o },
    body: { fields },
  })
const fieldsOf = async (club: Club, as: string, o?: string) =>
  (await call(READ, { as: club.user(as), playerId: club.mia.playerId, query: o === undefined ? {} : { o } })).body
    .fields

describe('a club’s custom player fields', () => {
  it('are filled in by the family, partly each time, and read by the coach and the administrator', async () => {
    const club = await clubThatAsks()
    expect((await fieldsOf(club, 'parent'))?.map(({ name, value }) => [name, value])).toEqual([
      ['School', ''],
      ['Shirt', ''],
      ['Height', ''],
      ['Passport until', ''],
      ['May be driven', ''],
    ])
    expect((await change(club, { q1: ' North School ', q2: 'M', q4: '2030-02-28' })).status).toBe(200)
    expect((await change(club, { q2: '', q3: '1,43', q5: 'no' })).status).toBe(200)
    const values = async (as: string, o?: string) => (await fieldsOf(club, as, o))?.map(({ value }) => value)
    expect(await values('coach', club.falcons.teamId)).toEqual(['North School', '', '1,43', '2030-02-28', 'no'])
    expect(await values('admin')).toEqual(['North School', '', '1,43', '2030-02-28', 'no'])
  })

  it.each([
    [{ q1: '' }, 'fields.q1', 'required'],
    [{ q2: 'XL' }, 'fields.q2', 'select_one'],
    [{ q3: 'tall' }, 'fields.q3', 'not_a_number'],
    [{ q4: '2030-02-30' }, 'fields.q4', 'invalid'],
    [{ q5: 'perhaps' }, 'fields.q5', 'select_one'],
    [{ q9: 'x' }, 'fields.q9', 'invalid'],
    [{ q1: 'x'.repeat(201) }, 'fields.q1', 'too_long'],
  ] as [Record<string, string>, string, string][])('reject %j', async (fields, at, code) => {
    const club = await clubThatAsks()
    const { status, refusal } = await change(club, fields)
    expect([status, refusal.faults?.map((fault) => [fault.at, fault.code])]).toEqual([400, [[at, code]]])
    expect(await playerDetails.get(club.mia, { consistent: true })).toBeUndefined()
  })

  it('cannot be changed by a follower or another team’s coach', async () => {
    const club = await clubThatAsks()
    expect((await change(club, { q2: 'M' }, 'fan')).status).toBe(403)
    expect((await change(club, { q2: 'M' }, 'coach', club.otters.teamId)).status).toBe(403)
  })

  it('are columns of the report under their own names, after the standard ones', async () => {
    const club = await clubThatAsks()
    await change(club, { q1: '=School', q2: 'M' })
    const ask = (columns: string) =>
      call('GET /api/v1/playerReportByTeam/{teamId}', {
        as: club.user('coach'),
        teamId: club.falcons.teamId,
        query: { columns },
      })
    expect((await ask('q2,firstName,q1')).bytes.toString()).toBe(
      "\ufeffFirst name,School,Shirt\r\nAda,,\r\nLeo,,\r\nMia,'=School,M\r\n",
    )
    expect((await ask('firstName,q9')).status).toBe(400)
  })
})

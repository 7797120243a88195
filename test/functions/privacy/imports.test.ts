import { AdminDeleteUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import { beforeEach, expect, it } from 'vitest'
import { eraseInImports } from '#functions/privacy/eraseImports.ts'
import { guardians } from '#functions/table/guardians.ts'
import { importParts, importSteps } from '#functions/table/imports.ts'
import { profiles } from '#functions/table/profiles.ts'
import { all, write } from '#functions/table/table.ts'
import { call, userPool } from '../call.ts'
import { interleave } from '../interleave.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { aRow, allPlayers, importRows, sendRows, state, undo, runImport } from '../families/importing.ts'
import { eraseUser } from './eraseUser.ts'

beforeEach(() => {
  userPool.on(AdminDeleteUserCommand).resolves({})
})

const name = 'Quimby Zanzibar'
/** A person whom a club only knows by address, as the guardian of an imported player. */
async function aStranger() {
  const [userId, email] = [crypto.randomUUID(), `${crypto.randomUUID()}@gone.example`]
  await write(stamp, profiles.create({ userId, email, firstName: 'Quimby', lastName: 'Zanzibar' }))
  const grownUp = { name, email, phone: '(312) 555-0142' }
  const rowWith = (more = {}) => aRow(2, 'Nia Diaz', { guardians: [{ ...grownUp, ...more }] })
  const erase = () => eraseUser(userId)
  return { email, rowWith, erase }
}
const keptOf = async (club: Club, importId: string) => {
  const id = { orgUnitId: club.organizationId, importId }
  return JSON.stringify([await importParts.of(id), await all(importSteps.of(id))])
}

it('an erasure removes the user from a finished import, which can still be undone', async () => {
  const club = await aClub()
  const { email, rowWith, erase } = await aStranger()
  const other = { name: 'Pat', email: 'pat@x.test', phone: '(312) 555-0100' }
  const both = (more = {}) => {
    const row = rowWith(more)
    return { ...row, guardians: [...row.guardians, { ...other, ...more }] }
  }
  await importRows(club, [both()])
  const again = await importRows(club, [both({ phone: '(312) 555-0199' })])
  expect(again).toMatchObject({ changed: 1 })
  expect(await keptOf(club, again.importId)).toContain(email)
  await erase()
  for (const word of [name, email]) expect(await keptOf(club, again.importId)).not.toContain(word)
  expect(await undo(again)).toMatchObject({ state: 'undone', kept: 0 })
  const { playerId } = await niaOf(club)
  expect((await guardians.of({ playerId })).map((each) => [each.name, each.phone])).toEqual([['Pat', other.phone]])
})

it('an erasure removes the user from waiting rows of an import, which then continues without them', async () => {
  const club = await aClub()
  const { email, rowWith, erase } = await aStranger()
  // This links the person and the club, for the erasure to find.
  await importRows(club, [rowWith()])
  const waiting = await sendRows(club, [rowWith(), aRow(3, 'Zoe Lee')])
  expect(await keptOf(club, waiting.importId)).toContain(email)
  await erase()
  expect(await keptOf(club, waiting.importId)).not.toContain(email)
  await runImport(waiting)
  expect(await state(waiting)).toMatchObject({ state: 'done', done: 2, added: 1, same: 1 })
  expect(await guardians.of(await niaOf(club))).toEqual([])
})

it('an erasure also removes the user from rows uploaded again concurrently', async () => {
  const club = await aClub()
  const { email, rowWith } = await aStranger()
  const importId = 'importinstant0001'
  const at = { as: club.user('admin'), orgUnitId: club.organizationId }
  const begun = { importId, name: 'players.csv', rows: 1 }
  await call('POST /rest-api/families/imports/{orgUnitId}', { ...at, body: begun })
  const send = async () => {
    const body = { part: 0, rows: [rowWith()] }
    const path = 'POST /rest-api/families/imports/{orgUnitId}/{importId}/rows'
    expect((await call(path, { ...at, importId, body })).status).toBe(200)
  }
  await send()
  const leaving = { userId: 'gone', emails: [email], names: [] }
  await interleave('TransactWriteCommand', send, () => eraseInImports(stamp, leaving, club.organizationId))
  expect(await keptOf(club, importId)).not.toContain(email)
})

async function niaOf(club: Club) {
  const nia = (await allPlayers(club)).find(({ firstName }) => firstName === 'Nia')
  if (!nia) throw new Error('Nia is missing.')
  return nia
}

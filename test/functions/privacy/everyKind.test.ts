// own: it reads the whole table
import { AdminDeleteUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import { expect, it } from 'vitest'
import { handler as eraseDue } from '#functions/privacy/eraseHandler.ts'
import { sessions } from '#functions/table/sessions.ts'
import { type Kind, partitionsOf } from '#functions/table/map.ts'
import { userPartition } from '#functions/table/profiles.ts'
import { all } from '#functions/table/table.ts'
import { call, userPool } from '../call.ts'
import { aClub } from '../club.ts'
import { erasureWays } from './everyKind.ts'
import { itemsWith } from './itemsWith.ts'
import { marker, scripts } from './marker.ts'
import { createPerson } from './createPerson.ts'
import { elsewhere, createMoreTraces } from './traces.ts'

const kinds = Object.keys(erasureWays) as Kind[]

it('kinds deleted with a user’s own partition are stored in no other', () => {
  expect(kinds.filter((kind) => erasureWays[kind] === 'own' && partitionsOf(kind).join() !== 'USER#')).toEqual([])
})

it('items of every kind that can name a user do so after they left the club, and none after their erasure', async () => {
  userPool.on(AdminDeleteUserCommand).resolves({})
  const club = await aClub()
  const who = await createPerson(club)
  await createMoreTraces(club, who)
  await elsewhere(who)
  const { userId, email } = who
  for (const orgUnitId of [club.organizationId, club.falcons.teamId]) {
    const REMOVE = 'DELETE /rest-api/organization/administrators/{orgUnitId}/{userId}'
    expect((await call(REMOVE, { as: club.user('admin'), orgUnitId, userId })).status).toBe(200)
  }
  for (const { playerId } of [club.mia, club.leo])
    expect((await call('POST /rest-api/families/leave', { as: userId, body: { playerId } })).status).toBe(200)
  const words = [...scripts, email, email.toUpperCase()]
  const named = new Set((await itemsWith(words)).map(({ kind }) => kind))
  const known = kinds.filter((kind) => !['nobody', 'own', 'left'].includes(erasureWays[kind]))
  expect([...named].filter((kind) => erasureWays[kind] !== 'own').toSorted()).toEqual(known.toSorted())

  expect((await call('POST /rest-api/privacy/erasure', { as: userId, now: '2026-11-22T18:00:00.000Z' })).status).toBe(
    200,
  )
  await eraseDue({ time: '2026-11-29T18:00:00.000Z' })
  expect(await itemsWith([marker, ...words])).toEqual([])
  const left = await all<object>({ pk: userPartition({ userId }), from: ' ', to: '~', consistent: true })
  expect(left.map(({ kind }) => kind)).toEqual([sessions.kind])
})

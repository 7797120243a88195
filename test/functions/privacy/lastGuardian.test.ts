import { AdminDeleteUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import { expect, it } from 'vitest'
import { taskResponses } from '#functions/table/assignments.ts'
import { files } from '#functions/table/files.ts'
import { merges } from '#functions/table/merges.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { playerDetails } from '#functions/table/playerDetails.ts'
import { families, players } from '#functions/table/players.ts'
import { profiles } from '#functions/table/profiles.ts'
import { update, write } from '#functions/table/table.ts'
import { firstQuestions } from '#shared/rules/registrations/questions.ts'
import { call, userPool } from '../call.ts'
import { aClub, stamp } from '../club.ts'
import { aJpeg } from '../pictures.ts'
import { aRegistration, entryOf, fillIn, deliverEntry, question, finalize } from '../register/registering.ts'
import { mergeId, miaTwice, sendMerge, undoMerge } from '../teams/merging.ts'
import { eraseUser } from './eraseUser.ts'
import { signedTask } from './traces.ts'

const child = '2014-05-31'
const grownUp = '1994-05-31'

/** A player's guardian and the player's own account; the player was born on this day. */
async function withOwnAccount(playerId: string, bornOn: string) {
  userPool.on(AdminDeleteUserCommand).resolves({})
  const [guardian, own] = [crypto.randomUUID(), crypto.randomUUID()]
  const name = { firstName: 'Gus', lastName: 'Ardian' }
  await write(
    stamp,
    profiles.create({ userId: guardian, email: `${guardian}@gone.example`, ...name }),
    playerAccounts.create({ userId: own, playerId }),
  )
  await update(stamp, players.change({ playerId }, { set: { bornOn } }))
  await families.join(stamp, { playerId, userId: guardian, relation: 'own' })
  await families.join(stamp, { playerId, userId: own, relation: 'own' })
  return { guardian, own }
}

/** Picture, audience, details and a registration, entered by a guardian. */
async function told(as: string, { club, playerId }: { club: Awaited<ReturnType<typeof aClub>>; playerId: string }) {
  const at = { as, playerId, query: {} }
  const jpeg = aJpeg().toString('base64')
  const contacts = [{ name: 'Gran', relation: 'Grandmother', email: 'gran@x.test', phone: '555' }]
  await write(stamp, playerDetails.create({ playerId, medical: 'Nuts', contacts, fields: { q1: 'North' } }))
  await update(stamp, players.change({ playerId }, { set: { contacts: ['Gran'] } }))
  const put = await call('PUT /rest-api/pictures/player/{playerId}', { ...at, body: { jpeg } })
  const said = await call('PUT /rest-api/pictures/player/{playerId}/audience', { ...at, body: { to: 'club' } })
  const registrationId = await aRegistration(club)
  const { registrationPlayerId } = await fillIn(as, registrationId, 'Sam', { playerId })
  const sent = await finalize(as, [registrationPlayerId], 10_000)
  expect([put.status, said.status, sent.status]).toEqual([200, 200, 200])
  await deliverEntry(registrationPlayerId)
  return registrationPlayerId
}

async function left(playerId: string, registrationPlayerId: string) {
  const [player, details, entry] = await Promise.all([
    players.get({ playerId }, { consistent: true }),
    playerDetails.get({ playerId }, { consistent: true }),
    entryOf(registrationPlayerId),
  ])
  return {
    pictured: player?.picture !== undefined,
    pictures: player?.pictures,
    said: player?.picturesSaid !== undefined,
    listed: player?.contacts,
    medical: details?.medical,
    contacts: details?.contacts?.map(({ name }) => name),
    answers: Object.keys(entry?.answers ?? {}).length > 0,
  }
}

const aloneOf = async (as: string) =>
  (await call('GET /rest-api/privacy/erasure', { as, now: '2026-11-14T18:00:00.000Z' })).body.alone

it('erasing the last guardian deletes a child’s data, even if the child has an account', async () => {
  const club = await aClub()
  const { playerId } = club.sam
  const { guardian, own } = await withOwnAccount(playerId, child)
  const place = await told(guardian, { club, playerId })
  const picture = (await players.get({ playerId }, { consistent: true }))?.picture ?? ''
  expect(await aloneOf(guardian)).toBe(1)
  await eraseUser(guardian)
  expect(await left(playerId, place)).toEqual({
    ...{ pictured: false, pictures: undefined, said: false },
    ...{ listed: [], medical: undefined, contacts: undefined, answers: false },
  })
  expect(await files.get({ fileId: picture }, { consistent: true })).toBeUndefined()
  // The child is still there.
  expect((await families.of({ playerId })).map(({ userId }) => userId)).toEqual([own])
})

it('erasing one of two guardians, or beside an adult player, keeps the player’s data', async () => {
  for (const bornOn of [child, grownUp]) {
    const club = await aClub()
    const { playerId } = club.sam
    const { guardian } = await withOwnAccount(playerId, bornOn)
    if (bornOn === child) await families.join(stamp, { playerId, userId: club.user('parent'), relation: 'own' })
    const place = await told(guardian, { club, playerId })
    expect(await aloneOf(guardian)).toBe(0)
    await eraseUser(guardian)
    expect([bornOn, await left(playerId, place)]).toEqual([
      bornOn,
      {
        ...{ pictured: true, pictures: 'club', said: true },
        ...{ listed: ['Gran'], medical: 'Nuts', contacts: ['Gran'], answers: true },
      },
    ])
  }
})

it('erasing a guardian anonymizes a task they signed, and deletes its answers after the last guardian', async () => {
  for (const others of [[], ['parent']]) {
    const club = await aClub()
    const { playerId } = club.sam
    const { guardian } = await withOwnAccount(playerId, child)
    for (const name of others) await families.join(stamp, { playerId, userId: club.user(name), relation: 'own' })
    const { id, writes } = signedTask(club.otters.teamId, playerId, 'Gus  Ardian')
    await write(stamp, ...writes)
    await eraseUser(guardian)
    const { answers, lines, revision } = (await taskResponses.get(id, { consistent: true })) ?? {}
    const left = others.length > 0
    expect([answers, lines, revision]).toEqual([
      left ? { sign: ['Former member'], driver: ['Grandfather'] } : {},
      left ? ['line'] : [],
      2,
    ])
  }
})

it('erasing a guardian anonymizes signatures on a registration, also as answers', async () => {
  const club = await aClub()
  const { playerId } = club.sam
  const { guardian } = await withOwnAccount(playerId, child)
  await families.join(stamp, { playerId, userId: club.user('parent'), relation: 'own' })
  const waiver = question({ id: 'waiver', answerType: 'WAIVER', description: 'At our own risk.' })
  const questions = [...firstQuestions, waiver, question({ id: 'size' })]
  const registrationId = await aRegistration(club, { questions })
  const answers = { waiver: ['Gus Ardian'], size: ['128'] }
  const { registrationPlayerId } = await fillIn(guardian, registrationId, 'Sam', { playerId, answers })
  expect((await finalize(guardian, [registrationPlayerId], 10_000)).status).toBe(200)
  await deliverEntry(registrationPlayerId)
  await eraseUser(guardian)
  const entry = await entryOf(registrationPlayerId)
  expect(entry?.signed.map(({ name }) => name)).toEqual(['Former member'])
  expect(entry?.answers).toMatchObject({ waiver: ['Former member'], size: ['128'] })
  expect(JSON.stringify(entry)).not.toContain('Ardian')
})

it('erasing the last guardian deletes the child’s data from a merge record, even if the child has an account', async () => {
  const { club, twin, mia } = await miaTwice()
  for (const name of ['fan', 'dad'])
    await write(stamp, ...families.leave({ playerId: twin, userId: club.user(name), relation: 'own' }))
  const { guardian, own } = await withOwnAccount(twin, child)
  const picturesSaid = { userId: own, at: stamp.at }
  await update(stamp, players.change({ playerId: twin }, { set: { pictures: 'team', picturesSaid } }))
  const id = { organizationId: club.organizationId, mergeId: mergeId() }
  expect((await sendMerge(club, id.mergeId, mia, twin)).status).toBe(200)
  const kept = async () => {
    const { gone } = (await merges.get(id, { consistent: true })) ?? {}
    return [gone?.details?.medical, gone?.player.pictures, gone?.player.picturesSaid]
  }
  expect(await kept()).toEqual(['Nuts', 'team', picturesSaid])
  await eraseUser(guardian)
  expect(await kept()).toEqual([undefined, undefined, undefined])
  expect((await undoMerge(club, id.mergeId)).status).toBe(200)
  expect(await playerDetails.get({ playerId: twin }, { consistent: true })).toBeUndefined()
})

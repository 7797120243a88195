import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  CognitoIdentityProviderClient,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider'
import { CreateTableCommand, DeleteTableCommand, DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { putObject } from '#functions/media/bucket.ts'
import { developerSettings, developersPartition } from '#functions/table/accessTokens.ts'
import { emailUsers } from '#functions/table/emailUsers.ts'
import { families } from '#functions/table/players.ts'
import { profiles } from '#functions/table/profiles.ts'
import { teamPlayers } from '#functions/table/rosters.ts'
import { savedCards } from '#functions/table/savedCards.ts'
import { sessions } from '#functions/table/sessions.ts'
import { chunks } from '#functions/table/chunks.ts'
import { update, write } from '#functions/table/table.ts'
import { exportClub } from '#scripts/club/exportClub.ts'
import { importClub } from '#scripts/club/importClub.ts'
import { itemAt, type Table } from '#scripts/club/items.ts'
import { accountOf } from '#scripts/club/people.ts'
import { call, userPool } from '../call.ts'
import { aClub, newPart, stamp } from '../club.ts'

/** Five thousand in the long run. */
const size = process.env['RUNS'] ? 5000 : 40
const db = new DynamoDBClient({})
const here: Table = { db, TableName: process.env['TABLE_NAME'] ?? '' }
const there: Table = { db, TableName: `other-stage-${process.pid}` }
const media = {
  s3: new S3Client({ region: 'us-east-1', forcePathStyle: true }),
  Bucket: process.env['MEDIA_BUCKET'] ?? '',
}
const folder = mkdtempSync(join(tmpdir(), 'touchline-club-'))
const pool = { accounts: new CognitoIdentityProviderClient({}), UserPoolId: 'pool' }
const now = '2026-11-22T12:00:00.000Z'

beforeAll(async () => {
  const { Table: made } = await db.send(new DescribeTableCommand({ TableName: here.TableName }))
  const index = (each: { IndexName?: string; KeySchema?: object[]; Projection?: object }) => ({
    IndexName: each.IndexName,
    KeySchema: each.KeySchema as never,
    Projection: each.Projection,
  })
  await db.send(
    new CreateTableCommand({
      TableName: there.TableName,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: made?.KeySchema,
      AttributeDefinitions: made?.AttributeDefinitions,
      LocalSecondaryIndexes: made?.LocalSecondaryIndexes?.map(index),
      GlobalSecondaryIndexes: made?.GlobalSecondaryIndexes?.map(index),
    }),
  )
})
afterAll(async () => {
  await db.send(new DeleteTableCommand({ TableName: there.TableName }))
  rmSync(folder, { recursive: true })
})

const read = (where: string, name: string) => readFileSync(join(folder, where, name), 'utf8')
const files = ['items.ndjson', 'people.ndjson', 'files.ndjson']

const avatarNameOf = (userId: string) => userId.slice(0, 23).replaceAll('-', '_')
async function aFamily(playerId: string, email: string) {
  const userId = crypto.randomUUID()
  const profile = {
    userId,
    email,
    firstName: 'Pia',
    lastName: 'Möller',
    avatarAt: stamp.at,
    avatarName: avatarNameOf(userId),
  }
  await write(stamp, profiles.create(profile), emailUsers.create({ userId, email }))
  await families.join(stamp, { playerId, userId, relation: 'own' })
  return userId
}

/** The other stage's empty user pool: each requested user gets an account there under a new id. */
function anEmptyPool() {
  const made = new Map<string, string>()
  userPool.on(AdminSetUserPasswordCommand).resolves({})
  userPool.on(AdminCreateUserCommand).callsFake(({ Username }: { Username: string }) => {
    made.set(Username, crypto.randomUUID())
    return {}
  })
  userPool
    .on(AdminGetUserCommand)
    .callsFake(({ Username }) => ({ UserAttributes: [{ Name: 'sub', Value: made.get(Username as string) }] }))
  return made
}

describe('exporting and importing a club', () => {
  it('copies it to another stage with its people and files, and exporting it there gives the same', async () => {
    const club = await aClub()
    const { organizationId } = club
    const roster = Array.from({ length: size }, (_, i) => ({
      playerId: `${organizationId}.${newPart('p')}`,
      firstName: `Kid ${i}`,
      lastName: 'Ünal “{person 1}”',
    }))
    for (const some of chunks(roster, 100)) await teamPlayers.addNew(stamp, some, club.otters)
    const emails = [`zoe-${organizationId}@club.example`, `Ann+b-${organizationId}@club.example`]
    const [zoe = '', ann = ''] = await Promise.all(emails.map((email) => aFamily(club.leo.playerId, email)))
    // Ann answers, so that her account id is also in the club's own items.
    const answered = await call('GET /user/updateInviteStatus/{inviteFile}', {
      as: ann,
      inviteFile: `${club.invite(club.leo)}.json`,
      query: { status: 'Accepted' },
    })
    expect(answered.status).toBe(200)
    await write(stamp, sessions.upsert({ userId: zoe }, { set: { disabled: true } }))
    const card = { customer: 'cus_1', method: 'pm_1', label: 'Visa', state: 'on', refusals: 0, lookAt: now } as const
    const paymentAccountId = `${organizationId}.${newPart('a')}`
    await write(stamp, savedCards.create({ organizationId, userId: zoe, paymentAccountId, ...card }))
    const fileId = `${organizationId}.${newPart('f')}`
    await putObject(`files/${fileId}`, Buffer.from('a film'), { 'content-type': 'video/webm' })
    await putObject(`avatar/${avatarNameOf(zoe)}`, Buffer.from('a face'), { 'content-type': 'image/jpeg' })

    // What programs of this stage subscribe to is not exported; that tokens are turned off is.
    const settings = { tokens: 'off', changes: 'on', changesSince: stamp.at, webhooks: 3 } as const
    await update(stamp, developerSettings.upsert({ organizationId }, { set: settings }))

    const first = await exportClub({ table: here, media, organizationId, folder: join(folder, 'first') })
    expect(first.leftWithin).toEqual({ 'Developer settings': ['changes', 'changesSince', 'webhooks'] })
    expect(first).toMatchObject({ people: 2, files: 2 })
    // Each player, their place on the roster and their other items.
    expect(first.items).toBeGreaterThan(2 * size)
    const text = files.map((name) => read('first', name)).join('')
    expect(text).not.toContain(zoe)
    expect(text).not.toContain('cus_1')
    // Other users of the machine cannot read children's names.
    const kept = readdirSync(join(folder, 'first'), { recursive: true }).map((name) =>
      join(folder, 'first', String(name)),
    )
    expect([...new Set(kept.map((path) => (statSync(path).mode & 0o777).toString(8)))].toSorted()).toEqual([
      '600',
      '700',
    ])

    const made = anEmptyPool()
    // One bucket serves both stages: avatars are stored there under the new accounts' names.
    const wanted = { table: there, media, pool, folder: join(folder, 'first'), now }
    // Once an account's address is written, another run takes its owner for known: by then they must be banned already.
    const session = (email: string) => itemAt(there, `USER#${made.get(email)}`, 'ME#SESSION')
    const bannedFirst: boolean[] = []
    db.middlewareStack.add(
      (next) => async (args) => {
        const sent = JSON.stringify(args.input)
        if (sent.includes('PutRequest') && sent.includes('"EMAIL#'))
          bannedFirst.push((await session(emails[0] ?? '')) !== undefined)
        return next(args)
      },
      { name: 'order', step: 'initialize' },
    )
    const imported = await importClub(wanted)
    db.middlewareStack.remove('order')
    expect([...new Set(bannedFirst)]).toEqual([true])
    expect(imported).toMatchObject({ organizationId, items: first.items, accounts: 2, made: 2, files: 2 })
    await expect(importClub(wanted)).rejects.toThrow('already exists')

    const annThere = made.get(emails[1] ?? '') ?? ''
    expect(annThere).not.toBe(ann)
    const player = club.leo.playerId
    expect(await itemAt(there, `USER#${annThere}`, `ME#OWN#${player}`)).toBeDefined()
    expect((await itemAt(there, `USER#${annThere}`, 'PROFILE'))?.['email']?.S).toBe(emails[1])
    expect(await itemAt(there, `USER#${ann}`, 'PROFILE')).toBeUndefined()
    const forPrograms = await itemAt(there, developersPartition({ organizationId }), 'SETTINGS')
    const told = ['tokens', 'changes', 'changesSince', 'webhooks'].map((name) => forPrograms?.[name])
    expect(told).toEqual([{ S: 'off' }, undefined, undefined, undefined])
    // Accounts disabled by staff cannot get in through another stage.
    expect((await session(emails[0] ?? ''))?.['disabled']?.BOOL).toBe(true)
    expect(await session(emails[1] ?? '')).toBeUndefined()
    const again = await exportClub({ table: there, media, organizationId, folder: join(folder, 'again') })
    expect(again).toEqual(first)
    for (const name of files) expect(read('again', name)).toBe(read('first', name))
  }, 3_600_000)

  it('completes half-created accounts, and sets a new password only if the address was not confirmed', async () => {
    const found = async (UserStatus: 'FORCE_CHANGE_PASSWORD' | 'UNCONFIRMED' | 'CONFIRMED') => {
      userPool.reset()
      userPool.on(AdminCreateUserCommand).rejects(new UsernameExistsException({ message: '', $metadata: {} }))
      userPool.on(AdminGetUserCommand).resolves({ UserStatus, UserAttributes: [{ Name: 'sub', Value: 'there' }] })
      userPool.on(AdminSetUserPasswordCommand).resolves({})
      userPool.on(AdminUpdateUserAttributesCommand).resolves({})
      const email = `${newPart('e')}@club.example`
      expect(await accountOf(there, pool, { email, profile: {} })).toEqual({ userId: 'there', isNew: true })
      const set = [AdminSetUserPasswordCommand, AdminUpdateUserAttributesCommand] as const
      return set.map((command) => userPool.commandCalls(command as never).length)
    }
    expect(await found('FORCE_CHANGE_PASSWORD')).toEqual([1, 0])
    expect(await found('UNCONFIRMED')).toEqual([1, 1])
    expect(await found('CONFIRMED')).toEqual([0, 0])
  })

  it('fails for a club that does not exist', async () => {
    const organizationId = newPart('o')
    await expect(exportClub({ table: here, media, organizationId, folder })).rejects.toThrow('There is no club')
  })
})

// own: it reads the whole table
import { randomUUID } from 'node:crypto'
import { CreateTableCommand, DeleteItemCommand, DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { expect, test } from 'vitest'
import { accessTokens } from '#functions/table/accessTokens.ts'
import { organizationAdministrators, teamAdministrators } from '#functions/table/administrators.ts'
import { familyInvitations } from '#functions/table/familyInvitations.ts'
import { feeds } from '#functions/table/feeds.ts'
import { invitations } from '#functions/table/invitations.ts'
import { familyLink, payLinks } from '#functions/table/payments.ts'
import { families } from '#functions/table/players.ts'
import { endedSessions, sessions } from '#functions/table/sessions.ts'
import { registrationInvitations } from '#functions/table/registrations.ts'
import { all, startingWith, update, write } from '#functions/table/table.ts'
import { usedLinks } from '#functions/table/usedLinks.ts'
import { webhookSecrets } from '#functions/table/webhooks.ts'
import { itemAt, pagesOf, putAll, type Table } from '#scripts/club/items.ts'
import { restoreItems } from '#scripts/restore/restoreItems.ts'
import { aClub, stamp } from '../club.ts'

const db = new DynamoDBClient({})
const now: Table = { db, TableName: process.env['TABLE_NAME'] ?? '' }
const at = '2026-11-22T15:00:00.000Z'

/** A table of the same items, as created by point-in-time recovery. */
async function backup(name = 'taken'): Promise<Table> {
  const { Table: made } = await db.send(new DescribeTableCommand({ TableName: now.TableName }))
  const to = { db, TableName: `${now.TableName}-before-${name}` }
  const KeySchema = made?.KeySchema
  const AttributeDefinitions = made?.AttributeDefinitions?.filter(({ AttributeName }) =>
    KeySchema?.some((key) => key.AttributeName === AttributeName),
  )
  await db.send(
    new CreateTableCommand({
      TableName: to.TableName,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema,
      AttributeDefinitions,
    }),
  )
  for await (const page of pagesOf(now)) await putAll(to, page)
  return to
}

test('rights removed since the backup stay removed, and items lost by a fault are restored', async () => {
  const { organization, falcons: team, mia, user } = await aClub()
  const { playerId } = mia
  const { organizationId } = organization
  const person = randomUUID()
  const who = { userId: person, firstName: 'Ada', lastName: 'Gone', flags: [] }
  const follows = { playerId, userId: person, relation: 'following' as const }
  const token = {
    organizationId,
    tokenId: 'leaked',
    userId: person,
    name: 'Leaked',
    areas: [],
    secretHash: 'x',
    madeAt: stamp.at,
    endsAt: '2027-11-01T00:00:00.000Z',
  }
  const secret = { organizationId, webhookId: 'w1' }
  await write(stamp, ...teamAdministrators.appoint(team, who))
  await write(stamp, ...organizationAdministrators.appoint(organization, who))
  await families.join(stamp, follows)
  await write(stamp, accessTokens.create(token), webhookSecrets.create({ ...secret, current: 'sealed:k:x' }))
  // They had been removed and added before, too: that leaves no trace that counts later.
  const byAdmin = { actor: randomUUID(), at: '2026-11-22T08:00:00.000Z' }
  const parent = { playerId, userId: user('parent'), relation: 'own' as const }
  await write(byAdmin, ...families.leave(parent))
  await families.join(byAdmin, parent)
  const was = await backup()

  const later = { ...byAdmin, at: '2026-11-22T10:00:00.000Z' }
  await write(later, ...teamAdministrators.dismiss({ ...team, userId: person }))
  await write(later, ...organizationAdministrators.dismiss({ organizationId, userId: person }))
  await write(later, ...families.leave(follows))
  await write(later, accessTokens.remove(token, 'conflict'), webhookSecrets.remove(secret, 'conflict'))
  // Changes that a worker makes because of a loss are nobody's decision, and a fault leaves no trace.
  const parent2 = { playerId, userId: user('parent2'), relation: 'own' as const }
  await write({ actor: 'families-gone', at: later.at }, ...families.leave(parent2))
  const [pk, sk] = [`PLAYER#${playerId}`, `PLAYER#FAMILY#${user('parent')}`]
  await db.send(new DeleteItemCommand({ TableName: now.TableName, Key: { pk: { S: pk }, sk: { S: sk } } }))

  const taken = ['Team administrator', 'My team', 'Organization administrator', 'My organization']
  const others = ['Followed player', 'Access token', 'Webhook secret']
  // However often the operator runs it, and to whatever extent.
  for (const extent of ['missing', 'all', 'all'] as const) {
    const counts = await restoreItems({ earlierTable: was, currentTable: now, at, extent })
    for (const kind of [...taken, ...others]) expect([kind, counts.get(kind)?.taken]).toEqual([kind, 1])
    expect(await rightsOf()).toEqual([])
  }
  expect(await itemAt(now, pk, sk)).toBeDefined()
  expect(await itemAt(now, pk, `PLAYER#FAMILY#${user('parent2')}`)).toBeDefined()

  expect((await restoreItems({ earlierTable: was, currentTable: now, at })).get('Team administrator')?.taken).toBe(1)
  await restoreItems({
    earlierTable: was,
    currentTable: now,
    at,
    extent: 'missing',
    includedKinds: ['Team administrator', 'My team'],
  })
  expect(await rightsOf()).toEqual(['My team', 'Team administrator'])

  async function rightsOf() {
    const found: string[] = []
    for await (const page of pagesOf(now))
      for (const { pk, sk, kind } of page)
        if (kind?.S !== 'Removal' && kind?.S && [...taken, ...others, 'Family'].includes(kind.S))
          if (`${pk?.S} ${sk?.S}`.includes(person) || kind.S === 'Access token' || kind.S === 'Webhook secret')
            found.push(kind.S)
    return found.toSorted()
  }
})

test('secrets replaced and users disabled since the backup stay so, whatever the extent', async () => {
  const [userId, other, lost] = [randomUUID(), randomUUID(), randomUUID()]
  const feed = {
    ...{
      feedId: randomUUID(),
      userId,
      scope: 'family' as const,
      about: userId,
      label: 'Phone',
      language: 'en' as const,
    },
    ...{ secretHash: 'leaked', madeAt: stamp.at, state: 'stale' as const },
  }
  const until = { ends: '2027-11-01T00:00:00.000Z' }
  const validAfter = '2026-11-20T00:00:00.000Z'
  await write(
    stamp,
    feeds.create(feed),
    sessions.create({ userId, validAfter }),
    sessions.create({ userId: lost, disabled: true }),
  )
  const was = await backup('replaced')

  const later = { actor: userId, at: '2026-11-22T10:00:00.000Z' }
  await update(later, feeds.upsert(feed, { set: { secretHash: 'new' } }))
  await sessions.endAll(later, { userId }, later.at)
  await write(
    later,
    sessions.create({ userId: other, disabled: true }),
    endedSessions.create({ userId, sessionId: 's1', ...until }),
    usedLinks.create({ nonce: userId, about: 'x', did: 'x', ...until }),
  )
  const { pk, sk } = sessions.key({ userId: lost })
  await db.send(new DeleteItemCommand({ TableName: now.TableName, Key: { pk: { S: pk }, sk: { S: sk } } }))

  const held = { Feed: 1, Session: 2, 'Ended session': 1, 'Used link': 1 }
  for (const extent of ['changed', 'all', 'all'] as const) {
    const counts = await restoreItems({ earlierTable: was, currentTable: now, at, extent })
    for (const [kind, taken] of Object.entries(held)) expect([kind, counts.get(kind)?.taken]).toEqual([kind, taken])
    expect(await there()).toEqual(['new', later.at, true, true, true])
    // A block that was lost by a fault is restored.
    expect(await sessions.get({ userId: lost })).toMatchObject({ disabled: true })
  }
  await restoreItems({ earlierTable: was, currentTable: now, at, extent: 'all', includedKinds: Object.keys(held) })
  expect(await there()).toEqual(['leaked', validAfter, undefined, false, false])

  async function there() {
    const found = await Promise.all([feeds.get(feed), sessions.get({ userId }), sessions.get({ userId: other })])
    const [ofFeed, session, shut] = found
    const ended = await endedSessions.get({ userId, sessionId: 's1' })
    const used = await usedLinks.get({ nonce: userId })
    return [ofFeed?.secretHash, session?.validAfter, shut?.disabled, ended !== undefined, used !== undefined]
  }
})

test('links used or revoked since stay closed, and no invitation is restored beside a newer one', async () => {
  const { organization, mia, user } = await aClub()
  const { organizationId } = organization
  const { playerId } = mia
  const [email, other] = [`${randomUUID()}@club.example`, `${randomUUID()}@club.example`]
  const invitedAt = '2026-11-12T12:00:00.000Z'
  const more = { unitName: 'Club', invitedBy: user('admin'), inviterName: 'Ada', invitedAt }
  const invitation = (id: string, to = email) => ({
    ...{ invitationId: `${organizationId}.i${id}`, email: to, flags: ['canEditTeam' as const], ...more },
  })
  const joins = { playerId, name: 'Ed', playerIds: [playerId], invitedBy: user('parent'), invitedAt }
  const family = (invitationId: string, relation: 'own' | 'following' = 'following') =>
    familyInvitations.create({ ...joins, invitationId, email, relation, state: 'open' })
  const link = familyLink(stamp.at, organizationId, user('parent'))
  await write(
    stamp,
    ...[invitation('old'), invitation('lost', other)].map((each) => invitations.create(each)),
    ...[family('old'), family('used'), family('own', 'own'), payLinks.create(link)],
  )
  const was = await backup('links')

  const later = { actor: user('admin'), at: '2026-11-22T10:00:00.000Z' }
  await update(later, familyInvitations.change({ playerId, invitationId: 'used' }, { set: { state: 'accepted' } }))
  await update(later, payLinks.change(link, { set: { revokedAt: later.at } }))
  // More than a week later, no record tells that it was removed on purpose; others are lost by a fault.
  const keys = [
    ...['old', 'lost'].map((id) => invitations.key(invitation(id))),
    ...['old', 'own'].map((invitationId) => familyInvitations.key({ playerId, invitationId })),
  ]
  for (const { pk, sk } of keys)
    await db.send(new DeleteItemCommand({ TableName: now.TableName, Key: { pk: { S: pk }, sk: { S: sk } } }))
  await write(later, invitations.create(invitation('new')), family('new'))

  for (const extent of ['missing', 'changed'] as const) {
    await restoreItems({ earlierTable: was, currentTable: now, at, extent })
    expect(await there()).toEqual([false, true, undefined, 'accepted', 'open', later.at])
  }
  // Newer invitations replace older ones; one without a replacement is removed.
  await write(later, family('alone', 'own'))
  for (let times = 0; times < 2; times++) {
    await restoreItems({ earlierTable: was, currentTable: now, at, extent: 'all' })
    expect(await there()).toEqual([false, true, undefined, 'accepted', 'open', later.at])
    expect(await added()).toEqual([true, true, false])
  }
  const taken = ['Invitation', 'Family invitation', 'Payment link']
  await restoreItems({ earlierTable: was, currentTable: now, at, extent: 'changed', includedKinds: taken })
  expect(await there()).toEqual([true, true, 'open', 'open', 'open', undefined])
  await restoreItems({ earlierTable: was, currentTable: now, at, extent: 'all', includedKinds: taken })
  expect(await added()).toEqual([false, false, false])

  async function added() {
    const ofFamily = (invitationId: string) => familyInvitations.get({ playerId, invitationId })
    const all = [invitations.get(invitation('new')), ofFamily('new'), ofFamily('alone')]
    return (await Promise.all(all)).map((each) => each !== undefined)
  }

  async function there() {
    const states = ['old', 'used', 'own'].map(async (invitationId) => {
      return (await familyInvitations.get({ playerId, invitationId }))?.state
    })
    const [old, lost] = await Promise.all(['old', 'lost'].map((id) => invitations.get(invitation(id))))
    return [
      old !== undefined,
      lost !== undefined,
      ...(await Promise.all(states)),
      (await payLinks.get(link))?.revokedAt,
    ]
  }
})

test('an invitation to register withdrawn since stays withdrawn, and a lost one is restored', async () => {
  const { organization } = await aClub()
  const registrationId = `${organization.organizationId}.r1`
  const [withdrawn, lost] = [`${randomUUID()}@family.example`, `${randomUUID()}@family.example`]
  const invited = (email: string) => ({ registrationId, email })
  const more = { invitedAt: stamp.at, state: 'invited' as const, mail: 'wanted' as const }
  const both = [withdrawn, lost].map(invited)
  await write(stamp, ...both.map((each) => registrationInvitations.create({ ...each, ...more })))
  const was = await backup('withdrawn')

  const later = { actor: randomUUID(), at: '2026-11-22T10:00:00.000Z' }
  await write(later, registrationInvitations.remove(invited(withdrawn)))
  const { pk, sk } = registrationInvitations.key(invited(lost))
  await db.send(new DeleteItemCommand({ TableName: now.TableName, Key: { pk: { S: pk }, sk: { S: sk } } }))

  const counts = await restoreItems({ earlierTable: was, currentTable: now, at, extent: 'missing' })
  expect(counts.get('Registration invitation')).toMatchObject({ missing: 2, taken: 1, back: 1 })
  const there = await Promise.all(both.map((each) => registrationInvitations.get(each)))
  expect(there.map((each) => each?.email)).toEqual([undefined, lost])
  const traces = await all<{ sk: string }>({ pk, ...startingWith('GONE#') })
  expect(traces.map((trace) => trace.sk)).toEqual([expect.stringMatching(/^GONE#INVITED#[0-9a-f]{64}#[0-9a-f-]{36}$/)])
})

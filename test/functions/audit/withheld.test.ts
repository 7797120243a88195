import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { audit } from '#functions/audit/functions.ts'
import { handler } from '#functions/audit/writeHandler.ts'
import { directConversation, groupConversation } from '#functions/table/conversationIds.ts'
import { organizationAdministrators } from '#functions/table/administrators.ts'
import { auditEntries } from '#functions/table/auditEntries.ts'
import { profiles } from '#functions/table/profiles.ts'
import { write } from '#functions/table/table.ts'
import type { Flag } from '#shared/permissions.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'
import { type ChangedItem, deliverTo } from '../workers.ts'

const when = '2026-11-20T10:00:00.000Z'
type Changed = Record<string, { before?: unknown; after?: unknown }>
const hear = (by: string, item: ChangedItem, changed: Changed) =>
  deliverTo(handler, { change: 'changed', ...item, told: { by, stamped: when, version: 2, changed } })

/** The log on screen and as a file, as read by an administrator with these rights. */
async function readAs(club: Club, flags: Flag[]) {
  const person = { userId: club.user(flags.join('-')), firstName: 'Ona', lastName: 'Okafor', flags }
  await write(stamp, ...organizationAdministrators.appoint(club.organization, person))
  const asked = { as: person.userId, orgId: club.organizationId, now: '2026-11-21T18:00:00Z' }
  const { entries } = (await call('GET /rest-api/audit/{orgId}', { ...asked, query: {} })).body
  const csv = await call('GET /rest-api/audit/{orgId}/csv', { ...asked, query: { month: '2026-11' } })
  return { entries, csv: JSON.stringify(csv.body) }
}

describe('a report of a message', () => {
  const place = (club: Club, reportedBy: string, sid = newPart('m')) => {
    const conversation = groupConversation(club.falcons.teamId, 'the-test', 'group')
    const about = `${club.organizationId} ${conversation} ${conversation}.${sid}`
    const sk = `REPORT#${conversation}#${conversation}.${sid}#${reportedBy}`
    return { about, pk: `REPORTS#${club.organizationId}`, sk, kind: 'Chat report' }
  }
  const settledNow = { settled: { after: 'kept' }, settledBy: {} }

  it('is logged when it is settled, without revealing the reporter', async () => {
    const club = await aClub()
    const reporter = randomUUID()
    await write(stamp, profiles.create({ userId: reporter, email: 'r@r.test', firstName: 'Rita', lastName: 'Roe' }))
    expect(audit['audit-write'].on.stream.find(({ kind }) => kind === 'Chat report')).toMatchObject({
      change: ['changed'],
      attributes: ['settled', 'authorWas'],
    })
    await hear(club.user('admin'), place(club, reporter), settledNow)
    const { entries, csv } = await readAs(club, ['canEditAdministrators'])
    expect(entries).toMatchObject([{ kind: 'Chat report', who: { id: club.user('admin') }, subjects: [] }])
    expect(JSON.stringify(entries) + csv).not.toMatch(new RegExp(`${reporter}|Rita`))
    expect(csv).toContain('Settled:  > kept')
  })

  it('logged earlier with its reporter is hidden, or shown without the reporter', async () => {
    const club = await aClub()
    const reporter = randomUUID()
    await write(stamp, profiles.create({ userId: reporter, email: 'r@r.test', firstName: 'Rita', lastName: 'Roe' }))
    const { about } = place(club, reporter)
    const { organizationId } = club
    const entry = { organizationId, when, what: 'Chat report', about: `${about} ${reporter}` }
    await write(
      stamp,
      auditEntries.add({ ...entry, entry: 'a', who: reporter, change: 'created', changed: { text: {}, author: {} } }),
      auditEntries.add({ ...entry, entry: 'b', who: reporter, change: 'changed', changed: { note: {} } }),
      auditEntries.add({ ...entry, entry: 'c', who: club.user('admin'), change: 'changed', changed: settledNow }),
    )
    const { entries, csv } = await readAs(club, ['canEditAdministrators'])
    expect(entries.map(({ id }) => id)).toEqual([`${when}.c`])
    expect(JSON.stringify(entries) + csv).not.toMatch(new RegExp(`${reporter}|Rita`))
    expect(csv.match(/Reported message/g)).toHaveLength(1)
  })
})

it('direct conversations are not logged, but groups are', async () => {
  const club = await aClub()
  const { organizationId } = club
  const [one, other] = [randomUUID(), randomUUID()]
  const begin = async (conversationSid: string, type: string) => {
    const pk = `CHAT#${conversationSid}`
    await hear(one, { pk, sk: 'CHAT', kind: 'Conversation', change: 'created' }, { type: { after: type } })
    const member = { pk, sk: `CHAT#MEMBER#${other}`, kind: 'Conversation member' }
    await hear(one, { ...member, change: 'created' }, { readSeq: {} })
  }
  await begin(directConversation(organizationId, one, other), 'direct')
  await begin(directConversation(club.falcons.teamId, one, other), 'direct')
  expect((await readAs(club, ['canEditAdministrators'])).entries).toEqual([])
  await begin(groupConversation(organizationId, one, 'drivers'), 'group')
  const { entries } = await readAs(club, ['canEditAdministrators', 'canEditFees'])
  const kinds = entries.map(({ kind }) => kind).toSorted()
  expect(kinds).toEqual(['Conversation', 'Conversation member', 'Export'])
})

describe('values of fees and registration entries', () => {
  it('are shown to administrators with the right to edit those, and hidden from others', async () => {
    const club = await aClub()
    const { playerId } = club.mia
    const money = { amount: { before: 4711, after: 4712 } }
    await hear(club.user('admin'), { kind: 'Fee', pk: `PLAYER#${playerId}`, sk: 'FEE#1' }, money)
    for (const kind of ['Fee payment', 'Payment', 'Refund'])
      await hear(club.user('admin'), { kind, pk: `PLAYER#${playerId}`, sk: `${kind}#1` }, money)
    const entry = { kind: 'Registration entry', pk: `PLAYER#${playerId}`, sk: 'ENTRY#1' }
    await hear(club.user('admin'), entry, { state: { before: 'waiting', after: 'landed' } })
    const told = async (flags: Flag[]) => {
      const { entries, csv } = await readAs(club, ['canEditAdministrators', ...flags])
      const found = entries.filter(({ kind }) => kind !== 'Export')
      expect(found).toHaveLength(5)
      expect(csv.includes('4712')).toBe(flags.includes('canEditFees'))
      expect(csv.includes('landed')).toBe(flags.includes('canManageRegistration'))
      return found.filter(({ changes }) => changes[0]?.after !== null).map(({ kind }) => kind)
    }
    expect(await told([])).toEqual([])
    expect((await told(['canEditFees'])).toSorted()).toEqual(['Fee', 'Fee payment', 'Payment', 'Refund'])
    expect(await told(['canManageRegistration'])).toEqual(['Registration entry'])
  })
})

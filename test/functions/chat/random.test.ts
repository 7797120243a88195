import { expect, it } from 'vitest'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { conversations } from '#functions/table/conversations.ts'
import { addMembers } from '#functions/chat/membership.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { families, players } from '#functions/table/players.ts'
import { update, write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { stamp } from '../club.ts'
import { seededRandom } from '#scripts/local/seededRandom.ts'
import { aChattingClub, deliverPeople } from './chatting.ts'

/**
 * Tests the child-safety rule against the running functions: members come and go, guardians, rights and birthdays change, workers
 * may or may not have run, and messages are sent in between. `RUNS=12000` performs that many operations, as many as fit in the
 * long run; see testLong.ts.
 */
const { RUNS, SEED = RUNS ? String(Date.now() % 2 ** 31) : '20261121' } = process.env
const operations = RUNS ? Number(RUNS) : 40

type Name = 'parent' | 'parent2' | 'leos' | 'trainer' | 'mia' | 'leo'
const names: readonly Name[] = ['parent', 'parent2', 'leos', 'trainer', 'mia', 'leo']

/** @param hole before each message, clears what the conversation rests on, as if it were never checked */
async function run(count: number, { hole = false } = {}): Promise<{ sent: number; refused: number; broken?: string }> {
  const draw = seededRandom(Number(SEED))
  const one = <T>(of: readonly T[]): T => of[Math.floor(draw() * of.length)] as T
  const club = await aChattingClub()
  const { user, organizationId, mia, leo, falcons } = club
  const child = { mia: mia.playerId, leo: leo.playerId } as const
  // The true state, kept apart from the table.
  const born: Record<'mia' | 'leo', boolean> = { mia: true, leo: true }
  const own: Record<'parent' | 'parent2' | 'leos', boolean> = { parent: true, parent2: true, leos: true }
  const childOf = { parent: 'mia', parent2: 'mia', leos: 'leo' } as const
  let coaches = true
  for (const kid of ['mia', 'leo'] as const) {
    const playerId = child[kid]
    await update(stamp, players.change({ playerId }, { set: { bornOn: '2014-05-01' } }))
    await families.join(stamp, { playerId, userId: user(kid), relation: 'own' })
    await write(stamp, playerAccounts.create({ userId: user(kid), playerId }))
  }
  await deliverPeople(club, 'mia', 'leo')
  const made = await call('POST /rest-api/chat/create/dm', {
    as: user('parent'),
    body: { organizationId, userIds: [user('trainer'), user('mia')], friendlyName: 'Us' },
  })
  const { conversationSid } = made.body
  const isChild = (name: Name) => (name === 'mia' || name === 'leo') && born[name]
  const mayBe = (name: Name) => (name === 'trainer' ? coaches : name in own ? own[name as keyof typeof own] : true)

  /** The rule, formulated independently of the functions. */
  async function isSafe() {
    const { members } = await conversations.withMembers({ conversationSid })
    const inside = names.filter((name) =>
      members.some(({ userId, leftSeq }) => userId === user(name) && leftSeq === undefined),
    )
    const adults = inside.filter((name) => !isChild(name) && mayBe(name))
    return inside
      .filter(isChild)
      .every((kid) => adults.length > 1 || adults.some((name) => name in childOf && childOf[name as 'leos'] === kid))
  }
  const id = { teamId: falcons.teamId, userId: user('trainer') }
  const does = {
    come: async () => {
      const group = { conversationSid, type: 'group' as const, friendlyName: 'Us' }
      const name = one(names)
      if (mayBe(name)) await addMembers(stamp, group, [{ userId: user(name), staff: false }], { allowUnsafe: true })
    },
    leave: async () => {
      await call('POST /rest-api/chat/conversations/{conversationSid}/leave', { as: user(one(names)), conversationSid })
    },
    family: async () => {
      const name = one(['parent', 'parent2', 'leos'] as const)
      const member = { playerId: child[childOf[name]], userId: user(name), relation: 'own' as const }
      if (own[name]) await write(stamp, ...families.leave(member))
      else await families.join(stamp, member)
      own[name] = !own[name]
    },
    coach: async () => {
      const carmen = { userId: id.userId, firstName: 'Carmen', lastName: 'Coach', flags: ['chatEnabled' as const] }
      await write(stamp, ...(coaches ? teamAdministrators.dismiss(id) : teamAdministrators.appoint(falcons, carmen)))
      coaches = !coaches
    },
    birthday: async () => {
      const kid = one(['mia', 'leo'] as const)
      born[kid] = !born[kid]
      const bornOn = born[kid] ? '2014-05-01' : '1990-05-01'
      await update(stamp, players.change({ playerId: child[kid] }, { set: { bornOn } }))
    },
    hears: () => deliverPeople(club, one(names)),
  }
  // More join than leave, so that there is someone to write.
  const kinds = [...(Object.keys(does) as (keyof typeof does)[]), 'come', 'come'] as const
  let [sent, refused] = [0, 0]
  for (let i = 0; i < count; i++) {
    if (draw() < 0.5) {
      const kind = one(kinds)
      await does[kind]()
      continue
    }
    if (hole)
      await update(stamp, conversations.change({ conversationSid }, { set: { restsOn: [], stopped: undefined } }))
    const safe = await isSafe()
    const body = { messageSid: `message-${i}`, text: 'x' }
    const { status } = await call('POST /rest-api/chat/conversations/{conversationSid}/messages', {
      as: user(one(names)),
      conversationSid,
      body,
    })
    if (status !== 200) refused++
    else if (safe) sent++
    else return { sent, refused, broken: `at ${i} of SEED=${SEED}` }
  }
  return { sent, refused }
}

it('never lets anyone write while an adult and a child are alone, whatever happens in between', async () => {
  const { sent, refused, broken } = await run(operations)
  expect(broken).toBeUndefined()
  // Enough of both to be meaningful.
  expect(Math.min(sent, refused)).toBeGreaterThan(operations / 60)
})

it('detects a violation if the recorded guarantees are ignored', async () => {
  // It stops at the first violation; the number of steps depends on the seed.
  expect((await run(5000, { hole: true })).broken).toBeDefined()
})

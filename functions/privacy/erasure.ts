import { randomBytes } from 'node:crypto'
import type { privacy } from '#shared/api/privacy.ts'
import { Problem } from '#shared/problems.ts'
import { childrenAmong, isLeftAlone } from '../people/childAccount.ts'
import { digestOf } from '../secrets/digest.ts'
import type { CallOf } from '../serve.ts'
import { organizationAdministrators } from '../table/administrators.ts'
import { feeds } from '../table/feeds.ts'
import type { Me } from '../table/me.ts'
import { outbox } from '../table/outbox.ts'
import { families } from '../table/players.ts'
import { daysAfter, type Erasure, erasureDays, erasureReceipts, erasures } from '../table/privacy.ts'
import { userPartition } from '../table/profiles.ts'
import { all, startingWith, write } from '../table/table.ts'
import type { Write } from '../table/writes.ts'

type Api = typeof privacy

/** The clubs in which nobody else can appoint administrators, by name. */
async function soleAdministratorClubs({ access }: Pick<Me, 'access'>): Promise<string[]> {
  const { userId, organizations, heldBackIn = [] } = access
  // An administrator who is held back for lack of a second factor still counts.
  const appointingClubs = [...organizations, ...heldBackIn].filter(({ flags = [] }) =>
    flags.includes('canEditAdministrators'),
  )
  const rows = await Promise.all(appointingClubs.map(({ id }) => organizationAdministrators.of({ organizationId: id })))
  const isOther = (row: { userId: string; flags: readonly string[] }) =>
    row.userId !== userId && row.flags.includes('canEditAdministrators')
  return appointingClubs.filter((_, i) => !rows[i]?.some(isOther)).map(({ name }) => name)
}

/**
 * The writes that take the right to appoint administrators from the user in all their clubs, on the condition that another one has it;
 * undefined if a club has nobody else with that right.
 */
export async function handOver({ access }: Pick<Me, 'access'>): Promise<Write[] | undefined> {
  const { userId, organizations } = access
  const writes: Write[] = []
  for (const { id: organizationId, flags = [] } of organizations) {
    if (!flags.includes(appointFlag)) continue
    const rows = await organizationAdministrators.of({ organizationId })
    const ownRow = rows.find((row) => row.userId === userId)
    const otherRow = rows.find((row) => row.userId !== userId && row.flags.includes(appointFlag))
    if (!ownRow || !otherRow) return undefined
    const remainingFlags = ownRow.flags.filter((flag) => flag !== appointFlag)
    writes.push(...organizationAdministrators.setFlags({ userId, organizationId }, ownRow, remainingFlags))
    writes.push(organizationAdministrators.checkUnchanged({ userId: otherRow.userId, organizationId }, otherRow))
  }
  return writes
}
const appointFlag = 'canEditAdministrators'

export async function previewErasure({ userId, me, now }: CallOf<Api, 'GET /rest-api/privacy/erasure'>) {
  const caller = await me
  const { players, following, organizations, heldBackIn = [] } = caller.access
  const [erasure, soleClubs, familyLists, conversations, ownFeeds] = await Promise.all([
    erasures.get({ userId }, { consistent: true }),
    soleAdministratorClubs(caller),
    Promise.all(players.map(({ id: playerId }) => families.of({ playerId }))),
    all({ pk: userPartition({ userId }), ...startingWith('CONVERSATION#') }),
    feeds.of({ userId }),
  ])
  const children = await childrenAmong(familyLists.flat(), now)
  return {
    standing: erasureCard(erasure),
    goes: {
      players: players.length,
      following: following.length,
      // Erasure does not require a second factor: it includes clubs for which one is lacking.
      clubs: organizations.filter(({ flags }) => flags !== undefined).length + heldBackIn.length,
      teams: organizations.reduce((sum, { teams }) => sum + teams.length, 0),
      conversations: conversations.length,
      feeds: ownFeeds.length,
    },
    lastIn: soleClubs,
    alone: familyLists.filter((family) => isLeftAlone(family, userId, children)).length,
  }
}

const erasureCard = (erasure: Erasure | undefined) =>
  erasure ? { wantedAt: erasure.wantedAt, due: erasure.due, receiptId: erasure.receiptId } : null

export async function requestErasure({ userId, me, stamp, now }: CallOf<Api, 'POST /rest-api/privacy/erasure'>) {
  const existing = await erasures.get({ userId }, { consistent: true })
  if (existing) return { standing: erasureCard(existing) }
  if ((await soleAdministratorClubs(await me)).length > 0) throw new Problem('last_administrator')
  const receiptId = randomBytes(16).toString('base64url')
  const dates = { wantedAt: now, due: daysAfter(now, erasureDays) }
  await write(
    stamp,
    erasures.create({ userId, receiptId, ...dates }),
    outbox.add(stamp, { letter: 'erasureAsked', to: { userId }, about: { due: dates.due } }),
    // The receipt has no owner: what finally remains of it names no account.
    erasureReceipts.create({ receiptId, digest: digestOf(userId), state: 'wanted', ...dates }),
  )
  return { standing: { receiptId, ...dates } }
}

export async function cancelErasure({ userId, stamp }: CallOf<Api, 'DELETE /rest-api/privacy/erasure'>) {
  const existing = await erasures.get({ userId }, { consistent: true })
  if (existing)
    await write(
      stamp,
      erasures.remove({ userId }, 'conflict', [
        ['receiptId', '=', existing.receiptId],
        ['begunAt', 'not exists'],
      ]),
      erasureReceipts.change(existing, { set: { state: 'taken_back' }, when: [['state', '=', 'wanted']] }),
    )
  return { standing: null }
}

export async function readReceipt({ params: { receiptId } }: CallOf<Api, 'GET /rest-api/privacy/receipt/{receiptId}'>) {
  const receipt = await erasureReceipts.get({ receiptId }, { consistent: true })
  if (!receipt) throw new Problem('not_found')
  const { state, wantedAt, due, doneAt = null } = receipt
  return { state, wantedAt, due, doneAt }
}

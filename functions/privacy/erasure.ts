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
async function lastIn({ access }: Pick<Me, 'access'>): Promise<string[]> {
  const { userId, organizations, heldBackIn = [] } = access
  // An administrator who is held back for lack of a second factor still counts.
  const appoints = [...organizations, ...heldBackIn].filter(({ flags = [] }) => flags.includes('canEditAdministrators'))
  const rows = await Promise.all(appoints.map(({ id }) => organizationAdministrators.of({ organizationId: id })))
  const isOther = (row: { userId: string; flags: readonly string[] }) =>
    row.userId !== userId && row.flags.includes('canEditAdministrators')
  return appoints.filter((_, i) => !rows[i]?.some(isOther)).map(({ name }) => name)
}

/**
 * The writes that take the right to appoint administrators from the user in all their clubs, on the condition that another one has it;
 * undefined if a club has nobody else with that right.
 */
export async function handOver({ access }: Pick<Me, 'access'>): Promise<Write[] | undefined> {
  const { userId, organizations } = access
  const writes: Write[] = []
  for (const { id: organizationId, flags = [] } of organizations) {
    if (!flags.includes(appointing)) continue
    const rows = await organizationAdministrators.of({ organizationId })
    const own = rows.find((row) => row.userId === userId)
    const other = rows.find((row) => row.userId !== userId && row.flags.includes(appointing))
    if (!own || !other) return undefined
    const left = own.flags.filter((flag) => flag !== appointing)
    writes.push(...organizationAdministrators.setFlags({ userId, organizationId }, own, left))
    writes.push(organizationAdministrators.checkUnchanged({ userId: other.userId, organizationId }, other))
  }
  return writes
}
const appointing = 'canEditAdministrators'

export async function previewErasure({ userId, me, now }: CallOf<Api, 'GET /rest-api/privacy/erasure'>) {
  const known = await me
  const { players, following, organizations, heldBackIn = [] } = known.access
  const [standing, last, homes, conversations, ownFeeds] = await Promise.all([
    erasures.get({ userId }, { consistent: true }),
    lastIn(known),
    Promise.all(players.map(({ id: playerId }) => families.of({ playerId }))),
    all({ pk: userPartition({ userId }), ...startingWith('CONVERSATION#') }),
    feeds.of({ userId }),
  ])
  const children = await childrenAmong(homes.flat(), now)
  return {
    standing: shown(standing),
    goes: {
      players: players.length,
      following: following.length,
      // Erasure does not require a second factor: it includes clubs for which one is lacking.
      clubs: organizations.filter(({ flags }) => flags !== undefined).length + heldBackIn.length,
      teams: organizations.reduce((sum, { teams }) => sum + teams.length, 0),
      conversations: conversations.length,
      feeds: ownFeeds.length,
    },
    lastIn: last,
    alone: homes.filter((family) => isLeftAlone(family, userId, children)).length,
  }
}

const shown = (erasure: Erasure | undefined) =>
  erasure ? { wantedAt: erasure.wantedAt, due: erasure.due, receiptId: erasure.receiptId } : null

export async function askForErasure({ userId, me, stamp, now }: CallOf<Api, 'POST /rest-api/privacy/erasure'>) {
  const there = await erasures.get({ userId }, { consistent: true })
  if (there) return { standing: shown(there) }
  if ((await lastIn(await me)).length > 0) throw new Problem('last_administrator')
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

export async function takeBackErasure({ userId, stamp }: CallOf<Api, 'DELETE /rest-api/privacy/erasure'>) {
  const there = await erasures.get({ userId }, { consistent: true })
  if (there)
    await write(
      stamp,
      erasures.remove({ userId }, 'conflict', [
        ['receiptId', '=', there.receiptId],
        ['begunAt', 'not exists'],
      ]),
      erasureReceipts.change(there, { set: { state: 'taken_back' }, when: [['state', '=', 'wanted']] }),
    )
  return { standing: null }
}

export async function readReceipt({ params: { receiptId } }: CallOf<Api, 'GET /rest-api/privacy/receipt/{receiptId}'>) {
  const receipt = await erasureReceipts.get({ receiptId }, { consistent: true })
  if (!receipt) throw new Problem('not_found')
  const { state, wantedAt, due, doneAt = null } = receipt
  return { state, wantedAt, due, doneAt }
}

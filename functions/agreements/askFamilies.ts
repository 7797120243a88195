import type { agreements as contract } from '#shared/api/agreements.ts'
import { organizationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { addHours, dayIn } from '#shared/rules/days.ts'
import type { CallOf } from '../serve.ts'
import { agreed } from '../table/agreements.ts'
import { organizations } from '../table/organizations.ts'
import { outbox } from '../table/outbox.ts'
import { families, guardiansWith } from '../table/players.ts'
import { teamPlayers } from '../table/rosters.ts'
import { write } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'
import { askedFor, standingOf } from './standingOf.ts'

/** A player whose family was asked in the last day is left out; of two who ask at once one does. */
export async function askFamilies({
  params: { teamId },
  stamp,
  now,
}: CallOf<typeof contract, 'POST /rest-api/agreements/ask/{teamId}'>) {
  const organizationId = organizationOf(teamId)
  const [organization, asked, { team, players: roster }] = await Promise.all([
    organizations.get({ organizationId }),
    askedFor(organizationId),
    teamPlayers.withTeam({ teamId }),
  ])
  if (!organization || !team) throw new Problem('not_found')
  const found = await standingOf(roster, { asked, today: dayIn(now, organization.timezone), consistent: true })
  const dayAgo = addHours(now, -24)
  const wanted = found.filter(({ signed, askedAt = '' }) => signed.includes(null) && askedAt <= dayAgo)
  const done = await Promise.all(wanted.map(({ player: { playerId } }) => ask(stamp, playerId, dayAgo)))
  const count = done.filter(Boolean).length
  if (count === 0) throw new Problem('all_agreed')
  return { asked: count }
}

/** Followers are not asked. False when there is nobody to ask, or somebody else has asked meanwhile. */
async function ask(stamp: Stamp, playerId: string, dayAgo: string): Promise<boolean> {
  const family = guardiansWith(await families.of({ playerId }), 'sees')
  if (family.length === 0) return false
  const row = await agreed.get({ playerId }, { consistent: true })
  if ((row?.askedAt ?? '') > dayAgo) return false
  const set = { playerId, askedAt: stamp.at }
  try {
    await write(
      stamp,
      row ? agreed.change({ playerId }, { set, when: [['version', '=', row.version]] }) : agreed.create(set),
      ...family.map(({ userId }) => outbox.want(stamp, { letter: 'agree', to: { userId }, about: { playerId } })),
    )
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'conflict') return false
    throw error
  }
}

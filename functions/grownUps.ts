import { fullName } from '#shared/rules/names.ts'
import { type Guardian, guardians } from './table/guardians.ts'
import type { PlayerDetails } from './table/playerDetails.ts'
import { families, type Family, playerPartition } from './table/players.ts'
import { profiles } from './table/profiles.ts'
import { all, startingWith } from './table/table.ts'
import type { Kept } from './table/writes.ts'

/** A grown-up as a report of players tells of them. */
export type GrownUp = { name: string; email: string; phone: string }

/** Of each player the accounts of their family, then the grown-ups whom the club knows beside: one range a player. */
export async function grownUpsOf(list: readonly { playerId: string }[]): Promise<Said[][]> {
  const ranges = await Promise.all(
    list.map((player) => all<object>({ pk: playerPartition(player), ...startingWith('PLAYER#') })),
  )
  const of = <Row>(rows: Kept<object>[], { kind }: { kind: string }) =>
    rows.filter((row) => row.kind === kind) as Kept<Row>[]
  const parents = ranges.map((rows) => of<Family>(rows, families).filter(({ relation }) => relation === 'own'))
  const byId = await profiles.byId(parents.flat())
  return ranges.map((rows, i) => [
    ...(parents[i] ?? []).flatMap(({ userId }) => {
      const profile = byId.get(userId)
      return profile ? [{ name: fullName(profile), email: profile.email }] : []
    }),
    ...of<Guardian>(rows, guardians),
  ])
}

type Said = { name: string; email?: string | undefined; phone?: string | undefined }

/** Grown-ups, then those whom somebody entered as contacts; who is there several times is told once, with what all of them say. */
export function together(known: Said[] = [], details: PlayerDetails | undefined): GrownUp[] {
  const told: GrownUp[] = []
  for (const { name, email = '', phone = '' } of [...known, ...(details?.contacts ?? [])]) {
    const same = told.find((each) =>
      email === '' || each.email === '' ? each.name === name : each.email.toLowerCase() === email.toLowerCase(),
    )
    if (!same) told.push({ name, email, phone })
    else Object.assign(same, { email: same.email || email, phone: same.phone || phone })
  }
  return told
}

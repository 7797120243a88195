import { randomUUID } from 'node:crypto'
import { type StaffAction, staffActions } from '../table/inPlace.ts'
import { profiles } from '../table/profiles.ts'
import { page } from '../table/table.ts'
import type { Stamp, Write } from '../table/writes.ts'

/** The write that logs an action of our staff on an account, for the transaction of the action. */
export const actionBy = (
  { actor: who, at: when }: Stamp,
  userId: string,
  act: StaffAction['act'],
  reason: string,
): Write => staffActions.create({ userId, when, actionId: randomUUID(), act, reason, who })

/** The most shown. */
const maxShown = 50

/** The logged actions on an account, with the names of the staff. */
export async function actionsOn(userId: string) {
  const { rows } = await page<StaffAction>({ ...staffActions.of({ userId }), limit: maxShown })
  const names = await profiles.namesOf(rows.map(({ who }) => who))
  return rows.map(({ actionId: id, when, act, reason, who }) => ({ id, when, act, reason, who: names.get(who) || who }))
}

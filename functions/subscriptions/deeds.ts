import { randomUUID } from 'node:crypto'
import { profiles } from '../table/profiles.ts'
import { type StaffDeed, staffDeeds } from '../table/staffDeeds.ts'
import { page } from '../table/table.ts'
import type { Stamp, Write } from '../table/writes.ts'

/** The write that logs an action of our staff, for the transaction of the action. */
export const deedBy = ({ actor: who, at: when }: Stamp, deed: Omit<StaffDeed, 'who' | 'when' | 'deedId'>): Write =>
  staffDeeds.create({ ...deed, who, when, deedId: randomUUID() })

/** The most shown. */
const maxShown = 50

/** The logged actions about a club or about promotions, with the names of the staff. */
export async function deedsAbout(about: string) {
  const { rows } = await page<StaffDeed>({ ...staffDeeds.about(about), limit: maxShown })
  const names = await profiles.namesOf(rows.map(({ who }) => who))
  return rows.map(({ deedId: id, when, act, about: what, detail, reason, who }) => ({
    id,
    when,
    act,
    about: what,
    detail,
    reason,
    who: names.get(who) || who,
  }))
}

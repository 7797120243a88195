import { organizationOf } from '#shared/ids.ts'
import { type Flag, flags as allFlags } from '#shared/permissions.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { flagsFor, flagsHeldByNobody } from '#shared/rules/administrators.ts'
import { isHeldBackIn } from '../http/secondFactor.ts'
import { accountEnabledCheck } from './accountEnabled.ts'
import { type Administrator, organizationAdministrators, teamAdministrators } from '../table/administrators.ts'
import type { Me } from '../table/me.ts'
import { organizations } from '../table/organizations.ts'
import { ifUnchanged, type Stored, type Write } from '../table/writes.ts'

/** The administrators of an organization or a team, with the same functions for both. */
export function administratorsOf(orgUnitId: string) {
  const organizationId = organizationOf(orgUnitId)
  const isOrganization = orgUnitId === organizationId
  const ofOrganization = { organizationId }
  const ofTeam = { teamId: orgUnitId }
  return isOrganization
    ? {
        isOrganization,
        get: (userId: string) => organizationAdministrators.get({ userId, organizationId }, { consistent: true }),
        all: () => organizationAdministrators.of(ofOrganization),
        setFlags: (row: Stored<Administrator>, flags: Flag[]) =>
          organizationAdministrators.setFlags({ ...ofOrganization, userId: row.userId }, row, flags),
        dismiss: (row: Stored<Administrator>) =>
          organizationAdministrators.dismiss({ ...ofOrganization, userId: row.userId }, row),
        unchanged: (row: Stored<Administrator>) =>
          organizationAdministrators.checkUnchanged({ ...ofOrganization, userId: row.userId }, row),
      }
    : {
        isOrganization,
        get: (userId: string) => teamAdministrators.get({ userId, ...ofTeam }, { consistent: true }),
        all: () => teamAdministrators.of(ofTeam),
        setFlags: (row: Stored<Administrator>, flags: Flag[]) =>
          teamAdministrators.setFlags({ ...ofTeam, userId: row.userId }, row, flags),
        dismiss: (row: Stored<Administrator>) => teamAdministrators.dismiss({ ...ofTeam, userId: row.userId }, row),
        unchanged: (row: Stored<Administrator>) =>
          teamAdministrators.checkUnchanged({ ...ofTeam, userId: row.userId }, row),
      }
}

export type EffectiveRights = { flags: ReadonlySet<Flag>; holds: { userId: string; unit: string; check: Write }[] }

/**
 * A user's current flags on an organization or team, and conditions that hold as long as they have them, so that a transaction
 * fails if the rights are taken away meanwhile. With `me` (the caller), flags in a club that requires a second factor only count
 * if the caller has given it; without `me`, an account disabled by staff has none.
 */
export async function effectiveRights(
  userId: string,
  orgUnitId: string,
  me?: Pick<Me, 'access'>,
): Promise<EffectiveRights> {
  const organizationId = organizationOf(orgUnitId)
  const isHeldBack = me !== undefined && isHeldBackIn(me.access, organizationId)
  const units = [...new Set([...(isHeldBack ? [] : [organizationId]), orgUnitId])]
  const rows = await Promise.all(
    units.map(async (unit) => {
      const of = administratorsOf(unit)
      const row = await of.get(userId)
      return row && { unit, userId, flags: row.flags, check: of.unchanged(row) }
    }),
  )
  const administratorRows = rows.filter((row) => row !== undefined)
  const flags = new Set(administratorRows.flatMap((row) => row.flags))
  if (me || administratorRows.length === 0) return { flags, holds: administratorRows }
  const check = await accountEnabledCheck(userId)
  return check ? { flags, holds: [...administratorRows, { unit: '', userId, check }] } : { flags: new Set(), holds: [] }
}

type UnheldFlags = { unheld: ReadonlySet<Flag>; lock?: Write }
/**
 * Of the `grantedFlags` that the giver lacks, those that no administrator of the club has any more: only these may be given
 * without having them. The giver's transaction includes `lock`, a version check of the club's item as read before the
 * administrators: of two concurrent ones, the second fails, reads again, and finds the flag taken.
 */
export async function unheldOf(
  orgUnitId: string,
  own: ReadonlySet<Flag>,
  grantedFlags: readonly Flag[],
): Promise<UnheldFlags> {
  const of = administratorsOf(orgUnitId)
  const isOwn = grantedFlags.every((flag) => own.has(flag))
  if (isOwn || !of.isOrganization || !own.has('canEditAdministrators')) return { unheld: new Set() }
  const id = { organizationId: orgUnitId }
  const club = await organizations.get(id, { consistent: true })
  if (!club) throw new Problem('not_found')
  const rows = await of.all()
  const lock = organizations.change(id, { set: {}, when: ifUnchanged(club) })
  return { unheld: flagsHeldByNobody(rows.map(({ flags }) => flags)), lock }
}

/** An administrator other than `userId` who has canEditAdministrators: the actor if they have it, else any. Throws `last_administrator`. */
export function otherAdministrator(
  rows: readonly Stored<Administrator>[],
  userId: string,
  actor: string,
): Stored<Administrator> {
  const editors = rows.filter((row) => row.userId !== userId && row.flags.includes('canEditAdministrators'))
  const editor = editors.find((row) => row.userId === actor) ?? editors[0]
  if (!editor) throw new Problem('last_administrator')
  return editor
}

/** Refuses flags that do not exist for this kind of unit: teams have fewer than organizations. */
export function refuseUnknownFlags(orgUnitId: string, flags: readonly Flag[]): void {
  const validFlags = flagsFor(orgUnitId === organizationOf(orgUnitId) ? 'organization' : 'team')
  if (!flags.every((flag) => validFlags.includes(flag)))
    throw new Problem('bad_request', [faultAt('permissions', 'invalid')])
}

/** Without duplicates, in the order of all flags. */
export const sortFlags = (flags: readonly Flag[]): Flag[] => allFlags.filter((flag) => flags.includes(flag))

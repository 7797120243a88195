import type { PlayerRow } from '#shared/rules/playerRows.ts'
import { type Import, importParts, imports, type ImportStep, importSteps, type PlayerChange } from '../table/imports.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, type Stamp } from '../table/writes.ts'
import { each, isAddressOf, type Leaving } from './quiet.ts'

/**
 * Removes the user from a club's imports: from the data that is kept to undo them, and from rows not yet imported. An import can still be
 * undone, without them.
 */
export const eraseInImports = (stamp: Stamp, leaving: Leaving, organizationId: string): Promise<void> =>
  each<Import>(imports.ofClub(organizationId), async ({ orgUnitId, importId }) => {
    const id = { orgUnitId, importId }
    for (const { part } of await importParts.of(id)) await eraseInPart(stamp, leaving, { ...id, part })
    await each<ImportStep>(importSteps.of(id), ({ step }) => eraseInStep(stamp, leaving, { ...id, step }))
  })

type Numbered = Pick<Import, 'orgUnitId' | 'importId'>

/** The row keeps its number, by which the import continues. If it was uploaded again meanwhile, it is read again. */
const eraseInPart = (stamp: Stamp, leaving: Leaving, id: Numbered & { part: number }) =>
  retryOnConflict(async () => {
    const found = await importParts.get(id, { consistent: true })
    if (!found?.rows.some(({ guardians }) => guardians.some(({ email }) => isAddressOf(email, leaving)))) return
    const rows = found.rows.map(
      (row): PlayerRow => ({ ...row, guardians: row.guardians.filter(({ email }) => !isAddressOf(email, leaving)) }),
    )
    await write(stamp, importParts.change(id, { set: { rows }, when: ifUnchanged(found) }))
  })

/** A guardian who is not named in the step is left as is when it is undone. */
const eraseInStep = (stamp: Stamp, leaving: Leaving, id: Numbered & { step: number }) =>
  retryOnConflict(async () => {
    const found = await importSteps.get(id, { consistent: true })
    const names = ({ before }: Guarded) => isAddressOf(before?.email, leaving)
    if (!found?.did.some(({ guardians = [] }) => guardians.some(names))) return
    const did = found.did.map(
      (each): PlayerChange => ({
        ...each,
        ...(each.guardians && { guardians: each.guardians.filter((one) => !names(one)) }),
      }),
    )
    await write(stamp, importSteps.change(id, { set: { did }, when: ifUnchanged(found) }))
  })

type Guarded = NonNullable<PlayerChange['guardians']>[number]

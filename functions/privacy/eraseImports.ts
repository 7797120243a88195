import type { PlayerRow } from '#shared/rules/playerRows.ts'
import { type Import, importParts, imports, type ImportStep, importSteps, type PlayerChange } from '../table/imports.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, type Stamp } from '../table/writes.ts'
import { forEachItem, isAddressOf, type ErasedUser } from './erasedUser.ts'

/**
 * Removes the user from a club's imports: from the data that is kept to undo them, and from rows not yet imported. An import can still be
 * undone, without them.
 */
export const eraseInImports = (stamp: Stamp, erasedUser: ErasedUser, organizationId: string): Promise<void> =>
  forEachItem<Import>(imports.ofClub(organizationId), async ({ orgUnitId, importId }) => {
    const id = { orgUnitId, importId }
    for (const { part } of await importParts.of(id)) await eraseInPart(stamp, erasedUser, { ...id, part })
    await forEachItem<ImportStep>(importSteps.of(id), ({ step }) => eraseInStep(stamp, erasedUser, { ...id, step }))
  })

type ImportRef = Pick<Import, 'orgUnitId' | 'importId'>

/** The row keeps its number, by which the import continues. If it was uploaded again meanwhile, it is read again. */
const eraseInPart = (stamp: Stamp, erasedUser: ErasedUser, id: ImportRef & { part: number }) =>
  retryOnConflict(async () => {
    const importPart = await importParts.get(id, { consistent: true })
    if (!importPart?.rows.some(({ guardians }) => guardians.some(({ email }) => isAddressOf(email, erasedUser)))) return
    const rows = importPart.rows.map(
      (row): PlayerRow => ({ ...row, guardians: row.guardians.filter(({ email }) => !isAddressOf(email, erasedUser)) }),
    )
    await write(stamp, importParts.change(id, { set: { rows }, when: ifUnchanged(importPart) }))
  })

/** A guardian who is not named in the step is left as is when it is undone. */
const eraseInStep = (stamp: Stamp, erasedUser: ErasedUser, id: ImportRef & { step: number }) =>
  retryOnConflict(async () => {
    const importStep = await importSteps.get(id, { consistent: true })
    const isNamed = ({ before }: GuardianChange) => isAddressOf(before?.email, erasedUser)
    if (!importStep?.did.some(({ guardians = [] }) => guardians.some(isNamed))) return
    const did = importStep.did.map(
      (each): PlayerChange => ({
        ...each,
        ...(each.guardians && { guardians: each.guardians.filter((one) => !isNamed(one)) }),
      }),
    )
    await write(stamp, importSteps.change(id, { set: { did }, when: ifUnchanged(importStep) }))
  })

type GuardianChange = NonNullable<PlayerChange['guardians']>[number]

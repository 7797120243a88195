import type { Import } from '../../table/imports.ts'

/** An import, as the contract has it. */
export const importCard = ({ importId, name, startedAt, state, rows, done, ...counts }: Import) => ({
  id: importId,
  name,
  startedAt,
  state,
  rows,
  done,
  added: counts.added,
  changed: counts.changed,
  same: counts.same,
  kept: counts.kept,
  refused: counts.refused,
})

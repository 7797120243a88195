import { Problem } from '#shared/problems.ts'
import { itemSize } from './meter.ts'

/** In bytes: DynamoDB takes no item of more than 400 KB, with its keys, those on its indexes and its stamp. */
const mostBytes = 400 * 1024 - 2048

/** Refuses what an item has no room for: of long lists of long texts each may be right and all of them too much. */
export function refuseTooMuch(row: object): void {
  if (itemSize(row) > mostBytes) throw new Problem('too_much_kept')
}

import { Problem } from '#shared/problems.ts'
import { itemSize } from './meter.ts'

/** In bytes: DynamoDB takes no item of more than 400 KB, with its keys, those on its indexes and its stamp. */
const mostBytes = 400 * 1024 - 2048

/** Throws `too_much_kept` for an item that would be too large: each text may be within its limit, and all together too long. */
export function refuseTooMuch(row: object): void {
  if (itemSize(row) > mostBytes) throw new Problem('too_much_kept')
}

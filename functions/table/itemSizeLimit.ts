import { Problem } from '#shared/problems.ts'
import { itemSize } from './meter.ts'

/** In bytes: DynamoDB's limit of 400 KB, less room for the keys, the index keys and the stamp. */
const maxBytes = 400 * 1024 - 2048

/** Throws `too_much_kept` for an item that is too large: each text may be within its limit, and all of them together not. */
export function checkItemSize(row: object): void {
  if (itemSize(row) > maxBytes) throw new Problem('too_much_kept')
}

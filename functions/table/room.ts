import { Problem } from '#shared/problems.ts'
import { itemSize } from './meter.ts'

/** In bytes. DynamoDB's limit for an item is 400 KB, including its keys, index keys and stamp. */
const mostBytes = 400 * 1024 - 2048

/** Throws `too_much_kept` for an item that would be too large: each text may be within its limit, but not all together. */
export function refuseTooMuch(row: object): void {
  if (itemSize(row) > mostBytes) throw new Problem('too_much_kept')
}

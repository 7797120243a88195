import { decoded, readText } from './readText.ts'
import { readWorkbook } from './readWorkbook.ts'
import { limits, type Sheet, SheetProblem } from './sheet.ts'

/** The table in a file, by what it is and not by its name. Throws `SheetProblem`. */
export async function readBytes(bytes: Uint8Array): Promise<Sheet> {
  if (bytes.length > limits.bytes) throw new SheetProblem('too_big')
  const begins = (...start: number[]) => start.every((byte, i) => bytes[i] === byte)
  if (begins(0x50, 0x4b, 0x03, 0x04)) return readWorkbook(bytes)
  // What Office makes of a workbook with a password, and its own format of before 2007.
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) throw new SheetProblem('locked')
  return readText(decoded(bytes))
}

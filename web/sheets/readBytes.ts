import { decodeText, readText } from './readText.ts'
import { readWorkbook } from './readWorkbook.ts'
import { limits, type Sheet, SheetProblem } from './sheet.ts'

/** Reads a table by its content, not by its file name. Throws `SheetProblem`. */
export async function readBytes(bytes: Uint8Array): Promise<Sheet> {
  if (bytes.length > limits.bytes) throw new SheetProblem('too_big')
  const startsWith = (...signature: number[]) => signature.every((byte, i) => bytes[i] === byte)
  if (startsWith(0x50, 0x4b, 0x03, 0x04)) return readWorkbook(bytes)
  // OLE container: a password-protected workbook, or the format before Excel 2007.
  if (startsWith(0xd0, 0xcf, 0x11, 0xe0)) throw new SheetProblem('locked')
  return readText(decodeText(bytes))
}

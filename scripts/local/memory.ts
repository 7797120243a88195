import { existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** In bytes; containers often have 64 MB there. */
const enough = 2e9

/** Where files lie in memory, if this machine has room for them there: else where all temporary ones lie. */
export function quickDir(): string {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= enough ? memory : tmpdir()
}

/** A new folder for data that nobody keeps: DynamoDB Local waits for the disk after each write, which takes as long as the write. */
export const quickFolder = (name: string): string => mkdtempSync(join(quickDir(), `touchline-${name}-`))

import { existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** In bytes; containers often have 64 MB there. */
const minFreeBytes = 2e9

/** A folder in memory if the machine has enough of it, otherwise the folder for temporary files. */
export function fastTempRoot(): string {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= minFreeBytes ? memory : tmpdir()
}

/** A new folder for temporary data. DynamoDB Local waits for the disk after each write, which in memory takes no time. */
export const createTempFolder = (name: string): string => mkdtempSync(join(fastTempRoot(), `touchline-${name}-`))

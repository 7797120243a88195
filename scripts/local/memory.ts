import { existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** In bytes; containers often have 64 MB there. */
const enough = 2e9

/** A folder in memory, if this machine has enough room there; otherwise the system's temporary folder. */
export function quickDir(): string {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= enough ? memory : tmpdir()
}

/** A new folder for temporary data: on disk, DynamoDB Local waits after each write, which doubles the write's time. */
export const quickFolder = (name: string): string => mkdtempSync(join(quickDir(), `touchline-${name}-`))

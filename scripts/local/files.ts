import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

let attempt = 0

/**
 * Writes a file so that it is there whole or not at all: beside its place first, then renamed into it.
 * Synchronous on purpose: what a request decides and what it writes happen in one turn of the event loop, so requests
 * cannot interleave and nothing needs a lock. No fsync: a process that is killed loses nothing that the system
 * has taken, and only a power cut would. Nobody but its owner can read it.
 */
export function writeWhole(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  const beside = join(dirname(path), `${unfinished}${process.pid}-${attempt++}-${basename(path)}`)
  writeFileSync(beside, content, { mode: 0o600 })
  renameSync(beside, path)
}

/** The JSON of a file that `writeWhole` wrote; undefined when there is none. */
export function readJson<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Error(`${path} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

/** The files of a folder with an ending, sorted; what a killed process left half written is swept away. */
export function filesIn(dir: string, ending: string): string[] {
  mkdirSync(dir, { recursive: true })
  const names = readdirSync(dir)
  for (const name of names) if (name.startsWith(unfinished)) rmSync(join(dir, name), { force: true })
  return names.filter((name) => name.endsWith(ending) && !name.startsWith(unfinished)).toSorted()
}

const unfinished = '.unfinished-'

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

let attempt = 0

/**
 * Writes a file atomically: to a temporary file, which is then renamed. Synchronous on purpose: a request reads and writes in one turn of
 * the event loop, so requests do not interleave and need no lock. No fsync: only a power failure could lose data, not the end of the
 * process. Only the owner can read the file.
 */
export function writeAtomically(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  const temporary = join(dirname(path), `${temporaryPrefix}${process.pid}-${attempt++}-${basename(path)}`)
  writeFileSync(temporary, content, { mode: 0o600 })
  renameSync(temporary, path)
}

/** The JSON of a file written by `writeAtomically`; undefined when there is none. */
export function readJson<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Error(`${path} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

/** The content of a folder's JSON files, in the order of their names. Deletes temporary files that an ended process has left. */
export function readAllJson<T>(dir: string): T[] {
  mkdirSync(dir, { recursive: true })
  const names = readdirSync(dir)
  for (const name of names) if (name.startsWith(temporaryPrefix)) rmSync(join(dir, name), { force: true })
  return names
    .filter((name) => name.endsWith('.json') && !name.startsWith(temporaryPrefix))
    .toSorted()
    .flatMap((name) => readJson<T>(join(dir, name)) ?? [])
}

const temporaryPrefix = '.unfinished-'

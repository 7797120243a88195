import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../startError.ts'

export type Lock = {
  /** Records the address of the cloud that holds the lock. */
  running: (origin: string) => void
  release: () => void
}

type Holder = { pid: number; origin?: string }

/**
 * Prevents a second cloud from using the same data. Throws, with one sentence, if one is running; takes over the lock
 * of a killed process.
 */
export function takeLock(dataDir: string): Lock {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'lock.json')
  const write = (holder: Holder, flag: string) => writeFileSync(file, JSON.stringify(holder), { flag })
  const ownLock: Holder = { pid: process.pid }
  try {
    write(ownLock, 'wx')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const holder = readHolder(file)
    if (holder && isRunning(holder.pid)) {
      const address = holder.origin ? ` at ${holder.origin}` : ''
      throw new StartError(
        `Touchline runs already${address} with the data in ${dataDir} (process ${holder.pid}): use that one, or end it first.`,
      )
    }
    write(ownLock, 'w')
  }
  return {
    running: (origin) => write({ ...ownLock, origin }, 'w'),
    release: () => rmSync(file, { force: true }),
  }
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch {
    // The process was killed between creating and writing the file.
    return undefined
  }
}

/** Whether the process with this id is one of our starts, since ids are reused. */
function isRunning(pid: number): boolean {
  if (pid === process.pid || !isAlive(pid)) return false
  try {
    return /scripts\/(start|dev)\.ts/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
  } catch {
    // Without /proc, trust the lock.
    return true
  }
}

/** Whether a process with this id exists. */
export function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

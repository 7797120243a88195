import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../startError.ts'

export type Lock = {
  /** Says where the cloud that holds the lock answers. */
  running: (origin: string) => void
  release: () => void
}

type Holder = { pid: number; origin?: string }

/**
 * Keeps a second cloud out of the same data. Throws, with one sentence, when one runs; a lock that a killed process
 * left behind is taken over.
 */
export function takeLock(dataDir: string): Lock {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'lock.json')
  const write = (holder: Holder, flag: string) => writeFileSync(file, JSON.stringify(holder), { flag })
  const mine: Holder = { pid: process.pid }
  try {
    write(mine, 'wx')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const holder = readHolder(file)
    if (holder && isRunning(holder.pid)) {
      const where = holder.origin ? ` at ${holder.origin}` : ''
      throw new StartError(
        `Touchline runs already${where} with the data in ${dataDir} (process ${holder.pid}): use that one, or end it first.`,
      )
    }
    write(mine, 'w')
  }
  return {
    running: (origin) => write({ ...mine, origin }, 'w'),
    release: () => rmSync(file, { force: true }),
  }
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch {
    // Killed between creating and writing it.
    return undefined
  }
}

/** True when another process of this id is a start of ours: ids are given anew after a while. */
function isRunning(pid: number): boolean {
  if (pid === process.pid || !isAlive(pid)) return false
  try {
    return /scripts\/(start|dev)\.ts/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
  } catch {
    // A system without /proc: rather believe the lock.
    return true
  }
}

/** True when there is a process of this id. */
export function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

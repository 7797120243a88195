import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/** So much less than the browser is what stands in for AWS given of a core, as `nice` counts. */
const niceness = 15

/**
 * From now on this process and DynamoDB Local, which stand in for what computes elsewhere, leave the cores to the browsers that are
 * open already; who is begun later is held as low. Only Linux tells threads apart.
 */
export function yieldToBrowsers(): void {
  if (!existsSync('/proc/self/task')) return
  const own = String(process.pid)
  const childrenOf = (thread: string) => readFileSync(`/proc/${own}/task/${thread}/children`, 'utf8').split(' ')
  const isJava = (pid: string) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'java'
  const javas = threadsOf(own).flatMap(childrenOf).filter(Boolean).filter(isJava)
  for (const thread of [own, ...javas].flatMap(threadsOf)) lower(Number(thread))
  for (const pid of [own, ...javas]) lowerGroup(pid)
}

/**
 * Where Linux shares the cores among sessions, the niceness of a thread counts within its own alone, and browsers are sessions of
 * their own: there a session has one too.
 */
function lowerGroup(pid: string): void {
  const group = `/proc/${pid}/autogroup`
  if (existsSync(group)) writeFileSync(group, String(niceness))
}

const threadsOf = (pid: string) => readdirSync(`/proc/${pid}/task`)

function lower(thread: number): void {
  try {
    setPriority(thread, niceness)
  } catch {
    // It has ended meanwhile.
  }
}

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/** The niceness of AWS's stand-ins, so that browsers get the cores first. */
const niceness = 15

/**
 * Lowers the priority of this process and of DynamoDB Local below that of the open browsers: in production their work
 * runs elsewhere. Processes started later inherit it. Only has an effect on Linux, where each thread has its own
 * priority.
 */
export function yieldToBrowsers(): void {
  if (!existsSync('/proc/self/task')) return
  const ownPid = String(process.pid)
  const childrenOf = (threadId: string) => readFileSync(`/proc/${ownPid}/task/${threadId}/children`, 'utf8').split(' ')
  const isJava = (pid: string) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'java'
  const javas = threadsOf(ownPid).flatMap(childrenOf).filter(Boolean).filter(isJava)
  for (const thread of [ownPid, ...javas].flatMap(threadsOf)) lowerPriority(Number(thread))
  for (const pid of [ownPid, ...javas]) lowerGroup(pid)
}

/**
 * With autogroups, Linux shares the cores among sessions, and niceness only counts within one. Browsers have sessions
 * of their own, so the niceness of the whole session is lowered as well.
 */
function lowerGroup(pid: string): void {
  const group = `/proc/${pid}/autogroup`
  if (existsSync(group)) writeFileSync(group, String(niceness))
}

const threadsOf = (pid: string) => readdirSync(`/proc/${pid}/task`)

function lowerPriority(thread: number): void {
  try {
    setPriority(thread, niceness)
  } catch {
    // The thread has ended meanwhile.
  }
}

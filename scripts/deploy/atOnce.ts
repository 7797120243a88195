import { createHash } from 'node:crypto'
import type { Assembly } from './history.ts'

const canary = 'CodeDeployDefault.LambdaCanary10Percent10Minutes'
const all = 'CodeDeployDefault.LambdaAllAtOnce'
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * The assembly, but that its versions go to everybody at once: nine requests in ten would stay with the version that a rollback
 * takes away. A template lies at AWS by its hash, and one that lies there is not sent again: what names the old one names the new one.
 */
export function atOnce(assembly: Assembly): Assembly {
  const files = Object.entries(assembly)
  const changed = files.filter(([name, text]) => name.endsWith('.template.json') && text.includes(canary))
  const hashes = changed.map(([, text]) => [hashOf(text), hashOf(text.replaceAll(canary, all))] as const)
  return Object.fromEntries(
    files.map(([name, text]) => [
      name,
      hashes.reduce((named, [old, next]) => named.replaceAll(old, next), text.replaceAll(canary, all)),
    ]),
  )
}

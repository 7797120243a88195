import { createHash } from 'node:crypto'
import type { Assembly } from './history.ts'

const canary = 'CodeDeployDefault.LambdaCanary10Percent10Minutes'
const all = 'CodeDeployDefault.LambdaAllAtOnce'
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * The assembly with canaries disabled: for ten minutes, nine in ten requests would stay with the version that a rollback
 * removes. AWS stores templates by hash and does not upload a known hash again, so every reference to an old hash is updated
 * too.
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

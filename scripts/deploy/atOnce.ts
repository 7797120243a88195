import { createHash } from 'node:crypto'
import type { Assembly } from './history.ts'

const canary = 'CodeDeployDefault.LambdaCanary10Percent10Minutes'
const all = 'CodeDeployDefault.LambdaAllAtOnce'
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * The assembly, changed so that new versions go to everybody at once: otherwise nine in ten requests would stay with
 * the version that a rollback removes. AWS stores templates by their hash and does not upload an existing one again, so
 * references to the old hash are replaced.
 */
export function atOnce(assembly: Assembly): Assembly {
  const files = Object.entries(assembly)
  const changedFiles = files.filter(([name, text]) => name.endsWith('.template.json') && text.includes(canary))
  const hashes = changedFiles.map(([, text]) => [hashOf(text), hashOf(text.replaceAll(canary, all))] as const)
  return Object.fromEntries(
    files.map(([name, text]) => [
      name,
      hashes.reduce((result, [old, next]) => result.replaceAll(old, next), text.replaceAll(canary, all)),
    ]),
  )
}

import type { Templates } from './templates.ts'

/** The version of OriginSecret that the distribution of a stage sends: see `infra/firewall.ts`. */
const versionIn = (templates: Templates): string | undefined =>
  /:SecretString:says::([^}]*)\}\}/.exec(JSON.stringify(templates))?.[1]

/**
 * Whether `after` uses another version of OriginSecret. Functions are deployed before the distribution, and functions
 * older than the change would not know the value it sends in the meantime, so they would refuse everybody until it is
 * deployed too.
 */
export function changesOrigin(before: Templates, after: Templates): boolean {
  const [oldVersion, newVersion] = [versionIn(before), versionIn(after)]
  return oldVersion !== undefined && newVersion !== undefined && oldVersion !== newVersion
}

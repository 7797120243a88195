import type { Templates } from './templates.ts'

/** The version of OriginSecret that the distribution of a stage sends: see `infra/firewall.ts`. */
const versionIn = (templates: Templates): string | undefined =>
  /:SecretString:says::([^}]*)\}\}/.exec(JSON.stringify(templates))?.[1]

/**
 * Whether `after` uses another version of OriginSecret. Functions are deployed before the distribution: functions from before
 * the change would not know what it sends meanwhile, and refuse everybody until it is deployed too.
 */
export function changesOrigin(before: Templates, after: Templates): boolean {
  const [was, is] = [versionIn(before), versionIn(after)]
  return was !== undefined && is !== undefined && was !== is
}

import type { Templates } from './templates.ts'

/** The version of OriginSecret by which the distribution of a stage says that it asks: see `infra/firewall.ts`. */
const versionIn = (templates: Templates): string | undefined =>
  /:SecretString:says::([^}]*)\}\}/.exec(JSON.stringify(templates))?.[1]

/**
 * Whether another version of OriginSecret counts in `after`. Functions are deployed before the distribution: those of before a change
 * do not know what it says meanwhile, and refuse everybody until it is deployed, too.
 */
export function changesOrigin(before: Templates, after: Templates): boolean {
  const [was, is] = [versionIn(before), versionIn(after)]
  return was !== undefined && is !== undefined && was !== is
}

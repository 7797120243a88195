import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Stage } from '#infra/stages.ts'
import { requireAlarmsAndMail, requireReadyAccount } from './account.ts'
import { UserError, outputOf } from './commands.ts'
import type { Place } from './history.ts'
import type { Options } from './options.ts'
import { changesOrigin } from './origin.ts'
import type { Plan } from './plan.ts'
import { lossesOf, type Preview, previewOf } from './preview.ts'
import { type MissingQuota, missingQuotaFor } from './routeQuota.ts'
import { readAccepted, unacceptedVulnerabilities } from './vulnerabilities.ts'

const root = join(import.meta.dirname, '../..')

/** Checks what can be checked before anything is built. Throws a UserError. */
export async function checkReadiness(options: Options, stage: Stage, place: Place | undefined): Promise<void> {
  const { preview, rollback, to } = options
  if ((preview || rollback || to) && !place)
    throw new UserError(
      'Deployments are recorded in the bucket of cdk bootstrap, but these credentials may not list buckets.',
    )
  if (preview || rollback || to) return
  if (!options['despite-silence']) requireAlarmsAndMail(stage)
  await requireReadyAccount(stage)
  await requireNoVulnerabilities(options['despite-weaknesses'])
}

/**
 * Prints what the deployment would change, and refuses what would lose data, lock everybody out or be stopped half-way
 * by AWS. A preview prints it and refuses nothing. Returns the missing quota if the gateway may not have that many
 * routes yet.
 */
export async function checkPlan(options: Options, plan: Plan): Promise<MissingQuota | undefined> {
  const { preview } = options
  const { stage, running, newest, templates, possiblyRunning, moved, deployFirst } = plan
  if (running && newest) printPreview(previewOf(running, templates), newest)
  else if (preview && !plan.isUnread)
    console.log(`There is no record of an earlier deployment of ${stage.name}: everything would be new.`)
  requireNoDataLoss(lossesOf(possiblyRunning, templates), { isAllowed: options['lose-data'] || preview })
  if (running && (options.rollback || options.to) && changesOrigin(running, templates)) {
    if (!preview) throw new UserError(`${originChangeMessage} Nothing was deployed.`)
    console.log(originChangeMessage)
  }
  const missingQuota = options['despite-quota'] ? undefined : await missingQuotaFor(templates, stage)
  if (missingQuota) {
    if (!preview && missingQuota.api) throw new UserError(`${missingQuota.sentence} Nothing was deployed.`)
    console.log(missingQuota.sentence)
  }
  for (const sentence of moved.sentences) console.log(sentence)
  if (moved.isStuck && !preview) throw new UserError(`${stuckMessage} Nothing was deployed.`)
  if (deployFirst.length > 0)
    console.log(
      `These stacks stop using exports that will be removed, or lose routes to other stacks, and are deployed first: ${deployFirst.join(', ')}.`,
    )
  return missingQuota
}

const stuckMessage =
  'The stacks that lose a route cannot be deployed first: deploy once without these routes, then with them.'
const originChangeMessage =
  'That deployment used another version of OriginSecret, and its functions would reject all requests for minutes: deploy its commit with the current originVersion in infra/stages.ts instead.'

/** Refuses packages with known vulnerabilities, except those listed in infra/PROTECTION.md. */
async function requireNoVulnerabilities(isAccepted = false) {
  const accepted = readAccepted(readFileSync(join(root, 'infra/PROTECTION.md'), 'utf8'))
  const report = await outputOf('npm', ['audit', '--omit=dev', '--json'])
  const vulnerabilities = unacceptedVulnerabilities(report, accepted, new Date().toISOString().slice(0, 10))
  if (vulnerabilities.length === 0) return
  for (const sentence of vulnerabilities) console.log(sentence)
  if (!isAccepted)
    throw new UserError('Nothing was deployed: see infra/PROTECTION.md. To deploy anyway, add --despite-weaknesses.')
}

/**
 * Refuses to lose data of the last deployment, or of failed attempts since then, which may already have created
 * resources that hold data.
 */
function requireNoDataLoss(losses: readonly string[], { isAllowed = false }: { isAllowed?: boolean | undefined }) {
  if (losses.length === 0) return
  console.log('Data that would be lost:')
  for (const sentence of losses) console.log(`  ${sentence}`)
  if (!isAllowed)
    throw new UserError('Nothing was deployed, because data would be lost. To deploy anyway, add --lose-data.')
}

function printPreview({ newPermissions, changes }: Preview, since: string) {
  if (changes.length === 0) return console.log(`Nothing has changed since the deployment of ${since}.`)
  console.log(`Changes since the deployment of ${since}:`)
  for (const sentence of changes) console.log(`  ${sentence}`)
  if (newPermissions.length > 0) console.log('New permissions:')
  for (const sentence of newPermissions) console.log(`  ${sentence}`)
}

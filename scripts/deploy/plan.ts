import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Stage } from '#infra/stages.ts'
import { UserError, run } from './commands.ts'
import { stacksToDeployFirst } from './exports.ts'
import {
  type Assembly,
  assemblyIn,
  listDeployments,
  orIfDenied,
  type Place,
  readAttempt,
  readDeployment,
  rollbackTarget,
  templatesOf,
} from './history.ts'
import { type MovedRoutes, movedRoutes } from './movedRoutes.ts'
import type { Options } from './options.ts'
import type { Templates } from './templates.ts'

const root = join(import.meta.dirname, '../..')

/** What will be deployed, and what may be running. */
export type Plan = {
  stage: Stage
  place: Place | undefined
  /** The instant of the last successful deployment. */
  newest: string | undefined
  /** The instant of the earlier deployment to restore; undefined to deploy this checkout. */
  targetInstant: string | undefined
  assembly: Assembly
  templates: Templates
  /** The templates of the last successful deployment. */
  running: Templates | undefined
  /** Whether earlier deployments cannot be read with these credentials. */
  isUnread: boolean
  /** The assemblies of failed attempts since then. */
  failedAttempts: readonly Assembly[]
  /** The templates of everything that may be running. */
  possiblyRunning: readonly Templates[]
  moved: MovedRoutes
  /** The stacks to deploy first, each on its own. */
  deployFirst: readonly string[]
}

/** Reads what was deployed before, and builds what is to be deployed, or reads it for a rollback. Throws a UserError. */
export async function createPlan(options: Options, stage: Stage, place: Place | undefined): Promise<Plan> {
  const { rollback, to } = options
  const deployments = place && (await orIfDenied(listDeployments(place, stage.name), undefined))
  const newest = deployments?.[0]
  const last = place && newest ? await orIfDenied(readDeployment(place, stage.name, newest), undefined) : undefined
  const isUnread = !deployments || (newest !== undefined && !last)
  if (isUnread) reportUnreadHistory(options)
  const attempt = place && (await orIfDenied(readAttempt(place, stage.name), undefined))
  const targetInstant = rollback ? (to ?? rollbackTarget(deployments ?? [], attempt)) : to
  const assembly =
    rollback || to
      ? await readEarlierAssembly(place, stage, deployments ?? [], targetInstant)
      : await synthesize(stage, options['at-once'])
  const templates = templatesOf(assembly)
  const failedAttempts = attempt && (newest === undefined || attempt.at > newest) ? attempt.assemblies : []
  const possiblyRunning = (last ? [last, ...failedAttempts] : failedAttempts).map(templatesOf)
  const movedRouteSet = movedRoutes(possiblyRunning, templates)
  return {
    stage,
    place,
    newest,
    targetInstant: targetInstant,
    assembly,
    templates: templates,
    running: last && templatesOf(last),
    isUnread,
    failedAttempts: failedAttempts,
    possiblyRunning: possiblyRunning,
    moved: movedRouteSet,
    deployFirst: [...new Set([...movedRouteSet.losingStacks, ...stacksToDeployFirst(possiblyRunning, templates)])],
  }
}

const unreadMessage =
  'The previous deployment cannot be read with these credentials, so it is unknown whether data would be lost.'

function reportUnreadHistory({ preview, 'lose-data': loseData }: Options): void {
  if (preview) console.log(unreadMessage)
  else if (!loseData) throw new UserError(`${unreadMessage} Nothing was deployed. To deploy anyway, add --lose-data.`)
}

/** The assembly of the stage, synthesized from this checkout. */
async function synthesize({ name }: Stage, atOnce = false): Promise<Assembly> {
  await run('npm', ['run', '-s', 'build'])
  // Leftovers of another stage would be taken for this one's.
  rmSync(join(root, 'cdk.out'), { recursive: true, force: true })
  const context = ['-c', `stage=${name}`, ...(atOnce ? ['-c', 'at-once=true'] : [])]
  await run('cdk', ['synth', ...context, '--quiet', '--no-notices'])
  return assemblyIn(join(root, 'cdk.out'))
}

/** The assembly of the earlier deployment at this instant; prints the last ten. */
async function readEarlierAssembly(
  place: Place | undefined,
  stage: Stage,
  all: string[],
  to?: string,
): Promise<Assembly> {
  for (const at of all.slice(0, 10)) console.log(at === to ? `${at}  <- this one` : at)
  if (!place || to === undefined || !all.includes(to))
    throw new UserError(to ? `There was no deployment at ${to}.` : `There is no earlier deployment of ${stage.name}.`)
  return readDeployment(place, stage.name, to)
}

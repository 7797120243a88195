import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Stage, stackName } from '#infra/stages.ts'
import { atOnce } from './atOnce.ts'
import { UserError, run } from './commands.ts'
import { blockedStacks } from './exports.ts'
import { unprotectFailedStacks } from './failedStacks.ts'
import { orIfDenied, saveAttempt, saveDeployment, writeAssembly } from './history.ts'
import type { Options } from './options.ts'
import type { Plan } from './plan.ts'
import { type MissingQuota, missingQuotaFor } from './routeQuota.ts'
import { verifyMail } from './verifyMail.ts'
import { warnings } from './warnings.ts'

const root = join(import.meta.dirname, '../..')
const outputsFile = join(root, 'cdk.out/outputs.json')

/**
 * Deploys a checked plan and records it as a deployment. With `missingQuota`, deploys as far as the gateway and advises which
 * quota to request.
 */
export async function executePlan(
  { yes, rollback, to }: Options,
  plan: Plan,
  missingQuota: MissingQuota | undefined,
): Promise<void> {
  const { stage, place, assembly, templates } = plan
  const folder = join(root, '.build/deployment')
  rmSync(folder, { recursive: true, force: true })
  if (rollback || to) writeAssembly(atOnce(assembly), folder)
  const assemblyFolder = rollback || to ? folder : join(root, 'cdk.out')
  const approval = yes ? 'never' : 'broadening'
  const options = ['--app', assemblyFolder, '--no-notices', '--outputs-file', outputsFile]
  const cdk = (...stacks: string[]) => run('cdk', ['deploy', ...stacks, ...options, '--require-approval', approval])
  await recordAttempt(plan)
  await unprotectFailedStacks(stage)
  if (stage.domain) await verifyMail(stage.domain.name, () => cdk(stackName(stage, 'data')))
  if (missingQuota) {
    await cdk(stackName(stage, 'api'))
    throw new UserError(
      `The gateway now exists. ${(await missingQuotaFor(templates, stage))?.sentence ?? missingQuota.sentence}`,
    )
  }
  try {
    for (const name of plan.deployFirst) await cdk(name, '--exclusively')
    await cdk('--all')
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    throw new UserError([error.message, ...recoverySteps(plan, assemblyFolder)].join('\n'))
  }
  const savePromise = place && saveDeployment(place, stage.name, assembly, new Date().toISOString()).then(() => true)
  if (!savePromise || !(await orIfDenied(savePromise, false)))
    console.log('This deployment could not be recorded: --rollback cannot return to it.')

  const outputs = JSON.parse(readFileSync(outputsFile, 'utf8')) as Record<string, Record<string, string>>
  console.log(`\n${stage.name} is at ${outputs[stackName(stage, 'web')]?.Address}`)
  console.log(`Its user pool is ${outputs[stackName(stage, 'identity')]?.UserPoolId}.`)
  for (const warning of await warnings(stage)) console.log(warning)
}

/** Records the assembly among those that may be partly running, until a deployment has succeeded. */
async function recordAttempt({ place, stage, targetInstant, assembly, failedAttempts }: Plan): Promise<void> {
  if (!place) return
  const attempt = {
    at: new Date().toISOString(),
    ...(targetInstant !== undefined && { to: targetInstant }),
    assemblies: failedAttempts.some((each) => isDeepStrictEqual(each, assembly))
      ? failedAttempts
      : [...failedAttempts, assembly],
  }
  await orIfDenied(saveAttempt(place, stage.name, attempt), undefined)
}

/** What to do after a failed deployment, as far as its plan shows what CloudFormation may have stopped at. */
function recoverySteps(
  { stage, possiblyRunning, templates, failedAttempts, newest, targetInstant }: Plan,
  assemblyFolder: string,
): string[] {
  const steps = blockedStacks(possiblyRunning, templates).map(({ name, for: exporters }) =>
    deployOrderHint(name, exporters, assemblyFolder),
  )
  if (failedAttempts.length > 0 && newest && targetInstant === undefined) steps.push(rollbackHint(stage, newest))
  return steps
}

/** After several failed attempts, each may have left a stack half-way, which stops the next one at the same place. */
const rollbackHint = ({ name }: Stage, newest: string) =>
  `An earlier deployment has stopped too. If an export is missing or still in use, first go back to the last one that succeeded, of ${newest}: npm run deploy -- --stage ${name} --rollback. Then deploy again.`
/**
 * For an export that is removed while a stack still imports it, if that stack also needs an import that is not exported
 * yet.
 */
const deployOrderHint = (name: string, exporters: readonly string[], assemblyFolder: string) =>
  `If an export is still in use by ${name}, which also imports new exports of ${exporters.join(', ')}, first deploy these stacks one after the other: npx cdk deploy ${[...exporters, name].join(' ')} --exclusively --app ${assemblyFolder}. Then deploy again.`

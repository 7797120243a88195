import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Stage, stackName } from '#infra/stages.ts'
import { atOnce } from './atOnce.ts'
import { Advice, run } from './commands.ts'
import { cannotGoFirst } from './exports.ts'
import { releaseFailed } from './failedStacks.ts'
import { keepAttempt, keepDeployment, orIfDenied, writeAssembly } from './history.ts'
import type { Options } from './options.ts'
import type { Plan } from './plan.ts'
import { type NoRoom, noRoomFor } from './room.ts'
import { verifyMail } from './verifyMail.ts'
import { warnings } from './warnings.ts'

const root = join(import.meta.dirname, '../..')
const outputsFile = join(root, 'cdk.out/outputs.json')

/**
 * Deploys a checked plan and records it as a deployment. With `noRoom`, deploys as far as the gateway and advises which
 * quota to request.
 */
export async function carryOut({ yes, rollback, to }: Options, plan: Plan, noRoom: NoRoom | undefined): Promise<void> {
  const { stage, place, assembly, wanted } = plan
  const folder = join(root, '.build/deployment')
  rmSync(folder, { recursive: true, force: true })
  if (rollback || to) writeAssembly(atOnce(assembly), folder)
  const app = rollback || to ? folder : join(root, 'cdk.out')
  const approval = yes ? 'never' : 'broadening'
  const options = ['--app', app, '--no-notices', '--outputs-file', outputsFile]
  const cdk = (...stacks: string[]) => run('cdk', ['deploy', ...stacks, ...options, '--require-approval', approval])
  await noteAttempt(plan)
  await releaseFailed(stage)
  if (stage.domain) await verifyMail(stage.domain.name, () => cdk(stackName(stage, 'data')))
  if (noRoom) {
    await cdk(stackName(stage, 'api'))
    throw new Advice(`The gateway now exists. ${(await noRoomFor(wanted, stage))?.sentence ?? noRoom.sentence}`)
  }
  try {
    for (const name of plan.alone) await cdk(name, '--exclusively')
    await cdk('--all')
  } catch (error) {
    if (!(error instanceof Advice)) throw error
    throw new Advice([error.message, ...waysOut(plan, app)].join('\n'))
  }
  const keeping = place && keepDeployment(place, stage.name, assembly, new Date().toISOString()).then(() => true)
  if (!keeping || !(await orIfDenied(keeping, false)))
    console.log('This deployment could not be recorded: --rollback cannot return to it.')

  const outputs = JSON.parse(readFileSync(outputsFile, 'utf8')) as Record<string, Record<string, string>>
  console.log(`\n${stage.name} is at ${outputs[stackName(stage, 'web')]?.Address}`)
  console.log(`Its user pool is ${outputs[stackName(stage, 'identity')]?.UserPoolId}.`)
  for (const warning of await warnings(stage)) console.log(warning)
}

/** Records the assembly among those that may be partly running, until a deployment has succeeded. */
async function noteAttempt({ place, stage, goal, assembly, stopped }: Plan): Promise<void> {
  if (!place) return
  const attempt = {
    at: new Date().toISOString(),
    ...(goal !== undefined && { to: goal }),
    assemblies: stopped.some((each) => isDeepStrictEqual(each, assembly)) ? stopped : [...stopped, assembly],
  }
  await orIfDenied(keepAttempt(place, stage.name, attempt), undefined)
}

/** What to do after a failed deployment, as far as its plan shows what CloudFormation may have stopped at. */
function waysOut({ stage, may, wanted, stopped, newest, goal }: Plan, app: string): string[] {
  const ways = cannotGoFirst(may, wanted).map(({ name, for: givers }) => goesBefore(name, givers, app))
  if (stopped.length > 0 && newest && goal === undefined) ways.push(wayBack(stage, newest))
  return ways
}

/** After several failed attempts, each may have left a stack half-way, which stops the next one at the same place. */
const wayBack = ({ name }: Stage, newest: string) =>
  `An earlier deployment has stopped too. If an export is missing or still in use, first go back to the last one that succeeded, of ${newest}: npm run deploy -- --stage ${name} --rollback. Then deploy again.`
/**
 * For an export that is removed while a stack still imports it, if that stack also needs an import that is not exported
 * yet.
 */
const goesBefore = (name: string, givers: readonly string[], app: string) =>
  `If an export is still in use by ${name}, which also imports new exports of ${givers.join(', ')}, first deploy these stacks one after the other: npx cdk deploy ${[...givers, name].join(' ')} --exclusively --app ${app}. Then deploy again.`

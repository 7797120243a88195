import { parseArgs } from 'node:util'
import { region, type Stage, stageNamed } from '#infra/stages.ts'
import { UserError } from './commands.ts'

export const help = `Deploys a stage to the AWS account of the current credentials.

  npm run deploy -- --stage dev|prod [--yes] [--preview | --rollback [--to <instant>]] [--at-once] [--lose-data]
                        [--despite-weaknesses] [--despite-quota] [--despite-silence]

  --stage      a stage of infra/stages.ts
  --preview    only list what would change
  --rollback   return to the deployment before the last one, even if that one stopped half-way; a second rollback undoes the first
  --to         return to the deployment of this instant, one of those that a rollback lists
  --at-once    send all requests to the new version at once, instead of one in ten for ten minutes; a rollback always does
  --lose-data  deploy even if a resource that holds data is replaced or deleted, or if that cannot be checked
  --despite-weaknesses  deploy even if packages have known weaknesses, or npm audit fails
  --despite-quota       deploy even if, by Service Quotas, the gateway may not have enough routes
  --despite-silence     deploy a stage that keeps its data even if nobody gets its alarms, or it cannot send mail
  --yes        do not ask before permissions are widened, for pipelines
  --help       show this help

Once per account:  npm run build && npx cdk bootstrap aws://<account>/${region}`

export function optionsOf(args: string[]) {
  try {
    const options = {
      stage: { type: 'string' },
      yes: { type: 'boolean' },
      preview: { type: 'boolean' },
      rollback: { type: 'boolean' },
      to: { type: 'string' },
      'at-once': { type: 'boolean' },
      'lose-data': { type: 'boolean' },
      'despite-weaknesses': { type: 'boolean' },
      'despite-quota': { type: 'boolean' },
      'despite-silence': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    } as const
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new UserError(`${(error as Error).message.split('. ')[0]}. Try npm run deploy -- --help.`)
  }
}

export type Options = ReturnType<typeof optionsOf>

/** The stage with that name. Throws a UserError for a missing or unknown name, and for `local`. */
export function stageToDeploy(name: string | undefined): Stage {
  if (!name) throw new UserError('Name a stage: npm run deploy -- --stage dev, or --stage prod.')
  const stage = stageOf(name)
  if (stage.name === 'local') throw new UserError('The stage local runs on your own machine: npm start.')
  return stage
}

function stageOf(name: string): Stage {
  try {
    return stageNamed(name)
  } catch (error) {
    throw new UserError((error as Error).message)
  }
}

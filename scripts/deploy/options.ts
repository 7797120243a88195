import { parseArgs } from 'node:util'
import { region, type Stage, stageNamed } from '#infra/stages.ts'
import { Advice } from './commands.ts'

export const help = `Puts a stage into the AWS account whose credentials are at hand.

  npm run deploy -- --stage dev|prod [--yes] [--preview | --rollback [--to <instant>]] [--at-once] [--lose-data]
                        [--despite-weaknesses] [--despite-quota] [--despite-silence]

  --stage      the stage, as infra/stages.ts has it
  --preview    only say what would change
  --rollback   put back what was deployed before the last time, also when that has stopped half-way; a second one undoes the first
  --to         put back what was deployed at this instant, one of those that a rollback lists
  --at-once    give everybody the new version at once, without ten minutes for one request in ten; a rollback does so anyway
  --lose-data  go on although something that holds data is replaced or taken away, or nobody can say whether it is
  --despite-weaknesses  go on although packages have known weaknesses, or npm audit does not say
  --despite-quota       go on although Service Quotas does not say that the gateway may have so many routes
  --despite-silence     go on although a stage that keeps its data tells nobody of its alarms, or mails nobody
  --yes        do not ask before permissions are widened, as in a pipeline
  --help       this

Once for each account:  npm run build && npx cdk bootstrap aws://<account>/${region}`

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
    throw new Advice(`${(error as Error).message.split('. ')[0]}. Try npm run deploy -- --help.`)
  }
}

export type Options = ReturnType<typeof optionsOf>

/** The stage with that name. Throws an Advice for a missing or unknown name, and for `local`. */
export function stageToDeploy(name: string | undefined): Stage {
  if (!name) throw new Advice('Say which stage: npm run deploy -- --stage dev, or --stage prod.')
  const stage = stageOf(name)
  if (stage.name === 'local') throw new Advice('The stage local runs on your own machine: npm start.')
  return stage
}

function stageOf(name: string): Stage {
  try {
    return stageNamed(name)
  } catch (error) {
    throw new Advice((error as Error).message)
  }
}

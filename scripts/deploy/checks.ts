import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Stage } from '#infra/stages.ts'
import { refuseSilent, refuseUnready } from './account.ts'
import { Advice, outputOf } from './commands.ts'
import type { Place } from './history.ts'
import type { Options } from './options.ts'
import { changesOrigin } from './origin.ts'
import type { Plan } from './plan.ts'
import { lossesOf, type Preview, previewOf } from './preview.ts'
import { type NoRoom, noRoomFor } from './room.ts'
import { weaknesses, writtenIn } from './weaknesses.ts'

const root = join(import.meta.dirname, '../..')

/** Checks everything that can be checked before the build. Throws an Advice. */
export async function checkReadiness(options: Options, stage: Stage, place: Place | undefined): Promise<void> {
  const { preview, rollback, to } = options
  if ((preview || rollback || to) && !place)
    throw new Advice('What was deployed lies in the bucket of cdk bootstrap: these credentials may not list buckets.')
  if (preview || rollback || to) return
  if (!options['despite-silence']) refuseSilent(stage)
  await refuseUnready(stage)
  await refuseWeak(options['despite-weaknesses'])
}

/**
 * Prints what the deployment would change, and refuses what would lose data, lock everybody out or be stopped half-way by AWS.
 * A preview prints it and refuses nothing. Returns what is missing if the gateway's quota of routes is too low.
 */
export async function checkPlan(options: Options, plan: Plan): Promise<NoRoom | undefined> {
  const { preview } = options
  const { stage, running, newest, wanted, may, moved, alone } = plan
  if (running && newest) tell(previewOf(running, wanted), newest)
  else if (preview && !plan.isUnread)
    console.log(`Nothing is known of an earlier deployment of ${stage.name}: all of it would be new.`)
  refuseLosses(lossesOf(may, wanted), { isMeant: options['lose-data'] || preview })
  if (running && (options.rollback || options.to) && changesOrigin(running, wanted)) {
    if (!preview) throw new Advice(`${otherOrigin} Nothing was deployed.`)
    console.log(otherOrigin)
  }
  const noRoom = options['despite-quota'] ? undefined : await noRoomFor(wanted, stage)
  if (noRoom) {
    if (!preview && noRoom.api) throw new Advice(`${noRoom.sentence} Nothing was deployed.`)
    console.log(noRoom.sentence)
  }
  for (const sentence of moved.sentences) console.log(sentence)
  if (moved.isStuck && !preview) throw new Advice(`${stuck} Nothing was deployed.`)
  if (alone.length > 0)
    console.log(
      `They let go of what others no longer give, or of routes that others get, and go first: ${alone.join(', ')}.`,
    )
  return noRoom
}

const stuck =
  'The stacks that lose a route cannot be deployed first: deploy once without these routes, and then with them.'
const otherOrigin =
  'Another version of OriginSecret counted then, and the functions of then would refuse everybody for minutes: deploy the commit of then, with the originVersion of now in infra/stages.ts.'

/** Refuses packages with known weaknesses, except those accepted in infra/PROTECTION.md. */
async function refuseWeak(despite = false) {
  const written = writtenIn(readFileSync(join(root, 'infra/PROTECTION.md'), 'utf8'))
  const report = await outputOf('npm', ['audit', '--omit=dev', '--json'])
  const found = weaknesses(report, written, new Date().toISOString().slice(0, 10))
  if (found.length === 0) return
  for (const sentence of found) console.log(sentence)
  if (!despite)
    throw new Advice('Nothing was deployed: see infra/PROTECTION.md. If it cannot wait, add --despite-weaknesses.')
}

/**
 * Refuses to lose data of the last deployment, or of failed attempts since, which may have created something that holds data by
 * now.
 */
function refuseLosses(losses: readonly string[], { isMeant = false }: { isMeant?: boolean | undefined }) {
  if (losses.length === 0) return
  console.log('Data that would be lost:')
  for (const sentence of losses) console.log(`  ${sentence}`)
  if (!isMeant) throw new Advice('Data would be lost: nothing was deployed. If that is meant, add --lose-data.')
}

function tell({ widens, changes }: Preview, since: string) {
  if (changes.length === 0) return console.log(`Nothing changes beside the deployment of ${since}.`)
  console.log(`Beside the deployment of ${since}:`)
  for (const sentence of changes) console.log(`  ${sentence}`)
  if (widens.length > 0) console.log('Allowed from now on, and not before:')
  for (const sentence of widens) console.log(`  ${sentence}`)
}

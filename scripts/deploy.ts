import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Stage, stackName } from '#infra/stages.ts'
import { checkAccount, refuseSilent, refuseUnready } from './deploy/account.ts'
import { atOnce as toAllAtOnce } from './deploy/atOnce.ts'
import { Advice, run, said } from './deploy/commands.ts'
import { lettingGo, waiting } from './deploy/exports.ts'
import { releaseFailed } from './deploy/failedStacks.ts'
import {
  type Assembly,
  assemblyIn,
  backTo,
  begin,
  deployments,
  keep,
  kept,
  lastBegun,
  type Place,
  templatesOf,
  unfold,
} from './deploy/kept.ts'
import { movedRoutes } from './deploy/movedRoutes.ts'
import { help, optionsOf, stageOf } from './deploy/options.ts'
import { changesOrigin } from './deploy/origin.ts'
import { lossesOf, type Preview, previewOf } from './deploy/preview.ts'
import { noRoomFor } from './deploy/room.ts'
import { verifyMail } from './deploy/verifyMail.ts'
import { warnings } from './deploy/warnings.ts'
import { weaknesses, writtenIn } from './deploy/weaknesses.ts'

const root = join(import.meta.dirname, '..')
const outputsFile = join(root, 'cdk.out/outputs.json')

async function main() {
  const {
    stage: name,
    yes,
    help: asked,
    preview,
    rollback,
    to,
    'at-once': atOnce = false,
    'lose-data': loseData,
    'despite-weaknesses': despite = false,
    'despite-quota': despiteQuota = false,
    'despite-silence': despiteSilence = false,
  } = optionsOf(process.argv.slice(2))
  if (asked) return console.log(help)
  if (!name) throw new Advice('Say which stage: npm run deploy -- --stage dev, or --stage prod.')
  const stage = stageOf(name)
  if (stage.name === 'local') throw new Advice('The stage local runs on your own machine: npm start.')

  const place = await checkAccount()
  if ((preview || rollback || to) && !place)
    throw new Advice('What was deployed lies in the bucket of cdk bootstrap: these credentials may not list buckets.')
  if (!preview && !rollback && !to) {
    if (!despiteSilence) refuseSilent(stage)
    await refuseUnready(stage)
    await refuseWeak(despite)
  }
  const before = place && (await allowed(deployments(place, stage.name), undefined))
  const newest = before?.[0]
  const last = place && newest ? await allowed(kept(place, stage.name, newest), undefined) : undefined
  const isUnread = !before || (newest !== undefined && !last)
  if (isUnread && preview) console.log(unread)
  else if (isUnread && !loseData) throw new Advice(`${unread} Nothing was deployed. If that is meant, add --lose-data.`)
  const begun = place && (await allowed(lastBegun(place, stage.name), undefined))
  const goal = rollback ? (to ?? backTo(before ?? [], begun)) : to
  const assembly = rollback || to ? await earlier(place, stage, before ?? [], goal) : await synthesized(stage, atOnce)
  const running = last && templatesOf(last)
  const wanted = templatesOf(assembly)
  const stopped = begun && (newest === undefined || begun.at > newest) ? begun.assemblies : []
  const may = (last ? [last, ...stopped] : stopped).map(templatesOf)
  const moved = movedRoutes(may, wanted)
  const alone = [...new Set([...moved.losing, ...lettingGo(may, wanted)])]
  if (running && newest) tell(previewOf(running, wanted), newest)
  else if (preview && !isUnread)
    console.log(`Nothing is known of an earlier deployment of ${stage.name}: all of it would be new.`)
  refuseLosses(lossesOf(may, wanted), { isMeant: loseData || preview })
  if (running && (rollback || to) && changesOrigin(running, wanted)) {
    if (!preview) throw new Advice(`${otherOrigin} Nothing was deployed.`)
    console.log(otherOrigin)
  }
  const noRoom = despiteQuota ? undefined : await noRoomFor(wanted, stage)
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
  if (preview) return

  const folder = join(root, '.build/deployment')
  rmSync(folder, { recursive: true, force: true })
  if (rollback || to) unfold(toAllAtOnce(assembly), folder)
  const app = rollback || to ? folder : join(root, 'cdk.out')
  const approval = yes ? 'never' : 'broadening'
  const options = ['--app', app, '--no-notices', '--outputs-file', outputsFile]
  const cdk = (...stacks: string[]) => run('cdk', ['deploy', ...stacks, ...options, '--require-approval', approval])
  const begins = {
    at: new Date().toISOString(),
    ...(goal !== undefined && { to: goal }),
    assemblies: stopped.some((each) => isDeepStrictEqual(each, assembly)) ? stopped : [...stopped, assembly],
  }
  if (place) await allowed(begin(place, stage.name, begins), undefined)
  await releaseFailed(stage)
  if (stage.domain) await verifyMail(stage.domain.name, () => cdk(stackName(stage, 'data')))
  if (noRoom) {
    await cdk(stackName(stage, 'api'))
    throw new Advice(
      `It is there now, with all before it. ${(await noRoomFor(wanted, stage))?.sentence ?? noRoom.sentence}`,
    )
  }
  try {
    for (const name of alone) await cdk(name, '--exclusively')
    await cdk('--all')
  } catch (error) {
    if (!(error instanceof Advice)) throw error
    const ways = waiting(may, wanted).map(({ name, for: givers }) => goesBefore(name, givers, app))
    if (stopped.length > 0 && newest && goal === undefined) ways.push(wayOut(stage, newest))
    throw new Advice([error.message, ...ways].join('\n'))
  }
  const at = new Date().toISOString()
  if (
    !place ||
    !(await allowed(
      keep(place, stage.name, assembly, at).then(() => true),
      false,
    ))
  )
    console.log('What was deployed could not be kept: there is no way back to it by --rollback.')

  const outputs = JSON.parse(readFileSync(outputsFile, 'utf8')) as Record<string, Record<string, string>>
  console.log(`\n${stage.name} is at ${outputs[stackName(stage, 'web')]?.Address}`)
  console.log(`Its people are in the user pool ${outputs[stackName(stage, 'identity')]?.UserPoolId}.`)
  for (const warning of await warnings(stage)) console.log(warning)
}

/** Nobody knows how far those came: what one has left, or never made, may stop each that follows it at the same place. */
const wayOut = ({ name }: Stage, newest: string) =>
  `One before it had stopped, too. If an export is missing, or still in use, go back to what went well at ${newest} first: npm run deploy -- --stage ${name} --rollback. Then deploy this again.`
/** What CloudFormation stops at otherwise: an export that is still in use, of whoever takes something else from then on that is not there yet. */
const goesBefore = (name: string, givers: readonly string[], app: string) =>
  `If an export is still in use by ${name}: it takes what ${givers.join(', ')} will give. Deploy first, one after the other: npx cdk deploy ${[...givers, name].join(' ')} --exclusively --app ${app}. Then the same again.`
const stuck =
  'The stacks that lose a route cannot be deployed first: deploy once without these routes, and then with them.'
const unread =
  'What was deployed before cannot be read with these credentials, so that nobody can say whether data would be lost.'
const otherOrigin =
  'Another version of OriginSecret counted then, and the functions of then would refuse everybody for minutes: deploy the commit of then, with the originVersion of now in infra/stages.ts.'

/** What runs has no weakness that is known, but those that are written down and may stay. What was deployed before is what it was. */
async function refuseWeak(despite: boolean) {
  const written = writtenIn(readFileSync(join(root, 'infra/PROTECTION.md'), 'utf8'))
  const report = await said('npm', ['audit', '--omit=dev', '--json'])
  const found = weaknesses(report, written, new Date().toISOString().slice(0, 10))
  if (found.length === 0) return
  for (const sentence of found) console.log(sentence)
  if (!despite)
    throw new Advice('Nothing was deployed: see infra/PROTECTION.md. If it cannot wait, add --despite-weaknesses.')
}

/** What somebody gets who may not do this, as whoever may only deploy. */
const allowed = <T>(work: Promise<T>, otherwise: T): Promise<T> =>
  work.catch((error: Error) => {
    if (error.name === 'AccessDenied') return otherwise
    throw error
  })

/** The assembly of the stage as it is in this folder. */
async function synthesized({ name }: Stage, atOnce: boolean): Promise<Assembly> {
  await run('npm', ['run', '-s', 'build'])
  // What another stage has left there would be taken for this one's.
  rmSync(join(root, 'cdk.out'), { recursive: true, force: true })
  const context = ['-c', `stage=${name}`, ...(atOnce ? ['-c', 'at-once=true'] : [])]
  await run('cdk', ['synth', ...context, '--quiet', '--no-notices'])
  return assemblyIn(join(root, 'cdk.out'))
}

/** The assembly of an earlier deployment, that of this instant. */
async function earlier(place: Place | undefined, stage: Stage, all: string[], to?: string): Promise<Assembly> {
  for (const at of all.slice(0, 10)) console.log(at === to ? `${at}  <- back to this` : at)
  if (!place || to === undefined || !all.includes(to))
    throw new Advice(to ? `There was no deployment at ${to}.` : `There is no earlier deployment of ${stage.name}.`)
  return kept(place, stage.name, to)
}

/** Of what went well last, and of what has stopped since: that may have made something that holds data by now. */
function refuseLosses(loses: readonly string[], { isMeant = false }: { isMeant?: boolean | undefined }) {
  if (loses.length === 0) return
  console.log('Data that would be lost:')
  for (const sentence of loses) console.log(`  ${sentence}`)
  if (!isMeant) throw new Advice('Data would be lost: nothing was deployed. If that is meant, add --lose-data.')
}

function tell({ widens, changes }: Preview, since: string) {
  if (changes.length === 0) return console.log(`Nothing changes beside the deployment of ${since}.`)
  console.log(`Beside the deployment of ${since}:`)
  for (const sentence of changes) console.log(`  ${sentence}`)
  if (widens.length > 0) console.log('Allowed from now on, and not before:')
  for (const sentence of widens) console.log(`  ${sentence}`)
}

try {
  await main()
} catch (error) {
  if (!(error instanceof Advice)) throw error
  console.error(error.message)
  process.exitCode = 1
}

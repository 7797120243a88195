import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { GetObjectCommand, ListObjectsV2Command, NoSuchKey, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import type { StageName } from '#infra/stages.ts'
import type { Template, Templates } from './templates.ts'

/**
 * The history of a stage's deployments, kept in the bucket of `cdk bootstrap`. The assets of functions and web are
 * already there, by hash.
 */

/** The bucket that `cdk bootstrap` has created. */
export type Place = { s3: S3Client; Bucket: string }

/** An assembly without its assets: the contents of its JSON files by file name. */
export type Assembly = Readonly<Record<string, string>>

/**
 * The last deployment that was started. `at`: its instant; `to`: for a rollback, the instant of the deployment that it
 * restores; `assemblies`: its own, after those of failed attempts before it. Parts of each may be running until a
 * deployment succeeds.
 */
export type Attempt = { at: string; to?: string; assemblies: readonly Assembly[] }

/** The older format of an attempt, with one assembly. */
type OneAssembly = { assembly?: Assembly }

const attemptKey = (stage: StageName) => `touchline/${stage}/begun.json`
/** Records that a deployment starts: one that fails half-way has changed something, but is not recorded as a deployment. */
export async function saveAttempt({ s3, Bucket }: Place, stage: StageName, attempt: Attempt): Promise<void> {
  await s3.send(new PutObjectCommand({ Bucket, Key: attemptKey(stage), Body: JSON.stringify(attempt) }))
}

/** The last deployment that was started, successful or not; undefined if none was recorded. */
export async function readAttempt({ s3, Bucket }: Place, stage: StageName): Promise<Attempt | undefined> {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: attemptKey(stage) }))
    if (!Body) return undefined
    const { assembly, assemblies, ...attempt } = JSON.parse(await Body.transformToString()) as Attempt & OneAssembly
    return { ...attempt, assemblies: assemblies ?? (assembly ? [assembly] : []) }
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined
    throw error
  }
}

/**
 * The instant of the deployment that a rollback restores: the last but one of `[newest, earlier]`. After a failed
 * attempt it is the last one, since parts of the attempt are running; a failed rollback is continued.
 */
export function rollbackTarget(
  [newest, previous]: readonly string[],
  attempt: Attempt | undefined,
): string | undefined {
  if (!attempt || (newest !== undefined && attempt.at <= newest)) return previous
  return attempt.to ?? newest
}

/** The result, or `fallback` for people who may deploy but not access the bucket. */
export const orIfDenied = <T>(work: Promise<T>, fallback: T): Promise<T> =>
  work.catch((error: Error) => {
    if (error.name === 'AccessDenied') return fallback
    throw error
  })

const folderOf = (stage: StageName) => `touchline/${stage}/deployments/`

/** Records the assembly of a successful deployment by its instant (ISO 8601). */
export async function saveDeployment(
  { s3, Bucket }: Place,
  stage: StageName,
  assembly: Assembly,
  at: string,
): Promise<void> {
  const Body = gzipSync(JSON.stringify(assembly))
  await s3.send(new PutObjectCommand({ Bucket, Key: `${folderOf(stage)}${at}.json.gz`, Body }))
}

/** The instants of a stage's successful deployments, the newest first. */
export async function listDeployments({ s3, Bucket }: Place, stage: StageName): Promise<string[]> {
  const Prefix = folderOf(stage)
  const deployments: string[] = []
  let ContinuationToken: string | undefined
  do {
    const page = await s3.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }))
    for (const { Key = '' } of page.Contents ?? []) deployments.push(Key.slice(Prefix.length, -'.json.gz'.length))
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken)
  return deployments.toSorted().toReversed()
}

/** The assembly of a deployment. */
export async function readDeployment({ s3, Bucket }: Place, stage: StageName, at: string): Promise<Assembly> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: `${folderOf(stage)}${at}.json.gz` }))
  if (!Body) throw new Error(`The deployment of ${at} is empty.`)
  return JSON.parse(gunzipSync(await Body.transformToByteArray()).toString()) as Assembly
}

/** The assembly in a folder, as CDK synthesizes it. */
export const assemblyIn = (folder: string): Assembly =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => (name.endsWith('.json') || name === 'cdk.out') && !['tree.json', 'outputs.json'].includes(name))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )

/** Writes an assembly to a folder for `cdk deploy --app`. Its assets are not needed: AWS has those of earlier deployments. */
export function writeAssembly(assembly: Assembly, folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(assembly)) writeFileSync(join(folder, name), text)
}

/** The templates of an assembly by stack name. */
export const templatesOf = (assembly: Assembly): Templates =>
  Object.fromEntries(
    Object.entries(assembly)
      .filter(([name]) => name.endsWith('.template.json'))
      .map(([name, text]) => [name.replace('.template.json', ''), JSON.parse(text) as Template]),
  )

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { GetObjectCommand, ListObjectsV2Command, NoSuchKey, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import type { StageName } from '#infra/stages.ts'
import type { Template, Templates } from './templates.ts'

/** The bucket that `cdk bootstrap` has made; what functions and web are made of lies there already, by its hash. */
export type Place = { s3: S3Client; Bucket: string }

/** An assembly without its assets: its files of JSON by their names. */
export type Assembly = Readonly<Record<string, string>>

/**
 * The last deployment that was begun: its instant; where it went back to what was deployed at another, that; and its assembly after those
 * of the ones before it that have stopped: of each some may run until one has gone well.
 */
export type Begun = { at: string; to?: string; assemblies: readonly Assembly[] }

/** As it was put down while the last that had stopped was known alone. */
type OneBegun = { assembly?: Assembly }

const begunKey = (stage: StageName) => `touchline/${stage}/begun.json`
/** Puts down that a deployment begins: one that stops half-way has changed something, and is kept nowhere. */
export async function begin({ s3, Bucket }: Place, stage: StageName, begun: Begun): Promise<void> {
  await s3.send(new PutObjectCommand({ Bucket, Key: begunKey(stage), Body: JSON.stringify(begun) }))
}

/** The last one that was begun; undefined where none was since this is put down. */
export async function lastBegun({ s3, Bucket }: Place, stage: StageName): Promise<Begun | undefined> {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: begunKey(stage) }))
    if (!Body) return undefined
    const { assembly, assemblies, ...begun } = JSON.parse(await Body.transformToString()) as Begun & OneBegun
    return { ...begun, assemblies: assemblies ?? (assembly ? [assembly] : []) }
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined
    throw error
  }
}

/**
 * Which deployment a rollback goes back to, of those that were kept, the newest first: the last but one. When the last attempt never
 * ended, some of it runs and the last one that was kept is the one before it; one that was going back already goes on.
 */
export function backTo([newest, earlier]: readonly string[], begun: Begun | undefined): string | undefined {
  if (!begun || (newest !== undefined && begun.at <= newest)) return earlier
  return begun.to ?? newest
}

const folderOf = (stage: StageName) => `touchline/${stage}/deployments/`

/** Keeps the assembly of a deployment that has gone well, by its instant (ISO 8601). */
export async function keep({ s3, Bucket }: Place, stage: StageName, assembly: Assembly, at: string): Promise<void> {
  const Body = gzipSync(JSON.stringify(assembly))
  await s3.send(new PutObjectCommand({ Bucket, Key: `${folderOf(stage)}${at}.json.gz`, Body }))
}

/** The instants of the deployments of a stage, the newest first. */
export async function deployments({ s3, Bucket }: Place, stage: StageName): Promise<string[]> {
  const Prefix = folderOf(stage)
  const found: string[] = []
  let ContinuationToken: string | undefined
  do {
    const page = await s3.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }))
    for (const { Key = '' } of page.Contents ?? []) found.push(Key.slice(Prefix.length, -'.json.gz'.length))
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken)
  return found.toSorted().toReversed()
}

/** The assembly of a deployment. */
export async function kept({ s3, Bucket }: Place, stage: StageName, at: string): Promise<Assembly> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: `${folderOf(stage)}${at}.json.gz` }))
  if (!Body) throw new Error(`The deployment of ${at} is empty.`)
  return JSON.parse(gunzipSync(await Body.transformToByteArray()).toString()) as Assembly
}

/** The assembly in a folder. */
export const assemblyIn = (folder: string): Assembly =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => (name.endsWith('.json') || name === 'cdk.out') && !['tree.json', 'outputs.json'].includes(name))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )

/** Puts an assembly into a folder, from which `cdk deploy --app` takes it: assets that AWS has are not asked for here. */
export function unfold(assembly: Assembly, folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(assembly)) writeFileSync(join(folder, name), text)
}

/** Its templates by their stacks. */
export const templatesOf = (assembly: Assembly): Templates =>
  Object.fromEntries(
    Object.entries(assembly)
      .filter(([name]) => name.endsWith('.template.json'))
      .map(([name, text]) => [name.replace('.template.json', ''), JSON.parse(text) as Template]),
  )
